/** Chooses the merch that the minicart recommends (`minicart_related_item_slugs` of an event). */
import type { CartItem } from './use-cart.ts'

const MAXIMUM = 3

/** The slug of the event whose tickets were added last; null for a cart without tickets. */
export function relatedEventSlug(items: Pick<CartItem, 'eventId' | 'productSlug'>[]): string | null {
  return items.findLast(({ eventId }) => eventId !== null)?.productSlug ?? null
}

/** The first three available products that are not in the cart yet. */
export function relatedProducts<Product extends { slug: string; available: boolean }>(
  products: Product[],
  items: Pick<CartItem, 'productSlug'>[],
): Product[] {
  const inCart = new Set(items.map(({ productSlug }) => productSlug))
  return products.filter(({ slug, available }) => available && !inCart.has(slug)).slice(0, MAXIMUM)
}
