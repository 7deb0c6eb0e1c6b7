/** Which concert's own goods the minicart offers (`minicart_related_item_slugs`), and which of them. */
import type { CartItem } from './use-cart.ts'

const MOST = 3

/** The tickets that were added last say it; null for a cart without any. */
export function relatedEventSlug(items: Pick<CartItem, 'eventId' | 'productSlug'>[]): string | null {
  return items.findLast(({ eventId }) => eventId !== null)?.productSlug ?? null
}

/** What can be bought and is not in the cart already, at most three. */
export function offered<Product extends { slug: string; available: boolean }>(
  products: Product[],
  items: Pick<CartItem, 'productSlug'>[],
): Product[] {
  const inCart = new Set(items.map(({ productSlug }) => productSlug))
  return products.filter(({ slug, available }) => available && !inCart.has(slug)).slice(0, MOST)
}
