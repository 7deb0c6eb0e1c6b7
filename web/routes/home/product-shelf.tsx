/** HOME-01: products with prices near the top of the main shop's home page. */
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { m } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { AllLink } from './all-link.tsx'

export default function ProductShelf({ products }: { products: HomeQuery['home']['products'] }) {
  return (
    <Section title={m.home_products()} aside={<AllLink to="/categories" text={m.home_all_merch()} />}>
      <ProductGrid products={products} />
    </Section>
  )
}
