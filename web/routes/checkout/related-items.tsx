/**
 * At most three available products that the shop recommends (`related_item_slugs`) and that are not in the cart yet. In two
 * columns, the list hides the third product, because it would be alone in its row.
 */
import { useQuery } from '@tanstack/react-query'
import { ProductsBySlugsDocument } from '../../../schema/generated/operations.ts'
import { RELATED_ITEMS_MAXIMUM } from '../../../schema/limits.ts'
import type { Cart } from '../../cart/use-cart.ts'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'

export default function RelatedItems({ cart }: { cart: Cart }) {
  const { meta, locale } = usePage()
  const inCart = new Set(cart.items.map((item) => item.productSlug))
  const slugs = (meta.related_item_slugs ?? []).filter((slug) => !inCart.has(slug))
  const { data } = useQuery({
    queryKey: ['related', locale, slugs],
    queryFn: () => runOperation(ProductsBySlugsDocument, { slugs }),
    enabled: slugs.length > 0,
    staleTime: Infinity,
  })
  const products = (data?.productsBySlugs ?? []).filter((product) => product.available).slice(0, RELATED_ITEMS_MAXIMUM)
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related-title" className="mt-16">
      <h2 id="related-title" className="display-4">
        {m.checkout_related()}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:max-w-3xl">
        {products.map((product) => (
          <li key={product.slug} className="max-sm:nth-3:hidden">
            <ProductTile product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
