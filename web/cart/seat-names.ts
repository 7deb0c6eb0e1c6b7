/** Names of seats in sentences. */
import { m } from '../i18n/messages.ts'
import { inNaturalOrder } from '../ui/natural-order.ts'
import type { MovedSeats, NamedSeat } from './use-remove-item.ts'

/**
 * Names several seats of a row together, if they have the same properties. The properties are in brackets, because the names
 * are the subject of a sentence.
 */
export function seatNames(seats: NamedSeat[]): string {
  const rows = Map.groupBy(seats, ({ section, row, properties }) => [section, row, ...properties].join(' '))
  return [...rows.values()]
    .map((members) => {
      const numbers = members.map(({ seat }) => seat).sort(inNaturalOrder)
      const { section = '', row = '', properties = [] } = members[0] ?? {}
      const names =
        members.length > 1
          ? m.event_seats_in_row({ section, row, seats: numbers.join(', ') })
          : m.event_seat_full({ section, row, seat: numbers.join() })
      return properties.length > 0 ? `${names} (${properties.join(', ')})` : names
    })
    .join(' · ')
}

export function movedText({ from, to }: MovedSeats): string {
  return m.event_seats_moved({ wanted: seatNames(from), held: seatNames(to) })
}
