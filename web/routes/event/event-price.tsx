/** The range of prices of the tickets that can be bought. It changes when a price category sells out. */
import { formatAlike } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useKnownAvailability } from '../../seatmap/use-availability.ts'
import { isSoldElsewhere, type PageEvent, priceSpan, ticketKinds } from './event.ts'

export function EventPrice({ event, isOpen }: { event: PageEvent; isOpen: boolean }) {
  const availability = useKnownAvailability(event.id)
  const span = priceSpan(event, ({ number }) => availability?.categories[number] ?? null)
  if (span === null) {
    if (!isOpen) return null
    const text = isSoldElsewhere(event) ? m.event_sold_elsewhere() : m.event_all_gone()
    return <p className="mt-6 text-lg font-semibold">{text}</p>
  }
  const [lowest = '', highest = ''] = formatAlike([span.lowest, span.highest])
  return (
    <p className="mt-4 text-lg md:mt-6">
      <strong className="tabular-nums">
        {span.highest > span.lowest ? m.event_price_span({ lowest, highest }) : lowest}
      </strong>
      <span className="block text-sm text-muted">
        {ticketKinds(event).includes('hard') ? m.event_price_note() : m.event_price_note_online()}
      </span>
    </p>
  )
}
