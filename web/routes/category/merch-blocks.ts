/**
 * CAT-01: the layout of the merch overview: two blocks at the top and nine at the bottom. The catalogue may feature a category
 * at the top left, at the top right or at the bottom. Other categories fill the empty blocks in the catalogue's order.
 * Categories without a block are listed below. Tours are left out, because they have their own pages.
 */

const BOTTOM_BLOCKS = 9

type FeaturedCategory = { type: string; featured: string[] }

export type MerchBlocks<Category> = { top: Category[]; bottom: Category[]; others: Category[] }

export function arrangeCategories<Category extends FeaturedCategory>(categories: Category[]): MerchBlocks<Category> {
  const remaining = categories.filter(({ type }) => type !== 'TOUR')
  const take = (taken: Category | undefined) => {
    if (taken) remaining.splice(remaining.indexOf(taken), 1)
    return taken ? [taken] : []
  }
  const featuredAt = (block: string) => remaining.find(({ featured }) => featured.includes(block))
  const nextCategory = () => remaining.find(({ featured }) => featured.length === 0) ?? remaining[0]
  const left = take(featuredAt('top-left'))
  const right = take(featuredAt('top-right'))
  const orNext = (block: Category[]) => (block.length > 0 ? block : take(nextCategory()))
  const top = [...orNext(left), ...orNext(right)]
  const bottom = remaining.filter(({ featured }) => featured.includes('bottom')).slice(0, BOTTOM_BLOCKS)
  for (const category of bottom) take(category)
  while (bottom.length < BOTTOM_BLOCKS && remaining.length > 0) bottom.push(...take(remaining[0]))
  return { top, bottom, others: remaining }
}
