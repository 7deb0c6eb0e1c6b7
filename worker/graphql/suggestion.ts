/**
 * SRCH-01: the index that the browser searches while the fan types. A shop has one index per language. The index is cached
 * like any public answer.
 */

import type { Image } from '../../schema/catalogue-values.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { saleState, showsDate } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { listedArtists, loadListedCategories } from '../db/category.ts'
import type { ProductRow } from '../db/product.ts'
import { suggestedEvents, suggestedProducts } from '../db/suggestion.ts'
import { listTours } from '../db/tour.ts'
import { productPath } from '../domain/catalogue/product-path.ts'
import type { QueryResolvers, Suggestion } from '../generated/resolver-types.ts'
import { artistShopHref } from './artist-page.ts'
import { offerOfBundle, offerVaries } from './bundle-offer.ts'
import { isAlsoTour } from './tour-category.ts'

/** Thumbnails are shown at 44 CSS pixels, so a width of at least 100 pixels is sharp on most screens. */
const THUMBNAIL_WIDTH = 100

function thumbnail(image: Image | null | undefined): string | null {
  const width = image?.widths.find((known) => known >= THUMBNAIL_WIDTH) ?? image?.widths.at(-1)
  return image && width !== undefined ? `/images/${image.key}/${width}.avif` : null
}

const Query: Pick<QueryResolvers, 'suggestionIndex'> = {
  suggestionIndex: async (_root, _args, context) => {
    const { db, reads, range, locale, now } = context
    const [artists, tours, categories, events, products] = await Promise.all([
      // A band's shop needs no link to its own band.
      context.shop.isBand ? [] : reads.ask(listedArtists(db, range, now)),
      reads.ask(listTours(db, range)),
      loadListedCategories(reads, db, context.catalogueVersion, range),
      reads.ask(suggestedEvents(db, range, now)),
      reads.ask(suggestedProducts(db, range)),
    ])
    const prices = await Promise.all(products.map((model) => listedPrice(model, context)))
    return [
      ...artists.map((artist) => {
        // If the band has a shop of its own, the suggestion links to it.
        const shopHref = artistShopHref(artist, context)
        return {
          title: (artist.displayName ?? artist.name)[locale],
          detail: artist.subtitle?.[locale] ?? null,
          tag: 'artist',
          href: shopHref ?? `/artists/${artist.slug}`,
          imageUrl: thumbnail(artist.squareImage),
          external: shopHref !== null,
          cancelled: false,
          ...NO_PRICE,
        }
      }),
      ...tours.map((tour) => internalLink('tour', tour.name[locale], `/tours/${tour.slug}`, tour.ticketImage)),
      ...events.map(({ event, venue, artist, lowestPriceCents, priceVaries }) => ({
        ...internalLink(
          'event',
          `${nameOf(artist, context)}, ${cityName(venue.city, locale)}`,
          `/events/${event.slug}`,
          event.image,
        ),
        cancelled: event.status === 'cancelled',
        // As in lists of events, only a concert that is on sale has a price.
        ...(saleState(event, now) === 'open' && { priceCents: lowestPriceCents, priceVaries }),
        detail: [
          event.name[locale],
          showsDate(event) ? formatDate(event.happeningFromAt, venue.timeZone, locale) : null,
        ]
          .filter(Boolean)
          .join(', '),
      })),
      ...products.map(({ product, artist }, index) => ({
        ...internalLink(
          'product',
          product.name[locale],
          productPath(product),
          product.images.toSorted((a, b) => a.order - b.order)[0],
        ),
        // A band's shop need not name its own band with each product.
        detail: [
          artist.id && artist.id !== range.artistId ? nameOf(artist, context) : null,
          product.productType[locale],
          product.color?.[locale],
        ]
          .filter(Boolean)
          .join(', '),
        ...(prices[index] ?? NO_PRICE),
      })),
      ...categories
        .filter((each) => each.type !== 'TOUR' || !isAlsoTour(each, tours, locale))
        .map((category) => {
          const { type, name, slug, squareImage, landscapeImage } = category
          const tag = type === 'TOUR' ? 'tour' : 'category'
          return internalLink(tag, name[locale], `/categories/${slug}`, squareImage ?? landscapeImage)
        }),
    ]
  },
}

function internalLink(tag: string, title: string, href: string, image: Image | null | undefined): Suggestion {
  return { title, detail: null, tag, href, imageUrl: thumbnail(image), external: false, cancelled: false, ...NO_PRICE }
}

type Priced = Pick<Suggestion, 'priceCents' | 'pricePrefix' | 'priceVaries'>

const NO_PRICE: Priced = { priceCents: null, pricePrefix: null, priceVaries: false }

type Suggested = { product: Pick<ProductRow['product'], 'id' | 'type' | 'priceCents' | 'bundle' | 'meta'> }

/**
 * PROD-07: a product that another seller sells has no price here. BND-05: neither has a bundle that cannot be bought. PROD-02:
 * neither has a drink, because its price per litre would have to stand beside it (§ 4 PAngV).
 */
async function listedPrice({ product }: Suggested, context: ShopContext): Promise<Priced> {
  const { type, priceCents, meta } = product
  const { hide, prefix, value } = meta.list_price ?? {}
  if (meta.external_url || hide || meta.content_ml !== undefined) return NO_PRICE
  const pricePrefix = prefix === undefined ? null : prefix[context.locale]
  if (type !== 'bundle') return { priceCents: value ?? priceCents, pricePrefix, priceVaries: false }
  const offer = await offerOfBundle({ product }, context)
  return offer ? { priceCents: value ?? offer.lowest, pricePrefix, priceVaries: offerVaries(offer) } : NO_PRICE
}

type Named = Pick<Parameters<typeof artistShopHref>[0], 'displayName' | 'name'>

function nameOf({ displayName, name }: Named, { locale }: ShopContext): string {
  return (displayName ?? name)[locale]
}

export const suggestionResolvers = { Query }
