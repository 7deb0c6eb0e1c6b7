import { describe, expect, it } from 'vitest'
import { sizesForScreens } from '../../../../web/catalogue/image-sizes.ts'
import { groupByFeature } from '../../../../web/routes/artist/featured-artists.ts'
import { nextChange } from '../../../../web/routes/category/advent.tsx'
import { batchSize, FIRST_BATCH, nextBatch } from '../../../../web/routes/category/category-batches.ts'
import { arrangeCategories } from '../../../../web/routes/category/merch-blocks.ts'

const names = (each: { slug: string }[]) => each.map(({ slug }) => slug)

describe('merch overview', () => {
  const category = (slug: string, featured: string[] = [], type = 'CATEGORY') => ({ slug, featured, type })

  it('CAT-01 puts featured categories at the top left, top right and bottom', () => {
    const blocks = arrangeCategories([
      category('posters', ['bottom']),
      category('records', ['top-right']),
      category('shirts', ['top-left']),
      category('bags', ['bottom']),
    ])
    expect(names(blocks.top)).toEqual(['shirts', 'records'])
    expect(names(blocks.bottom)).toEqual(['posters', 'bags'])
    expect(blocks.others).toEqual([])
  })

  it('CAT-01 shows at most nine categories at the bottom and lists the others by name', () => {
    const blocks = arrangeCategories(Array.from({ length: 14 }, (_, index) => category(`c${index}`)))
    expect(names(blocks.top)).toEqual(['c0', 'c1'])
    expect(blocks.bottom).toHaveLength(9)
    expect(names(blocks.others)).toEqual(['c11', 'c12', 'c13'])
  })

  it('CAT-01 fills the top without featured categories, repeats none and leaves out tours', () => {
    const blocks = arrangeCategories([category('shirts', ['bottom']), category('caps'), category('autumn', [], 'TOUR')])
    expect(names(blocks.top)).toEqual(['caps', 'shirts'])
    expect(blocks.bottom).toEqual([])
    expect(arrangeCategories([])).toEqual({ top: [], bottom: [], others: [] })
  })
})

describe('artist list', () => {
  const artist = (slug: string, featured: string[], left: number | null, right: number | null) => ({
    slug,
    featured,
    sortOrderTicketTopLeft: left,
    sortOrderTicketTopRight: right,
  })

  it('ART-01 has the featured artists left and right, each side in its own order', () => {
    const roster = groupByFeature([
      artist('d', [], null, null),
      artist('b', ['left'], 2, 1),
      artist('c', ['right'], 1, 9),
      artist('a', ['left'], 1, 2),
      artist('e', ['right'], 2, 3),
      artist('f', ['right'], null, null),
    ])
    expect([names(roster.left), names(roster.right), names(roster.others)]).toEqual([
      ['a', 'b'],
      ['e', 'c', 'f'],
      ['d'],
    ])
  })
})

describe('parts of a category', () => {
  const answer = (count: number, endCursor: string | null) => ({
    nodes: Array.from({ length: count }),
    pageInfo: { endCursor, hasNextPage: endCursor !== null },
  })

  it('CAT-03 have 18 products, or six of the same answer for touch', () => {
    expect([batchSize(false), batchSize(true)]).toEqual([18, 6])
    const first = answer(18, 'x')
    const second = nextBatch(FIRST_BATCH, first, 6)
    expect(second).toEqual({ after: null, from: 6 })
    expect(nextBatch({ after: null, from: 12 }, first, 6)).toEqual({ after: 'x', from: 0 })
    expect(nextBatch(FIRST_BATCH, first, 18)).toEqual({ after: 'x', from: 0 })
  })

  it('CAT-03 end with the category', () => {
    expect(nextBatch(FIRST_BATCH, answer(8, null), 6)).toEqual({ after: null, from: 6 })
    expect(nextBatch({ after: null, from: 6 }, answer(8, null), 6)).toBeNull()
    expect(nextBatch(FIRST_BATCH, answer(0, null), 18)).toBeNull()
  })
})

describe('Advent sale', () => {
  it('CAT-05 counts down to the next change, and to none after the last', () => {
    expect(nextChange([100, 200, 300], 50)).toBe(100)
    expect(nextChange([100, 200, 300], 100)).toBe(200)
    expect(nextChange([100, 200, 300], 300)).toBeNull()
  })
})

describe('sizes of a picture', () => {
  const fine = '(pointer: coarse) and (min-resolution: 2.5dppx)'
  const sharp = '(pointer: coarse) and (min-resolution: 1.5dppx)'

  it('PROD-01 are doubled for a sharp screen, but not for touch', () => {
    expect(sizesForScreens('(min-width: 768px) 56vw, 100vw', undefined).split(', ')).toEqual([
      `${fine} and (min-width: 768px) calc(56vw * 0.333)`,
      `${fine} calc(100vw * 0.333)`,
      `${sharp} and (min-width: 768px) calc(56vw * 0.5)`,
      `${sharp} calc(100vw * 0.5)`,
      '(min-resolution: 1.5dppx) and (min-width: 768px) 56vw',
      '(min-resolution: 1.5dppx) 100vw',
      '(min-width: 768px) 56vw',
      '100vw',
    ])
  })

  it('CAT-04 are larger if the shop prefers it, by a word or by a width up to 1500', () => {
    expect(sizesForScreens('100vw', 'high').split(', ')).toEqual([
      `${fine} calc(100vw * 0.5)`,
      `${sharp} calc(100vw * 0.75)`,
      '(min-resolution: 1.5dppx) 100vw',
      'calc(100vw * 1.5)',
    ])
    expect(sizesForScreens('100vw', 'very high')).toMatch(
      /^\(pointer.*0\.667\), .*1\.5dppx\) 100vw, .* calc\(100vw \* 2\)$/,
    )
    expect(sizesForScreens('100vw', 1000)).toMatch(
      /\(min-resolution: 1\.5dppx\) max\(100vw, 500px\), max\(100vw, 1000px\)$/,
    )
    expect(sizesForScreens('100vw', 4000)).toMatch(/max\(100vw, 1500px\)$/)
    expect(sizesForScreens('80px', 1000)).toMatch(/80px$/)
  })
})
