import { expect, it } from 'vitest'
import { LAYOUTS } from '../../../../schema/layout.ts'
import { inRowsWithoutHoles } from '../../../../web/routes/category/wide-products.ts'
import { tileProduct } from '../../../support/product-tile.ts'

/** All lists of up to seven products, as a letter for each product: w is wide, n is not. */
const LISTS = Array.from({ length: 2 ** 8 - 2 }, (_, index) =>
  [...(index + 2).toString(2)]
    .slice(1)
    .map((bit) => (bit === '1' ? 'w' : 'n'))
    .join(''),
)

function productsOf(list: string) {
  return [...list].map((letter, index) =>
    tileProduct({ slug: `${letter}${index}`, tileMeta: { ks_wide_item: letter === 'w' } }),
  )
}

const isWide = (slug: string) => slug.startsWith('w')

/** Returns the slugs of the wide products that do not fit into the rest of their row. */
function afterHoles(slugs: string[], length: number, firstSpan: number): string[] {
  const holes: string[] = []
  let used = 0
  for (const [index, slug] of slugs.entries()) {
    const span = index === 0 ? Math.max(firstSpan, isWide(slug) ? 2 : 1) : isWide(slug) ? 2 : 1
    if (span === 2 && used % length === length - 1) {
      holes.push(slug)
      used += 1
    }
    used += span
  }
  return holes
}

it('CAT-04 a wide product leaves no hole before it in the rows of phones, of medium and of wide windows, if other products follow', () => {
  for (const layout of LAYOUTS) {
    for (const columns of [1, 2, 3, 4, 5, 6]) {
      for (const list of LISTS) {
        const slugs = inRowsWithoutHoles(productsOf(list), { columns, layout, isComplete: false }).map(
          ({ slug }) => slug,
        )
        const label = `${list} in ${columns} columns of ${layout}: ${slugs.join()}`
        expect(afterHoles(slugs, 2, layout === 'poster' ? 2 : 1), label).toEqual([])
        for (const length of [Math.min(columns, 3), columns].filter((length) => length > 1)) {
          expect(afterHoles(slugs, length, 1), label).toEqual([])
        }
      }
    }
  }
})

it('CAT-04 a complete list has all its products, and wide and other products each keep their order', () => {
  for (const columns of [2, 4, 5]) {
    for (const list of LISTS) {
      const products = productsOf(list)
      const arranged = inRowsWithoutHoles(products, { columns, layout: 'split', isComplete: true })
      const order = [...arranged.filter(({ slug }) => isWide(slug)), ...arranged.filter(({ slug }) => !isWide(slug))]
      expect(order).toEqual([
        ...products.filter(({ slug }) => isWide(slug)),
        ...products.filter(({ slug }) => !isWide(slug)),
      ])
    }
  }
})

it('CAT-03, CAT-04 the start of a list stays as it is when more products arrive', () => {
  for (const list of LISTS) {
    const products = productsOf(list)
    const whole = inRowsWithoutHoles(products, { columns: 4, layout: 'split', isComplete: true })
    for (let count = 1; count < products.length; count++) {
      const start = inRowsWithoutHoles(products.slice(0, count), { columns: 4, layout: 'split', isComplete: false })
      expect(whole.slice(0, start.length)).toEqual(start)
    }
  }
})

it('CAT-04 the next product moves up before a wide one that would leave a hole', () => {
  const slugs = (list: string) =>
    inRowsWithoutHoles(productsOf(list), { columns: 4, layout: 'split', isComplete: true }).map(({ slug }) => slug)
  expect(slugs('wnn')).toEqual(['w0', 'n1', 'n2'])
  expect(slugs('nwnnnn')).toEqual(['n0', 'n2', 'n3', 'n4', 'w1', 'n5'])
})
