/** Where the page of an artist is, and whether there is one. */
import type { ShopContext } from '../context.ts'
import { artistsWithPage, type CategoryRow } from '../db/category.ts'
import { type Range, rangeOf } from '../db/range.ts'
import { mainShopOf, shopLink } from '../domain/catalogue/shop-host.ts'

/** `hasPage` is known for the artists of an event's or a tour's page. For others, it is read if an operation asks for it. */
export type ArtistModel = CategoryRow & { hasPage?: boolean }

/** The address of the artist's own shop; null if there is none or it is the current shop. */
export function artistShopHref(artist: ArtistModel, context: ShopContext): string | null {
  const { shop, shops } = context
  const own = shops.find((known) => known.artistId === artist.id)
  return !own || own === shop ? null : shopLink(own, '', context)
}

/**
 * The address of an artist's page (TOUR-01). A band's shop has a page only for its own artist, so other artists link to
 * their own shop or to the main shop.
 */
export function artistHref(artist: ArtistModel, context: ShopContext): string {
  const { shop, shops } = context
  const path = `/artists/${artist.slug}`
  const main = mainShopOf(shops)
  if (!shop.isBand || shop.artistId === artist.id || !main) return path
  return artistShopHref(artist, context) ?? shopLink(main, path, context)
}

/** What the main shop shows: it has the pages of all artists without a shop of their own. */
export function mainRange({ range, shops }: ShopContext): Range {
  const main = mainShopOf(shops)
  return main ? rangeOf(main, shops) : range
}

/** Whether `artistHref` leads to a page (ART-02). A shop of its own always has a home page. */
export async function artistHasPage(artist: ArtistModel, context: ShopContext): Promise<boolean> {
  if (context.shop.isBand && artistShopHref(artist, context) !== null) return true
  if (artist.hasPage !== undefined) return artist.hasPage
  const found = await context.reads.askEach(
    'artists with a page',
    artist.id,
    (ids) => artistsWithPage(context.db, mainRange(context), context.now, ids),
    ({ id }) => id,
  )
  return found.length > 0
}
