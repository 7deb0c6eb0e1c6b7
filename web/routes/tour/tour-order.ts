/** In which order tours and their concerts stand: each place in the shop has a sort order of its own. */

type Dated = { happeningFromAt: number; doorAt: number | null }

/** By start, then by doors (TOUR-01). */
export function inTourOrder<Event extends Dated>(events: Event[]): Event[] {
  return events.toSorted((a, b) => a.happeningFromAt - b.happeningFromAt || (a.doorAt ?? 0) - (b.doorAt ?? 0))
}

type Placed = {
  name: string
  startAt: number
  sortOrderTicketTopLeft: number | null
  sortOrderTicketTopRight: number | null
  sortOrderTicketBottom: number | null
}

/** Tours featured at a place, by that place's own order; positive orders of the bottom count as negative (EVL-01). */
export function featuredTours<Tour extends Placed>(tours: Tour[], place: 'TopLeft' | 'TopRight' | 'Bottom'): Tour[] {
  const orderOf = (tour: Tour) => {
    const order = tour[`sortOrderTicket${place}`]
    return order !== null && place === 'Bottom' ? -Math.abs(order) : order
  }
  return tours
    .flatMap((tour) => {
      const order = orderOf(tour)
      return order === null ? [] : [{ tour, order }]
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ tour }) => tour)
}

export type TourSorting = 'startDate' | 'name'

export function sortedTours<Tour extends Placed>(tours: Tour[], by: TourSorting): Tour[] {
  return tours.toSorted((a, b) => (by === 'name' ? a.name.localeCompare(b.name, 'de') : a.startAt - b.startAt))
}
