/** What a shop may sell (SHOP-02): a band shop its band's things, the main shop everything but what is behind a password. */
import type { ShopMeta } from '../../../schema/catalogue-values.ts'

export type RangedShop = { id: string; isBand: boolean; artistId: string | null; meta: ShopMeta }

/** Also with an empty list of codes: then nobody is let in but where the test code is known. */
export function isProtected(shop: { meta: ShopMeta }): boolean {
  return shop.meta.password !== undefined
}

/** Rows that may be older than the list of the shops behind a password: who is on it is not open, whatever the row says. */
export function withLocks<Shop extends { id: string; meta: ShopMeta }>(
  shops: Shop[],
  locked: readonly string[],
): Shop[] {
  const mustLock = (shop: Shop) => !isProtected(shop) && locked.includes(shop.id)
  if (!shops.some(mustLock)) return shops
  return shops.map((shop) => (mustLock(shop) ? { ...shop, meta: { ...shop.meta, password: [] } } : shop))
}

/** Artists whose shop is behind a password, but for the shop's own: nothing of theirs is shown in this one. */
export function hiddenArtists(
  shop: Pick<RangedShop, 'artistId'>,
  shops: Omit<RangedShop, 'id' | 'isBand'>[],
): string[] {
  return shops
    .filter(isProtected)
    .flatMap(({ artistId }) => (artistId === null || artistId === shop.artistId ? [] : [artistId]))
}

/** False for an unknown shop. */
export function shopSells(shops: RangedShop[], shopId: string, article: { artistId: string | null }): boolean {
  const shop = shops.find(({ id }) => id === shopId)
  if (!shop) return false
  if (shop.isBand) return shop.artistId === article.artistId
  return article.artistId === null || !hiddenArtists(shop, shops).includes(article.artistId)
}
