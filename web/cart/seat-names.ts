/** Names of seats in sentences. */
import { m } from '../i18n/messages.ts'
import { inNaturalOrder } from '../ui/natural-order.ts'
import type { MovedSeats, NamedSeat } from './use-remove-item.ts'

/** Names several seats of a row together. */
export function seatNames(seats: NamedSeat[]): string {
  const rows = Map.groupBy(seats, ({ section, row }) => `${section} ${row}`)
  return [...rows.values()]
    .map((members) => {
      const numbers = members.map(({ seat }) => seat).sort(inNaturalOrder)
      const { section = '', row = '' } = members[0] ?? {}
      return members.length > 1
        ? m.event_seats_in_row({ section, row, seats: numbers.join(', ') })
        : m.event_seat_full({ section, row, seat: numbers.join() })
    })
    .join(' · ')
}

export function movedText({ from, to }: MovedSeats): string {
  return m.event_seats_moved({ wanted: seatNames(from), held: seatNames(to) })
}
