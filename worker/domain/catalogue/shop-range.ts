/** What a shop may sell (SHOP-02): a band's shop its own products, the main shop all except those of protected shops. */
import type { ShopMeta } from '../../../schema/catalogue-values.ts'

export type RangedShop = { id: string; isBand: boolean; artistId: string | null; meta: ShopMeta }

/** A shop with an empty list of codes is protected too; only the test code opens it. */
export function isProtected(shop: { meta: ShopMeta }): boolean {
  return shop.meta.password !== undefined
}

/** Adds the protection of the listed shops to rows that may be older than the list. The list wins. */
export function withLocks<Shop extends { id: string; meta: ShopMeta }>(
  shops: Shop[],
  locked: readonly string[],
): Shop[] {
  const mustLock = (shop: Shop) => !isProtected(shop) && locked.includes(shop.id)
  if (!shops.some(mustLock)) return shops
  return shops.map((shop) => (mustLock(shop) ? { ...shop, meta: { ...shop.meta, password: [] } } : shop))
}

/** Artists whose shop is protected, except the given shop's own artist. Their products are not shown in the given shop. */
export function hiddenArtists(
  shop: Pick<RangedShop, 'artistId'>,
  shops: Omit<RangedShop, 'id' | 'isBand'>[],
): string[] {
  return shops
    .filter(isProtected)
    .flatMap(({ artistId }) => (artistId === null || artistId === shop.artistId ? [] : [artistId]))
}

/** Returns false for an unknown shop. */
export function shopSells(shops: RangedShop[], shopId: string, article: { artistId: string | null }): boolean {
  const shop = shops.find(({ id }) => id === shopId)
  if (!shop) return false
  if (shop.isBand) return shop.artistId === article.artistId
  return article.artistId === null || !hiddenArtists(shop, shops).includes(article.artistId)
}
