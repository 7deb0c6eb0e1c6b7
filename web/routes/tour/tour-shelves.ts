/**
 * EVL-01: the rows of featured tours below the concerts. A row has at least three tours, and none has a tour that another one
 * shows. If the two upper rows are too short, they become one.
 */
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { featuredTours } from './tour-order.ts'

export type TourShelves<Tour> = { left: Tour[]; right: Tour[]; bottom: Tour[] }

export function tourShelves<Tour extends Parameters<typeof featuredTours>[0][number]>(
  tours: Tour[],
): TourShelves<Tour> {
  const left = featuredTours(tours, 'TopLeft')
  const right = featuredTours(tours, 'TopRight').filter((tour) => !left.includes(tour))
  const isFull = (shelf: Tour[]) => shelf.length === 0 || shelf.length >= SHELF_MINIMUM
  const both = [...left, ...right]
  const top = isFull(left) && isFull(right) ? { left, right } : { left: filled(both), right: [] }
  const shown = [...top.left, ...top.right]
  return { ...top, bottom: filled(featuredTours(tours, 'Bottom').filter((tour) => !shown.includes(tour))) }
}

function filled<Tour>(shelf: Tour[]): Tour[] {
  return shelf.length >= SHELF_MINIMUM ? shelf : []
}
