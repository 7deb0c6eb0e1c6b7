/** The shop and its home page. */
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import { BAND_EVENTS_SHOWN, HOT_NEWS_MAXIMUM } from '../../schema/limits.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import type { ShopContext } from '../context.ts'
import { listedArtists, loadListedCategories } from '../db/category.ts'
import { citiesOfEvents, listEvents, tourCategories } from '../db/event.ts'
import { sectionProducts } from '../db/product.ts'
import { newsOfShop } from '../db/shop.ts'
import { homeTours, listTours } from '../db/tour.ts'
import { shopLink } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import type { MutationResolvers, NewsItem, QueryResolvers } from '../generated/resolver-types.ts'
import { logActivity } from '../services/activity.ts'
import { ShopError } from '../services/shop-error.ts'
import { shownImage } from './image.ts'
import { localiseDeep } from './localise.ts'
import { pickKeys } from './pick-keys.ts'
import { buyableShelf } from './shelf.ts'
import { isAlsoTour } from './tour-category.ts'

/** HOME-01: the number of products that the main shop's home page shows. */
const SHELF_PRODUCTS = 8
const SECTION_PRODUCTS = 12
const HOME_EVENTS = 10

/**
 * The settings that a protected shop shows without its code (SHOP-07). The pages of orders, tickets and the law need them, and
 * they say nothing about the catalogue.
 */
const OPEN_META = [
  'design',
  'card_fields',
  'special_terms',
  'faq_variant',
  'trim_zero_decimals',
  'cancel_form_closed',
  'change_form_closed',
  'scroll_offset',
] as const satisfies (keyof ShopMeta)[]

function shownNews(context: ShopContext, row: Awaited<ReturnType<typeof newsOfShop>>[number]): NewsItem {
  return {
    id: row.id,
    url: row.url,
    title: row.title[context.locale],
    text: row.text[context.locale],
    image: shownImage(row.image, context.locale),
    inverse: row.inverse,
    category: row.category,
    linksToCancelled: Boolean(row.linksToCancelled),
  }
}

const Query: Pick<QueryResolvers, 'shop' | 'home' | 'discountsOpen'> = {
  discountsOpen: (_root, _args, context) => context.discounts.areOpen(),

  shop: async (_root, _args, context) => {
    const { shop, shops, locale } = context
    const isOpen = await context.gate.isOpen()
    const { password: _password, discount_codes: _codes, ...publicMeta } = shop.meta
    const meta = isOpen ? publicMeta : pickKeys(shop.meta, OPEN_META)
    return {
      id: shop.id,
      slug: shop.slug,
      name: shop.name,
      domain: shop.domain,
      basePath: context.basePath,
      defaultLocale: shop.defaultLocale,
      isBand: shop.isBand,
      isLocked: !isOpen,
      hasCustomDomain: shop.hasCustomDomain,
      orderMergingAllowed: shop.orderMergingAllowed,
      meta: localiseDeep(meta, locale),
      artist: isOpen ? context.artist : null,
      bandShops:
        shop.isBand || !isOpen
          ? []
          : shops
              .filter((known) => known.isBand && !isProtected(known))
              .map((known) => ({ slug: known.slug, name: known.name, href: shopLink(known, '', context) })),
    }
  },

  home: async (_root, _args, context) => {
    const { db, reads, shop, range, now } = context
    const { isBand } = shop
    const coming = { from: now, to: null, cities: null, found: null, omitsCancelled: !isBand }
    const [news, tours, tourLists, shelf, categories, products, events, cities, artists] = await Promise.all([
      reads.ask(newsOfShop(db, shop.id)),
      reads.ask(isBand ? listTours(db, range) : homeTours(db, range)),
      isBand ? reads.ask(tourCategories(db, range, now)) : [],
      isBand ? [] : buyableShelf(context, SHELF_PRODUCTS),
      isBand ? loadListedCategories(reads, db, context.catalogueVersion, range) : [],
      isBand ? reads.ask(sectionProducts(db, range, SECTION_PRODUCTS)) : [],
      reads.ask(listEvents(db, range, coming, { first: isBand ? BAND_EVENTS_SHOWN + 1 : HOME_EVENTS, after: null })),
      isBand && shop.meta.show_event_filter ? reads.ask(citiesOfEvents(db, range, now)) : [],
      isBand ? [] : reads.ask(listedArtists(db, range, now)),
    ])
    // HOME-01: promos and hot news of the main shop must not praise a concert that was cancelled after they were written.
    const shownRows = news.filter((row) => isBand || row.category === 'regular' || !row.linksToCancelled)
    const newsOf = (category: string) =>
      shownRows.filter((row) => row.category === category).map((row) => shownNews(context, row))
    return {
      promo: newsOf('feature'),
      hotNews: newsOf('hot').slice(0, HOT_NEWS_MAXIMUM),
      news: newsOf('regular'),
      tours,
      tourCategories: tourLists.filter(({ category }) => !isAlsoTour(category, tours, context.locale)),
      products: shelf,
      sections: categories
        .filter(({ type }) => type === 'CATEGORY')
        .map((category) => ({ category, products: products.filter(({ categoryId }) => categoryId === category.id) }))
        .filter((section) => section.products.length > 0),
      events,
      eventCities: cities
        .map(({ city }) => cityName(city, context.locale))
        .sort((a, b) => a.localeCompare(b, context.locale)),
      artists,
    }
  },
}

const Mutation: Pick<MutationResolvers, 'logActivity' | 'openDiscounts'> = {
  openDiscounts: async (_root, { code }, context) => {
    const answer = await context.discounts.tryCode(code)
    if (answer === 'too many') throw new ShopError('TOO_MANY_REQUESTS', {})
    if (answer === 'wrong') throw new ShopError('DISCOUNT_CODE_WRONG', {})
    return true
  },

  logActivity: async (_root, args, context) => {
    await logActivity(context, args.action)
    return true
  },
}

export const shopResolvers = { Query, Mutation }
