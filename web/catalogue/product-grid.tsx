/**
 * A grid of products (CAT-04). The shop configures the number of columns on wide screens. In a list of a category, a wide
 * product spans two columns.
 */
import type { ProductTileFragment } from '../../schema/generated/operations.ts'
import { productMeta } from '../data/meta.ts'
import { usePage } from '../data/page.tsx'
import { ProductTile } from './product-tile.tsx'

const COLUMNS = 4
/** The maximum number of columns in windows that are 640 to 1023 pixels wide. */
const MEDIUM_MAXIMUM = 3
/** The maximum width of the page without its margins, in pixels. */
const PAGE_WIDTH = 1248
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
  hidesArtist?: boolean
}

export function ProductGrid({
  products,
  columns: ownColumns,
  heading = 'h3',
  isUrgent = false,
  allowsWide = false,
  hidesArtist = false,
}: ProductGridProps) {
  const { meta, layout } = usePage()
  const columns = ownColumns ?? meta.item_grid_columns ?? COLUMNS
  const mediumColumns = Math.min(columns, MEDIUM_MAXIMUM)
  const sizesFor = (span: number, isFirst: boolean) =>
    [
      `(min-width: 1024px) ${Math.round((PAGE_WIDTH / columns) * Math.min(span, columns))}px`,
      `(min-width: 640px) ${Math.round((92 / mediumColumns) * Math.min(span, mediumColumns))}vw`,
      layout === 'index' ? '34vw' : `${46 * (layout === 'poster' && isFirst ? 2 : span)}vw`,
    ].join(', ')
  return (
    <ul className="tile-grid" data-columns={columns}>
      {products.map((product, index) => {
        const isWide = allowsWide && productMeta(product).ks_wide_item === true
        return (
          <li key={product.id} className={isWide ? `col-span-2 ${columns === 1 ? 'sm:col-span-1' : ''}` : ''}>
            <ProductTile
              product={product}
              heading={heading}
              sizes={sizesFor(isWide ? 2 : 1, index === 0)}
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
