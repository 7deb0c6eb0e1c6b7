/**
 * CAT-01: how the overview of merch is laid out. Categories that the catalogue features stand in the blocks top-left,
 * top-right and bottom, each in set order, at most nine at the bottom. A block that nothing is featured for takes the
 * next categories in set order; whoever found no place is named below. Tours have pages of their own.
 */

const BOTTOM_FEATURES = 9

type Placed = { type: string; featured: string[] }

export type MerchBlocks<Category> = { top: Category[]; bottom: Category[]; others: Category[] }

export function merchBlocks<Category extends Placed>(categories: Category[]): MerchBlocks<Category> {
  const left = categories.filter(({ type }) => type !== 'TOUR')
  const take = (taken: Category | undefined) => {
    if (taken) left.splice(left.indexOf(taken), 1)
    return taken ? [taken] : []
  }
  const featuredAt = (place: string) => left.find(({ featured }) => featured.includes(place))
  const unplaced = () => left.find(({ featured }) => featured.length === 0) ?? left[0]
  const first = featuredAt('top-left')
  const second = featuredAt('top-right')
  const top = [...take(first), ...take(second)]
  while (top.length < 2 && left.length > 0) top.push(...take(unplaced()))
  const bottom = left.filter(({ featured }) => featured.includes('bottom')).slice(0, BOTTOM_FEATURES)
  for (const category of bottom) take(category)
  while (bottom.length < BOTTOM_FEATURES && left.length > 0) bottom.push(...take(left[0]))
  return { top, bottom, others: left }
}
