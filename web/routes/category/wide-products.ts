/**
 * CAT-04: sorts the products of a category. A wide product (`ks_wide_item`) takes two columns. If it would leave a hole at the
 * end of a row, the next products come before it.
 */
import type { ProductTileFragment } from '../../../schema/generated/operations.ts'
import type { Layout } from '../../../schema/layout.ts'
import { MEDIUM_MAXIMUM } from '../../catalogue/product-grid.tsx'

type Grid = {
  /** The number of columns on wide screens. */
  columns: number
  layout: Layout
  /** Whether the list is complete. If not, a wide product that does not fit yet is left out until more products have arrived. */
  isComplete: boolean
}

const PHONE_COLUMNS = 2

/** The start of the result does not change when the list grows. */
export function inRowsWithoutHoles(
  products: ProductTileFragment[],
  { columns, layout, isComplete }: Grid,
): ProductTileFragment[] {
  const arranged: ProductTileFragment[] = []
  const waiting: ProductTileFragment[] = []
  // The number of columns that the tiles span so far. With the layout `poster`, the first tile spans both columns of a phone.
  let used = 0
  let usedOnPhone = 0
  const place = (product: ProductTileFragment, span: number) => {
    usedOnPhone += layout === 'poster' && arranged.length === 0 ? PHONE_COLUMNS : span
    used += span
    arranged.push(product)
  }
  const leavesHole = () =>
    usedOnPhone % PHONE_COLUMNS === 1 ||
    // In a grid of one column, a wide tile leaves no hole.
    [Math.min(columns, MEDIUM_MAXIMUM), columns].some((length) => length > 1 && used % length === length - 1)
  const nextFitting = () => (leavesHole() ? undefined : waiting.shift())
  for (const product of products) {
    if (product.tileMeta.ks_wide_item) waiting.push(product)
    else place(product, 1)
    for (let wide = nextFitting(); wide; wide = nextFitting()) place(wide, 2)
  }
  return isComplete ? [...arranged, ...waiting] : arranged
}
