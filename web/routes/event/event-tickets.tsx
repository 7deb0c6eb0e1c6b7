/**
 * The ticket section. Depending on the state of the sale, it shows the choice of tickets, the presale, an external link, or
 * the reason why no tickets are sold.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, memo, type ReactNode, useEffect, useState } from 'react'
import { likelyEndOf } from '../../../schema/rules/event-end.ts'
import { isDateOpen, isMoved, saleState, ticketsCanReturn } from '../../../schema/rules/event-sale.ts'
import type { TicketKind } from '../../../schema/rules/ticket-kind.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useLocale } from '../../data/locale.ts'
import { eventMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { seatMapQuery } from '../../data/query.ts'
import { useServerSecond } from '../../data/server-clock.ts'
import { m } from '../../i18n/messages.ts'
import { MapRatio, MapRoom } from '../../seatmap/map-box.tsx'
import { prefetchAvailability } from '../../seatmap/use-availability.ts'
import { clientOnly } from '../../ui/client-only.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TicketsReminder } from './all-gone.tsx'
import { AmountTickets } from './amount-tickets.tsx'
import { hasMap, type PageEvent, ticketKinds } from './event.ts'
import { PresaleSale } from './presale-sale.tsx'
import { TicketKindChoice } from './ticket-kind-choice.tsx'

const MapTickets = clientOnly(async () => ({ default: (await import('./map-views.ts')).MapTickets }), <MapSkeleton />)

export function EventTickets({ event }: { event: PageEvent }) {
  const now = useServerSecond()
  const state = saleState(event, now)
  const meta = eventMeta(event)
  const { happeningFromAt: start } = event
  switch (state) {
    case 'cancelled':
      return (
        <Panel title={m.event_cancelled_title()}>
          <p>{m.event_cancelled_text()}</p>
          <ShopLink to="/order" className="button-secondary mt-3 inline-flex">
            {m.order_lookup_title()}
          </ShopLink>
        </Panel>
      )
    case 'soldOut':
      return <SoldOut event={event} canReturn={ticketsCanReturn(event, now)} />
    case 'ended':
      return (
        <Panel title={m.event_ended_title()}>
          {/* Nobody sells tickets at the door of a concert that is over. */}
          {start !== null && now < likelyEndOf({ ...event, happeningFromAt: start }) && m.event_ended_text()}
        </Panel>
      )
    case 'external':
      return (
        <Panel title={m.event_external_title()}>
          <a href={meta.external_link} target="_blank" rel="noopener" className="button-primary mt-3 inline-flex">
            {meta.external_link_text ?? m.event_external_link()}
            <Icon name="external" className="size-4" />
            <span className="sr-only">{m.link_new_window()}</span>
          </a>
        </Panel>
      )
    case 'presale':
      return <PresaleSale event={event} sale={(opened) => <OpenSale event={opened} />} />
    case 'open':
      return <OpenSale event={event} />
  }
}

/** Leaves out the beginning of a message that repeats the title. */
function SoldOut({ event, canReturn }: { event: PageEvent; canReturn: boolean }) {
  const title = m.event_sold_out_title()
  const message = event.soldOutMessage ?? ''
  const repeats = message.toLowerCase().startsWith(title.toLowerCase())
  return (
    <>
      <Panel title={title}>{repeats ? message.slice(title.length).replace(/^[\s.!,:–]+/, '') : message}</Panel>
      {canReturn && <TicketsReminder event={event} />}
    </>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
      <p className="text-lg font-bold">{title}</p>
      <div className="mt-1 text-muted">{children}</div>
    </div>
  )
}

/** The section around it renders each second, which `memo` keeps from the seat map. */
const OpenSale = memo(function OpenSale({ event }: { event: PageEvent }) {
  // A component with `memo` must ask for the language itself.
  useLocale()
  const { force_amount } = eventMeta(event)
  const kinds = ticketKinds(event)
  const [chosen, setChosen] = useState<TicketKind | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const kind = kinds.length > 1 ? chosen : (kinds[0] ?? null)
  const onMissingKind = () => {
    setIsMissing(true)
    document.getElementById('ticket-kind')?.focus()
  }
  return (
    <div className="ticket-choice space-y-6">
      {isMoved(event) && (
        <div>
          <p className="font-semibold">
            {isDateOpen(event.status, eventMeta(event).former_date) ? m.event_postponed_open() : m.event_postponed()}
          </p>
          <ShopLink to="/order" className="text-link inline-flex min-h-6 items-center">
            {m.order_lookup_title()}
          </ShopLink>
        </div>
      )}
      <TicketKindChoice
        kinds={kinds}
        chosen={chosen}
        isMissing={isMissing && chosen === null}
        onChoose={(next) => {
          setChosen(next)
          setIsMissing(false)
        }}
      />
      {force_amount !== undefined && <p className="font-semibold">{m.event_forced_note({ amount: force_amount })}</p>}
      <TicketNotes event={event} />
      {hasMap(event) ? (
        <MapSale event={event} kind={kind} onMissingKind={onMissingKind} />
      ) : (
        <AmountTickets event={event} kind={kind} onMissingKind={onMissingKind} />
      )}
    </div>
  )
})

function MapSale(props: ComponentProps<typeof MapTickets>) {
  // The seat map is the page's largest file. It and the availability load at the same time as the chunk that paints the map,
  // and not after it.
  const client = useQueryClient()
  const { id, seatmapUrl, seatmapRatio } = props.event
  useEffect(() => {
    void client.prefetchQuery(seatMapQuery(seatmapUrl ?? ''))
    void prefetchAvailability(client, id)
  }, [client, seatmapUrl, id])
  return (
    <MapRatio value={seatmapRatio}>
      <MapTickets {...props} />
    </MapRatio>
  )
}

function MapSkeleton() {
  // The space above the map belongs to the switch between the map and the list.
  return (
    <div className="map-columns pt-[3.625rem]">
      <MapRoom />
    </div>
  )
}

/** Notes to read before choosing tickets: personalisation and the KulturPass (EVT-07). */
function TicketNotes({ event }: { event: PageEvent }) {
  const { meta } = usePage()
  return (
    <>
      {event.personalizationRequirement === 'check_in_required' && (
        <p className="max-w-prose">{m.event_personalised()}</p>
      )}
      {event.personalizationRequirement === 'group_personalization_required' && (
        <p className="max-w-prose">{m.event_group_personalised()}</p>
      )}
      {event.kulturpassUrl !== null && meta.kulturpass && !meta.hide_kulturpass && (
        <p className="rounded-lg border border-line px-4 py-3">
          {m.event_kulturpass()}{' '}
          <a href={event.kulturpassUrl} target="_blank" rel="noopener" className="text-link font-semibold">
            {m.event_kulturpass_link()}
          </a>
        </p>
      )}
    </>
  )
}
