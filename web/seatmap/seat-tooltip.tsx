/**
 * The tooltip of the seat under the mouse: section, row, number, category, price, state and flags. For visitors without a
 * mouse, the list shows the same, except the category.
 */
import type { Point } from '../../schema/seat-map.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import type { CategorySign } from './category-signs.ts'
import { FlagSign } from './flag-sign.tsx'
import { flagsOf } from './seat-flags.ts'
import type { SeatModel } from './seat-model.ts'
import { stateText } from './state-text.ts'

type SeatTooltipProps = {
  model: SeatModel
  index: number
  at: Point
  /** Null if the sale has not begun, and the seats have no state yet. */
  status: number | undefined | null
  sign: CategorySign | undefined
  price: number | null
}

export function SeatTooltip({ model, index, at: [x, y], status, sign, price }: SeatTooltipProps) {
  const seat = model.seats[index]
  const section = seat && model.sections[seat.section]
  if (!seat || !section) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 w-max max-w-60 -translate-x-1/2 rounded-lg bg-ink px-3 py-2 text-sm text-surface shadow-lg"
      style={{ left: x, top: y, translate: y < 110 ? '0 1.25rem' : '0 calc(-100% - 1.25rem)' }}
    >
      <p className="font-semibold">{section.name}</p>
      <p>
        {m.event_row({ row: seat.row })} · {m.event_seat({ seat: seat.number })}
      </p>
      <p className="flex gap-2 opacity-85">
        {sign && sign.name !== section.name && <span>{sign.name}</span>}
        {price !== null && <span className="font-semibold tabular-nums">{formatPrice(price)}</span>}
      </p>
      {status !== null && <p className="opacity-85">{stateText(status)}</p>}
      {flagsOf(seat).map((flag) => (
        <p key={flag.bit} className="flex items-center gap-2">
          <FlagSign flag={flag} />
          {flag.name()}
        </p>
      ))}
    </div>
  )
}
