/** CAT-04: products in as many columns as the shop wants; a wide one takes two of them. */
import type { ProductTileFragment } from '../../../schema/generated/operations.ts'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'

const COLUMNS = 4
const MOST_COLUMNS_BETWEEN = 3
/** The page's width without its margins, in pixels. */
const PAGE_WIDTH = 1248
/** What the first view shows. */
const URGENT = 2

export function ProductGrid({ products }: { products: ProductTileFragment[] }) {
  const { meta } = usePage()
  const columns = meta.item_grid_columns ?? COLUMNS
  const between = Math.min(columns, MOST_COLUMNS_BETWEEN)
  const sizesOver = (taken: number) =>
    [
      `(min-width: 1024px) ${Math.round((PAGE_WIDTH / columns) * Math.min(taken, columns))}px`,
      `(min-width: 640px) ${Math.round((92 / between) * Math.min(taken, between))}vw`,
      `${46 * taken}vw`,
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
              sizes={sizesOver(isWide ? 2 : 1)}
              isWide={isWide}
              isUrgent={index < URGENT}
            />
          </li>
        )
      })}
    </ul>
  )
}
