/** HOME-01: products with prices near the top of the main shop's home page, in full rows. */
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { AllLink } from './all-link.tsx'
import { fillRows } from './merch-sections.ts'

export default function ProductShelf({ products }: { products: HomeQuery['home']['products'] }) {
  const { meta } = usePage()
  const { shown, columns } = fillRows(products.length, meta.item_grid_columns ?? null)
  return (
    <Section title={m.home_products()} aside={<AllLink to="/categories" text={m.home_all_merch()} />}>
      <ProductGrid products={products.slice(0, shown)} columns={columns} fillsRows />
    </Section>
  )
}
