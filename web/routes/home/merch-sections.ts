/**
 * HOME-03: arranges the merch of a band's home page. Categories with fewer than three products share a section. A section with
 * more than one row of tiles ends with a full row.
 */
import { SHELF_MINIMUM } from '../../../schema/limits.ts'

const COLUMNS = 4
const ROWS = 2

type CategoryProducts<Category, Product> = { category: Category; products: Product[] }

export type MerchSection<Category, Product> = {
  /** More than one if small categories share the section. */
  categories: Category[]
  products: Product[]
  columns: number
  /** The categories of which the section does not show all products. */
  cut: Category[]
}

/** `shopColumns` is the shop's own number of columns (CAT-04), or null. */
export function arrangeSections<Category, Product extends { slug: string }>(
  sections: readonly CategoryProducts<Category, Product>[],
  shopColumns: number | null,
): MerchSection<Category, Product>[] {
  const full = sections.filter(({ products }) => products.length >= SHELF_MINIMUM)
  const small = sections.filter(({ products }) => products.length < SHELF_MINIMUM)
  // The larger category comes last, because its products may be cut.
  if (small.length > 0 && uniqueProducts(small).length < SHELF_MINIMUM) small.push(...full.splice(-1))
  return [...full.map((section) => [section]), ...(small.length > 0 ? [small] : [])].map((group) =>
    sectionOf(group, shopColumns),
  )
}

function sectionOf<Category, Product extends { slug: string }>(
  group: readonly CategoryProducts<Category, Product>[],
  shopColumns: number | null,
): MerchSection<Category, Product> {
  const all = uniqueProducts(group)
  const { shown, columns } = fillRows(all.length, shopColumns)
  const products = all.slice(0, shown)
  const slugs = new Set(products.map(({ slug }) => slug))
  return {
    categories: group.map(({ category }) => category),
    products,
    columns,
    cut: group.flatMap((part) => (part.products.every(({ slug }) => slugs.has(slug)) ? [] : [part.category])),
  }
}

function uniqueProducts<Product extends { slug: string }>(group: readonly { products: Product[] }[]): Product[] {
  return [...new Map(group.flatMap(({ products }) => products).map((product) => [product.slug, product])).values()]
}

/** How many of `count` tiles to show, and in how many columns: at most two rows, without a hole in the last one. */
export function fillRows(count: number, shopColumns: number | null): { shown: number; columns: number } {
  const wanted = shopColumns ?? COLUMNS
  // One column has no holes, and three tiles have their own row, because fewer look like a leftover.
  if (wanted === 1) return { shown: Math.min(count, SHELF_MINIMUM), columns: 1 }
  if (count <= SHELF_MINIMUM) return { shown: count, columns: Math.max(count, 2) }
  if (count < wanted) return { shown: count, columns: count }
  const shownIn = (columns: number) => Math.min(ROWS, Math.floor(count / columns)) * columns
  // Without a setting of the shop, three columns may show more tiles: six of six instead of four.
  const columns = shopColumns === null && shownIn(SHELF_MINIMUM) > shownIn(wanted) ? SHELF_MINIMUM : wanted
  return { shown: shownIn(columns), columns }
}
