/** SHELL-02: merch that an event recommends with its tickets, as the last row of the minicart's list. */
import { useQuery } from '@tanstack/react-query'
import { MinicartRelatedDocument } from '../../schema/generated/operations.ts'
import { Picture } from '../catalogue/picture.tsx'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { runOperation } from '../data/fetch.ts'
import { usePage } from '../data/page.tsx'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { relatedEventSlug, relatedProducts } from './related-products.ts'
import type { CartItem } from './use-cart.ts'

export function MinicartRelated({ items, onLeave }: { items: CartItem[]; onLeave: () => void }) {
  const { locale } = usePage()
  const slug = relatedEventSlug(items)
  const { data } = useQuery({
    queryKey: ['minicart-related', locale, slug],
    // The visitor has tickets, so a waiting room that guards the event must not show its waiting screen.
    queryFn: () => runOperation(MinicartRelatedDocument, { slug: slug ?? '' }, { showsWait: () => false }),
    enabled: slug !== null,
  })
  const products = relatedProducts(data?.event?.minicartRelated ?? [], items)
  if (products.length === 0) return null
  return (
    <li className="py-4">
      <p className="label text-muted">{m.cart_related()}</p>
      <ul className="mt-2 grid gap-2">
        {products.map((product) => (
          <li key={product.slug}>
            <ShopLink to={product.href} onClick={onLeave} className="group flex items-center gap-3">
              <Picture
                image={product.tileImages[0]}
                name={product.descriptiveName}
                sign={product.tileMeta.artwork_sign}
                sizes="56px"
                alt=""
                className="size-14 flex-none rounded-image object-cover"
              />
              <span className="min-w-0 grow leading-snug group-hover:underline">
                <span className="block truncate font-semibold">{product.name}</span>
                <span className="block truncate text-sm text-muted">
                  {[product.productType, product.color].filter(Boolean).join(', ')}
                </span>
              </span>
              <span className="text-sm font-semibold tabular-nums">{formatPrice(product.priceCents)}</span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
