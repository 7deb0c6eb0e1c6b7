/** CAT-04: a grid of products. The shop configures the number of columns. A wide product spans two columns. */
import type { ProductTileFragment } from '../../../schema/generated/operations.ts'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'

const COLUMNS = 4
/** The maximum number of columns in windows that are 640 to 1023 pixels wide. */
const MEDIUM_MAXIMUM = 3
/** The maximum width of the page without its margins, in pixels. */
const PAGE_WIDTH = 1248
/** The number of products, from the start of the grid, whose images load eagerly and with high priority. */
const URGENT = 2

export function ProductGrid({ products }: { products: ProductTileFragment[] }) {
  const { meta } = usePage()
  const columns = meta.item_grid_columns ?? COLUMNS
  const mediumColumns = Math.min(columns, MEDIUM_MAXIMUM)
  const sizesFor = (span: number) =>
    [
      `(min-width: 1024px) ${Math.round((PAGE_WIDTH / columns) * Math.min(span, columns))}px`,
      `(min-width: 640px) ${Math.round((92 / mediumColumns) * Math.min(span, mediumColumns))}vw`,
      `${46 * span}vw`,
    ].join(', ')
  return (
    <ul className="tile-grid" data-columns={columns}>
      {products.map((product, index) => {
        const isWide = productMeta(product).ks_wide_item === true
        return (
          <li key={product.id} className={isWide ? `col-span-2 ${columns === 1 ? 'sm:col-span-1' : ''}` : ''}>
            <ProductTile
              product={product}
              heading="h2"
              sizes={sizesFor(isWide ? 2 : 1)}
              isWide={isWide}
              isUrgent={index < URGENT}
            />
          </li>
        )
      })}
    </ul>
  )
}
