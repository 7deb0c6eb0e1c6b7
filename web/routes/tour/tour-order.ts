/** The order of tours and of their concerts. Each list of featured tours has a sort order of its own. */

/** Not Infinity, because Infinity − Infinity is NaN. */
const LAST = Number.MAX_SAFE_INTEGER

type TourEvent = { happeningFromAt: number | null; doorAt: number | null }

/** Sorts by start, then by the time when the doors open (TOUR-01). Concerts with a secret date come last. */
export function sortTourEvents<Event extends TourEvent>(events: Event[]): Event[] {
  const startOf = ({ happeningFromAt }: TourEvent) => happeningFromAt ?? LAST
  return events.toSorted((a, b) => startOf(a) - startOf(b) || (a.doorAt ?? 0) - (b.doorAt ?? 0))
}

type FeaturedTour = {
  sortOrderTicketTopLeft: number | null
  sortOrderTicketTopRight: number | null
  sortOrderTicketBottom: number | null
}

/**
 * The tours that have a sort order for the list, sorted by it. In the list at the bottom, positive sort orders count as
 * negative (EVL-01).
 */
export function featuredTours<Tour extends FeaturedTour>(
  tours: Tour[],
  list: 'TopLeft' | 'TopRight' | 'Bottom',
): Tour[] {
  const orderOf = (tour: Tour) => {
    const order = tour[`sortOrderTicket${list}`]
    return order !== null && list === 'Bottom' ? -Math.abs(order) : order
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

/** Tours with a secret start come last in the order of start. */
export function sortTours<Tour extends { name: string; startAt: number | null }>(
  tours: Tour[],
  by: TourSorting,
): Tour[] {
  const startOf = (tour: Tour) => tour.startAt ?? LAST
  return tours.toSorted((a, b) => (by === 'name' ? a.name.localeCompare(b.name, 'de') : startOf(a) - startOf(b)))
}
