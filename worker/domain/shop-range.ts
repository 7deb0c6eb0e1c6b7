/** What a shop may sell (SHOP-02): a band shop its band's things, the main shop everything but what is behind a password. */
import type { ShopMeta } from '../../schema/catalogue-values.ts'

export type RangedShop = { id: string; isBand: boolean; artistId: string | null; meta: ShopMeta }

export function isProtected(shop: { meta: ShopMeta }): boolean {
  return (shop.meta.password ?? []).length > 0
}

/** False for an unknown shop. */
export function shopSells(shops: RangedShop[], shopId: string, article: { artistId: string | null }): boolean {
  const shop = shops.find(({ id }) => id === shopId)
  if (!shop) return false
  if (shop.isBand) return shop.artistId === article.artistId
  return !shops.some((other) => other.artistId !== null && other.artistId === article.artistId && isProtected(other))
}
