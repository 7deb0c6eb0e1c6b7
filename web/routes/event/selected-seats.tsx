/** The seats that the visitor holds, each with the choice of its price and a button that releases it. */
import { seatText } from '../../cart/item-text.ts'
import type { CartPart } from '../../cart/use-cart.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PageEvent } from './event.ts'
import { PriceChoice } from './price-choice.tsx'

type SelectedSeatsProps = {
  event: PageEvent
  items: CartPart[]
  /** Whether the release of a seat is pending. */
  isRemoving: (seatId: string) => boolean
  onRelease: (seatId: string) => void
  onNotice: (notice: Notice | null) => void
}

export function SelectedSeats({ event, items, isRemoving, onRelease, onNotice }: SelectedSeatsProps) {
  const seated = items.filter((item) => item.seatId !== null)
  return (
    <section aria-labelledby="selected-seats">
      <h3 id="selected-seats" className="font-semibold">
        {m.event_selected()}
      </h3>
      {seated.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{m.event_selected_none()}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {seated.map((item) => {
            const name = seatText(item.seat) ?? ''
            return (
              <li key={item.id} className={`py-2 ${isRemoving(item.seatId ?? '') ? 'opacity-50' : ''}`}>
                <p className="font-medium">{name}</p>
                <div className="flex min-h-11 items-center gap-2">
                  <PriceChoice event={event} item={item} seat={name} onNotice={onNotice} />
                  <button
                    type="button"
                    aria-label={m.event_remove_seat({ seat: name })}
                    onClick={() => onRelease(item.seatId ?? '')}
                    className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink hover:text-surface"
                  >
                    <Icon name="close" className="size-5" />
                  </button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
