/**
 * Decides what a shop may sell (SHOP-02). A band's shop sells its own products. The main shop sells all products
 * except those of protected shops.
 */
import type { ShopMeta } from '../../../schema/catalogue-values.ts'

export type RangedShop = { id: string; isBand: boolean; artistId: string | null; meta: ShopMeta }

/**
 * Whether the shop gate protects the shop. A shop with an empty list of codes is protected too. Only the test code opens
 * such a shop, and only in development.
 */
export function isProtected(shop: { meta: ShopMeta }): boolean {
  return shop.meta.password !== undefined
}

/** Protects the shops in `locked`, which may be newer than the rows in `shops`. A protected row stays protected. */
export function withLocks<Shop extends { id: string; meta: ShopMeta }>(
  shops: Shop[],
  locked: readonly string[],
): Shop[] {
  const mustLock = (shop: Shop) => !isProtected(shop) && locked.includes(shop.id)
  if (!shops.some(mustLock)) return shops
  return shops.map((shop) => (mustLock(shop) ? { ...shop, meta: { ...shop.meta, password: [] } } : shop))
}

/**
 * Returns the artists whose products the given shop does not show: those of protected shops, except the shop's own
 * artist.
 */
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
