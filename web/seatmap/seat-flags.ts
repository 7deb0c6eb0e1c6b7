/**
 * The flags of special seats. Each has a sign for the map and the list, a name and a filter. Two filters select only
 * wheelchair spaces or only companion seats. The other two exclude standing places or seats with a restricted view.
 */
import { seatProperties } from '../../schema/rules/seat-properties.ts'
import { SEAT_FLAGS } from '../../schema/seat-map.ts'
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'
import type { SeatModel } from './seat-model.ts'

export type SeatFlag = {
  bit: number
  /** An SVG path with coordinates from -1 to 1. It is stroked, not filled. */
  sign: string
  name: () => string
  filter: { kind: 'only' | 'without'; label: () => string }
}

const SIGNS: readonly Omit<SeatFlag, 'name'>[] = [
  {
    bit: SEAT_FLAGS.accessible,
    sign: 'M-.1-.85h.01M-.1-.5-.05.1H.42L.68.68M-.32 0A.5.5 0 1 0 .4.52',
    filter: { kind: 'only', label: m.event_only_accessible },
  },
  {
    bit: SEAT_FLAGS.companion,
    sign: 'M-.4-.6h.01M-.4-.15V.65M.4-.6h.01M.4-.15V.65M-.4.1H.4',
    filter: { kind: 'only', label: m.event_only_companion },
  },
  {
    bit: SEAT_FLAGS.restrictedView,
    sign: 'M-.85 0Q0-.9.85 0Q0 .9-.85 0M-.65.75.65-.75',
    filter: { kind: 'without', label: m.event_without_restricted },
  },
  {
    bit: SEAT_FLAGS.standing,
    sign: 'M0-.8h.01M0-.45V.2L-.3.85M0 .2.3.85M-.4-.15H.4',
    filter: { kind: 'without', label: m.event_without_standing },
  },
]

export const FLAGS: readonly SeatFlag[] = SIGNS.map((flag) => ({
  ...flag,
  name: () => seatProperties(flag.bit, currentLocale()).join(),
}))

export function flagsOf({ flags = 0 }: { flags?: number }): SeatFlag[] {
  return FLAGS.filter(({ bit }) => (flags & bit) !== 0)
}

/** The flags that occur on the map. */
export function flagsIn(model: SeatModel): SeatFlag[] {
  const all = model.flagged.reduce((bits, seat) => bits | seat.flags, 0)
  return flagsOf({ flags: all })
}

/**
 * Returns one byte per seat: 1 if the seat matches the chosen filters, otherwise 0. Returns null if no filter is chosen.
 * With several "only" filters, a seat needs to match one of them. `categories` are numbers of pricing categories.
 */
export function seatFilterMask(
  model: SeatModel,
  chosen: readonly SeatFlag[],
  categories: readonly number[],
): Uint8Array | null {
  if (chosen.length === 0 && categories.length === 0) return null
  const bitsOf = (kind: 'only' | 'without') =>
    chosen.filter(({ filter }) => filter.kind === kind).reduce((bits, { bit }) => bits | bit, 0)
  const [only, without] = [bitsOf('only'), bitsOf('without')]
  return Uint8Array.from(model.seats, ({ flags = 0, pricing_category_id }) =>
    (only === 0 || (flags & only) !== 0) &&
    (flags & without) === 0 &&
    (categories.length === 0 || categories.includes(pricing_category_id))
      ? 1
      : 0,
  )
}
