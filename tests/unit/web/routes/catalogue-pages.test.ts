import { describe, expect, it } from 'vitest'
import { sizesForScreens } from '../../../../web/catalogue/image-sizes.ts'
import { groupByFeature } from '../../../../web/routes/artist/featured-artists.ts'
import { nextChange } from '../../../../web/routes/category/advent.tsx'
import { batchSize, FIRST_BATCH, nextBatch } from '../../../../web/routes/category/category-batches.ts'
import { arrangeCategories } from '../../../../web/routes/category/merch-blocks.ts'

const slugsOf = (items: { slug: string }[]) => items.map(({ slug }) => slug)

describe('merch overview', () => {
  const category = (slug: string, featured: string[] = [], type = 'CATEGORY') => ({ slug, featured, type })

  it('CAT-01 puts featured categories at the top, left before right, and at the bottom', () => {
    const blocks = arrangeCategories([
      category('posters', ['bottom']),
      category('records', ['top-right']),
      category('shirts', ['top-left']),
      category('bags', ['bottom']),
    ])
    expect(slugsOf(blocks.top)).toEqual(['shirts', 'records'])
    expect(slugsOf(blocks.bottom)).toEqual(['posters', 'bags'])
    expect(blocks.others).toEqual([])
  })

  it('CAT-01 puts two categories at the top, at most nine at the bottom, and lists the others', () => {
    const blocks = arrangeCategories(Array.from({ length: 14 }, (_, index) => category(`c${index}`)))
    expect(slugsOf(blocks.top)).toEqual(['c0', 'c1'])
    expect(blocks.bottom).toHaveLength(9)
    expect(slugsOf(blocks.others)).toEqual(['c11', 'c12', 'c13'])
  })

  it('CAT-01 fills empty positions at the top with other categories, shows each category once and excludes tours', () => {
    const blocks = arrangeCategories([category('shirts', ['bottom']), category('caps'), category('autumn', [], 'TOUR')])
    expect(slugsOf(blocks.top)).toEqual(['caps', 'shirts'])
    expect(blocks.bottom).toEqual([])
    expect(arrangeCategories([])).toEqual({ top: [], bottom: [], others: [] })
  })

  it('CAT-01 keeps a category at the top right if none is featured at the top left', () => {
    const blocks = arrangeCategories([category('records', ['top-right']), category('caps'), category('bags')])
    expect(slugsOf(blocks.top)).toEqual(['caps', 'records'])
    expect(slugsOf(blocks.bottom)).toEqual(['bags'])
  })

  it('CAT-01 shows a category once if it is featured at the top left and at the top right', () => {
    const blocks = arrangeCategories([category('records', ['top-left', 'top-right']), category('caps')])
    expect(slugsOf(blocks.top)).toEqual(['records', 'caps'])
    expect(blocks).toMatchObject({ bottom: [], others: [] })
  })
})

describe('artist list', () => {
  const artist = (slug: string, featured: string[], left: number | null, right: number | null) => ({
    slug,
    featured,
    sortOrderTicketTopLeft: left,
    sortOrderTicketTopRight: right,
  })

  it('ART-01 groups featured artists into left and right, and sorts each side by its own sort order', () => {
    const roster = groupByFeature([
      artist('d', [], null, null),
      artist('b', ['left'], 2, 1),
      artist('c', ['right'], 1, 9),
      artist('a', ['left'], 1, 2),
      artist('e', ['right'], 2, 3),
      artist('f', ['right'], null, null),
    ])
    expect([slugsOf(roster.left), slugsOf(roster.right), slugsOf(roster.others)]).toEqual([
      ['a', 'b'],
      ['e', 'c', 'f'],
      ['d'],
    ])
  })
})

describe('batches of a category', () => {
  const answer = (count: number, endCursor: string | null) => ({
    nodes: Array.from({ length: count }),
    pageInfo: { endCursor, hasNextPage: endCursor !== null },
  })

  it('CAT-03 contain 18 products, or six on touch devices, where one answer of 18 fills three batches', () => {
    expect([batchSize(false), batchSize(true)]).toEqual([18, 6])
    const first = answer(18, 'x')
    const second = nextBatch(FIRST_BATCH, first, 6)
    expect(second).toEqual({ after: null, from: 6 })
    expect(nextBatch({ after: null, from: 12 }, first, 6)).toEqual({ after: 'x', from: 0 })
    expect(nextBatch(FIRST_BATCH, first, 18)).toEqual({ after: 'x', from: 0 })
  })

  it('CAT-03 end after the last product of the category', () => {
    expect(nextBatch(FIRST_BATCH, answer(8, null), 6)).toEqual({ after: null, from: 6 })
    expect(nextBatch({ after: null, from: 6 }, answer(8, null), 6)).toBeNull()
    expect(nextBatch(FIRST_BATCH, answer(0, null), 18)).toBeNull()
  })
})

describe('Advent sale', () => {
  it('CAT-05 counts down to the next change of its doors, and has no countdown after the last one', () => {
    expect(nextChange([100, 200, 300], 50)).toBe(100)
    expect(nextChange([100, 200, 300], 100)).toBe(200)
    expect(nextChange([100, 200, 300], 300)).toBeNull()
  })
})

describe('the sizes attribute of a picture', () => {
  it('PROD-01 asks for two image pixels per CSS pixel on high-resolution screens, whatever the pointer', () => {
    expect(sizesForScreens('(min-width: 768px) 56vw, 100vw', undefined).split(', ')).toEqual([
      '(min-resolution: 2.5dppx) and (min-width: 768px) 37.3vw',
      '(min-resolution: 2.5dppx) 66.7vw',
      '(min-resolution: 1.5dppx) and (min-width: 768px) 56vw',
      '(min-resolution: 1.5dppx) 100vw',
      '(min-width: 768px) 56vw',
      '100vw',
    ])
  })

  it('CAT-04 grows with the shop’s image quality, which is a word or a minimum width of at most 1500 pixels', () => {
    const above1x = ['(min-resolution: 2.5dppx) 66.7vw', '(min-resolution: 1.5dppx) 100vw']
    expect(sizesForScreens('100vw', 'high').split(', ')).toEqual([...above1x, '150vw'])
    expect(sizesForScreens('100vw', 'very high').split(', ')).toEqual([...above1x, '200vw'])
    expect(sizesForScreens('100vw', 1000)).toMatch(
      /\(min-resolution: 1\.5dppx\) max\(100vw, 500px\), max\(100vw, 1000px\)$/,
    )
    expect(sizesForScreens('100vw', 4000)).toMatch(/max\(100vw, 1500px\)$/)
    expect(sizesForScreens('80px', 1000)).toBe('(min-resolution: 2.5dppx) 53.3px, (min-resolution: 1.5dppx) 80px, 80px')
  })
})
