/** The seats that the visitor holds, each with a button that releases it. */
import type { CartPart } from '../../cart/use-cart.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'

type SelectedSeatsProps = {
  items: CartPart[]
  /** Whether the release of a seat is pending. */
  isRemoving: (seatId: string) => boolean
  onRelease: (seatId: string) => void
}

export function SelectedSeats({ items, isRemoving, onRelease }: SelectedSeatsProps) {
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
            const name = m.event_seat_full({
              section: item.seat?.sectionName ?? '',
              row: item.seat?.row ?? '',
              seat: item.seat?.name ?? '',
            })
            return (
              <li
                key={item.id}
                className={`flex items-center gap-3 py-1 ${isRemoving(item.seatId ?? '') ? 'opacity-50' : ''}`}
              >
                <span className="grow py-1">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-sm text-muted">{item.variantName}</span>
                </span>
                <span className="tabular-nums">{formatPrice(item.totalCents)}</span>
                <button
                  type="button"
                  aria-label={m.event_remove_seat({ seat: name })}
                  onClick={() => onRelease(item.seatId ?? '')}
                  className="grid size-11 place-items-center rounded-full hover:bg-ink hover:text-surface"
                >
                  <Icon name="close" className="size-5" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
