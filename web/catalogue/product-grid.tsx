/**
 * A grid of products (CAT-04). The shop configures the number of columns on wide screens. In a list of a category, a wide
 * product spans two columns.
 */
import type { ProductTileFragment } from '../../schema/generated/operations.ts'
import type { Layout } from '../../schema/layout.ts'
import { usePage } from '../data/page.tsx'
import { PAGE_WIDTH } from './image-sizes.ts'
import { ProductTile, showsPair } from './product-tile.tsx'

export const DEFAULT_COLUMNS = 4
/** The maximum number of columns in windows that are 640 to 1023 pixels wide. */
export const MEDIUM_MAXIMUM = 3
/** The number of products, from the start of the grid, whose images load eagerly and with high priority. */
const URGENT = 2

type ProductGridProps = {
  products: ProductTileFragment[]
  /** Overrides the shop's number of columns, for a list that is too short for them. */
  columns?: number
  heading?: 'h2' | 'h3'
  /** Whether the grid is in the first view of its page. */
  isUrgent?: boolean
  /** Whether `ks_wide_item` has an effect. */
  allowsWide?: boolean
  /** Whether the list is complete, so that a row of two columns on phones must not end with a hole. */
  fillsRows?: boolean
  hidesArtist?: boolean
}

export function ProductGrid({
  products,
  columns: ownColumns,
  heading = 'h3',
  isUrgent = false,
  allowsWide = false,
  fillsRows = false,
  hidesArtist = false,
}: ProductGridProps) {
  const { meta, layout } = usePage()
  const columns = ownColumns ?? meta.item_grid_columns ?? DEFAULT_COLUMNS
  const mediumColumns = Math.min(columns, MEDIUM_MAXIMUM)
  const sizesFor = (span: number, phoneSpan: number, pictures: number) =>
    [
      `(min-width: 1024px) ${Math.round(((PAGE_WIDTH / columns) * Math.min(span, columns)) / pictures)}px`,
      `(min-width: 640px) ${Math.round(((92 / mediumColumns) * Math.min(span, mediumColumns)) / pictures)}vw`,
      layout === 'index' ? '34vw' : `${46 * phoneSpan}vw`,
    ].join(', ')
  const wide = products.map((product) => allowsWide && product.tileMeta.ks_wide_item === true)
  const phoneSpans = spansOnPhone(layout, wide, fillsRows)
  return (
    <ul className="tile-grid" data-columns={columns}>
      {products.map((product, index) => {
        const isWide = wide[index] === true
        const isWideOnPhone = phoneSpans[index] === 2
        return (
          <li key={product.slug} className={spanClass(isWide, isWideOnPhone, columns)}>
            <ProductTile
              product={product}
              heading={heading}
              sizes={sizesFor(isWide ? 2 : 1, isWideOnPhone ? 2 : 1, isWide && showsPair(product) ? 2 : 1)}
              isWide={isWide}
              isUrgent={isUrgent && index < URGENT}
              hidesArtist={hidesArtist}
            />
          </li>
        )
      })}
    </ul>
  )
}

/**
 * The columns, of two, that each tile spans on phones. In the layout of posters, the first tile spans both. If a row would
 * have a hole before a wide tile, or at the end of a complete list, another tile spans both columns too.
 */
function spansOnPhone(layout: Layout, wide: boolean[], isComplete: boolean): number[] {
  // In this layout, each product is a row of its own.
  if (layout === 'index') return wide.map((isWide) => (isWide ? 2 : 1))
  const singles = wide.filter((isWide) => !isWide).length
  const firstIsWide = layout === 'poster' || (isComplete && singles % 2 === 1 && singles === wide.length)
  const spans: number[] = []
  let isRowOpen = false
  for (const isWide of wide) {
    const spansBoth = isWide || (firstIsWide && spans.length === 0)
    if (spansBoth && isRowOpen) spans[spans.length - 1] = 2
    isRowOpen = !spansBoth && !isRowOpen
    spans.push(spansBoth ? 2 : 1)
  }
  if (isComplete && isRowOpen) spans[spans.length - 1] = 2
  return spans
}

function spanClass(isWide: boolean, isWideOnPhone: boolean, columns: number): string {
  if (isWide) return `col-span-2 ${columns === 1 ? 'sm:col-span-1' : ''}`
  return isWideOnPhone ? 'max-sm:col-span-2' : ''
}
