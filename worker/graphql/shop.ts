/** The shop and its home page. */
import { HOT_NEWS_MAXIMUM } from '../../schema/limits.ts'
import type { ShopContext } from '../context.ts'
import { listedArtists, loadListedCategories } from '../db/category.ts'
import { homeTours, listEvents, listTours } from '../db/event.ts'
import { sectionProducts } from '../db/product.ts'
import { newsOfShop } from '../db/shop.ts'
import { shopLink } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import type { MutationResolvers, NewsItem, QueryResolvers } from '../generated/resolver-types.ts'
import { logActivity } from '../services/activity.ts'
import { ShopError } from '../services/shop-error.ts'
import { shownImage } from './image.ts'
import { localiseDeep } from './localise.ts'

const SECTION_PRODUCTS = 12
const HOME_EVENTS = 10
const BAND_EVENTS = 50

function shownNews(context: ShopContext, row: Awaited<ReturnType<typeof newsOfShop>>[number]): NewsItem {
  return {
    id: row.id,
    url: row.url,
    title: row.title[context.locale],
    text: row.text[context.locale],
    image: shownImage(row.image, context.locale),
    inverse: row.inverse,
    category: row.category,
  }
}

const Query: Pick<QueryResolvers, 'shop' | 'home' | 'discountsOpen'> = {
  discountsOpen: (_root, _args, context) => context.discounts.areOpen(),

  shop: (_root, _args, context) => {
    const { shop, shops, locale } = context
    const { password: _password, discount_codes: _codes, ...meta } = shop.meta
    return {
      id: shop.id,
      slug: shop.slug,
      name: shop.name,
      domain: shop.domain,
      basePath: context.basePath,
      defaultLocale: shop.defaultLocale,
      isBand: shop.isBand,
      hasCustomDomain: shop.hasCustomDomain,
      orderMergingAllowed: shop.orderMergingAllowed,
      meta: localiseDeep(meta, locale),
      artist: context.artist,
      bandShops: shop.isBand
        ? []
        : shops
            .filter((known) => known.isBand && !isProtected(known))
            .map((known) => ({ slug: known.slug, name: known.name, href: shopLink(known, '', context) })),
    }
  },

  home: async (_root, _args, context) => {
    const { db, reads, shop, range, now } = context
    const [news, tours, categories, products, events, artists] = await Promise.all([
      reads.ask(newsOfShop(db, shop.id)),
      reads.ask(shop.isBand ? listTours(db, range) : homeTours(db, range)),
      loadListedCategories(reads, db, context.catalogueVersion, range),
      shop.isBand ? reads.ask(sectionProducts(db, range, SECTION_PRODUCTS)) : [],
      reads.ask(
        listEvents(
          db,
          range,
          { from: now, to: null, city: null, found: null },
          { first: shop.isBand ? BAND_EVENTS : HOME_EVENTS, after: null },
        ),
      ),
      reads.ask(listedArtists(db, range, now)),
    ])
    const newsOf = (category: string) =>
      news.filter((row) => row.category === category).map((row) => shownNews(context, row))
    return {
      promo: newsOf('feature'),
      hotNews: newsOf('hot').slice(0, HOT_NEWS_MAXIMUM),
      news: newsOf('regular'),
      tours,
      sections: categories
        .filter(({ type }) => type === 'CATEGORY')
        .map((category) => ({ category, products: products.filter(({ categoryId }) => categoryId === category.id) }))
        .filter((section) => section.products.length > 0),
      events,
      artists: shop.isBand ? [] : artists,
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
