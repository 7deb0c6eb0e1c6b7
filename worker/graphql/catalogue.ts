/** Categories, artists, products and bundles that the shop shows. */
import type { CategoryMeta, InfoTable } from '../../schema/catalogue-values.ts'
import { BAND_EVENTS_SHOWN, CATEGORY_PAGE_SIZE, LIST_MAXIMUM } from '../../schema/limits.ts'
import type { Locale, Localised } from '../../schema/locale.ts'
import { saleState } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { loadCarriers } from '../db/carrier.ts'
import {
  artistBySlug,
  categoriesOfArtist,
  categoriesOfProduct,
  listedArtists,
  loadCategory,
  loadListedCategories,
} from '../db/category.ts'
import { eventsByIds, eventsOfArtist, eventsOfCategory } from '../db/event.ts'
import {
  type ProductVariantRow,
  productBySlug,
  productsByIds,
  productsOfArtist,
  productsOfCategory,
  variantsOfProducts,
} from '../db/product.ts'
import { isShown } from '../db/range.ts'
import { productPath } from '../domain/catalogue/product-path.ts'
import { struckPrice } from '../domain/catalogue/struck-price.ts'
import { otherPicturesFirst } from '../domain/catalogue/teaser.ts'
import { splitDescription } from '../domain/catalogue/variant-description.ts'
import { carriersFor } from '../domain/orders/shipping.ts'
import type {
  ArtistResolvers,
  BundlePartResolvers,
  BundleResolvers,
  CategoryResolvers,
  ProductResolvers,
  QueryResolvers,
  Variant,
} from '../generated/resolver-types.ts'
import { artistHasPage, artistHref, artistShopHref } from './artist-page.ts'
import { offerOfBundle, offerVaries, productIsAvailable } from './bundle-offer.ts'
import { clampFirst, pageOf, readCursor } from './cursor.ts'
import { shownImage } from './image.ts'
import { localise, localiseDeep, localiseOrNull, plainText } from './localise.ts'
import type { BundlePartModel, CategoryModel } from './models.ts'
import { productsInOrder, relatedProducts } from './related-products.ts'
import { productTileMeta } from './tile-meta.ts'

/** CAT-01: the number of products that a feature block shows of its category. */
const TEASER_PRODUCTS = 2
const MAX_SLUGS = 30
/** Higher stock counts are never revealed. */
const MAX_SHOWN_STOCK = 9

const Query: Pick<
  QueryResolvers,
  'categories' | 'category' | 'categoryProducts' | 'artists' | 'artist' | 'product' | 'productsBySlugs'
> = {
  categories: (_root, _args, context) =>
    loadListedCategories(context.reads, context.db, context.catalogueVersion, context.range),

  category: (_root, { slug }, context) =>
    loadCategory(context.reads, context.db, context.catalogueVersion, context.range, slug),

  categoryProducts: async (_root, args, context) => {
    const first = clampFirst(args.first, CATEGORY_PAGE_SIZE)
    const cursor = readCursor(args.after)
    const after = cursor ? { order: cursor[0], id: cursor[1] } : null
    const [category, rows] = await Promise.all([
      loadCategory(context.reads, context.db, context.catalogueVersion, context.range, args.slug),
      // Reads one row more than requested, which shows whether there is a next page.
      context.reads.ask(productsOfCategory(context.db, context.range, args.slug, { first: first + 1, after })),
    ])
    return { category, ...pageOf(rows, first, ({ order, product }) => [order, product.id]) }
  },

  artists: (_root, _args, context) => context.reads.ask(listedArtists(context.db, context.range, context.now)),

  artist: async (_root, { slug }, context) => {
    const [artist] = await context.reads.ask(artistBySlug(context.db, context.range, slug))
    return artist ?? null
  },

  product: async (_root, { slug }, context) => {
    const [product] = await context.reads.ask(productBySlug(context.db, context.range, slug))
    return product ?? null
  },

  productsBySlugs: (_root, { slugs }, context) => productsInOrder(context, slugs.slice(0, MAX_SLUGS)),
}

const Category: CategoryResolvers = {
  name: (category, _args, { locale }) => localise(category.name, locale),
  description: (category, _args, { locale }) => localiseOrNull(category.description, locale),
  subtitle: (category, _args, { locale }) => localiseOrNull(category.subtitle, locale),
  landscapeImage: (category, _args, { locale }) => shownImage(category.landscapeImage, locale),
  squareImage: (category, _args, { locale }) => shownImage(category.squareImage, locale),
  ticketImage: (category, _args, { locale }) => shownImage(category.ticketImage, locale),
  teaser: (category, _args, context) => teaserOf(category, context),
  events: (category, _args, context) =>
    category.type === 'TOUR'
      ? context.reads.ask(eventsOfCategory(context.db, context.range, category.id, context.now))
      : [],
  special: ({ meta }) => meta.special ?? null,
  changesAt: ({ meta }) => meta.changesAt ?? [],
  doors: ({ meta }, _args, context) => doorsOf(meta, context),
}

/** CAT-05: the doors of the Advent sale. Only the products of open doors are read, so that nobody can look behind the others. */
async function doorsOf({ door_slugs = [], changesAt = [] }: CategoryMeta, context: ShopContext) {
  const doors = changesAt.flatMap((opensAt, index) => {
    const slug = door_slugs[index]
    return slug === undefined ? [] : [{ slug, opensAt, isOpen: opensAt <= context.now }]
  })
  const shown = await productsInOrder(
    context,
    doors.filter(({ isOpen }) => isOpen).map(({ slug }) => slug),
  )
  return doors.map(({ slug, opensAt, isOpen }) => ({
    opensAt,
    isOpen,
    product: isOpen ? (shown.find(({ product }) => product.slug === slug) ?? null) : null,
  }))
}

/** The first products of a category. Those whose image the category itself shows come last, so that no picture repeats. */
async function teaserOf({ slug, squareImage, landscapeImage }: CategoryModel, context: ShopContext) {
  const page = { first: TEASER_PRODUCTS * 2, after: null }
  const rows = await context.reads.ask(productsOfCategory(context.db, context.range, slug, page))
  return otherPicturesFirst(rows, [squareImage, landscapeImage]).slice(0, TEASER_PRODUCTS)
}

const Artist: ArtistResolvers = {
  name: (artist, _args, { locale }) => localise(artist.name, locale),
  displayName: (artist, _args, { locale }) => localise(artist.displayName ?? artist.name, locale),
  subtitle: (artist, _args, { locale }) => localiseOrNull(artist.subtitle, locale),
  abstract: (artist, _args, { locale }) => localiseOrNull(artist.abstract, locale),
  description: (artist, _args, { locale }) => localiseOrNull(artist.description, locale),
  landscapeImage: (artist, _args, { locale }) => shownImage(artist.landscapeImage, locale),
  squareImage: (artist, _args, { locale }) => shownImage(artist.squareImage, locale),
  ticketImage: (artist, _args, { locale }) => shownImage(artist.ticketImage, locale),
  categories: (artist, _args, context) =>
    context.reads.ask(categoriesOfArtist(context.db, context.range, artist.id, context.now)),
  products: (artist, args, context) =>
    context.reads.ask(
      productsOfArtist(
        context.db,
        context.range,
        artist.id,
        clampFirst(args.first ?? CATEGORY_PAGE_SIZE, LIST_MAXIMUM),
        args.category ?? null,
      ),
    ),
  events: (artist, args, context) =>
    context.reads.ask(
      eventsOfArtist(context.db, context.range, artist.id, {
        from: context.now,
        limit: clampFirst(args.first ?? BAND_EVENTS_SHOWN, LIST_MAXIMUM),
        category: args.category ?? null,
      }),
    ),
  href: (artist, _args, context) => artistHref(artist, context),
  hasPage: (artist, _args, context) => artistHasPage(artist, context),
  shopHref: (artist, _args, context) => artistShopHref(artist, context),
}

function shownVariant({ variant, stock }: ProductVariantRow, context: ShopContext): Variant {
  const { name, subline } = splitDescription(localise(variant.description, context.locale))
  return {
    id: variant.id,
    sku: variant.sku,
    description: name,
    subline,
    order: variant.sortOrder,
    priceCents: variant.priceCents,
    additionalPriceCents: variant.additionalPriceCents,
    available: variant.active && (stock === null || stock > 0),
    left: stock !== null && stock <= MAX_SHOWN_STOCK ? stock : null,
    message: localiseOrNull(variant.message, context.locale),
    physical: variant.physical,
    active: variant.active,
    pricingCategoryId: variant.pricingCategoryId,
  }
}

function shownTable(table: InfoTable | undefined, locale: Locale) {
  if (!table) return null
  const { caption, columns, rows } = table
  const shown = (cells: Localised[]) => cells.map((cell) => localise(cell, locale))
  return { caption: localise(caption, locale), columns: shown(columns), rows: rows.map(shown) }
}

const Product: ProductResolvers = {
  id: ({ product }) => product.id,
  slug: ({ product }) => product.slug,
  type: ({ product }) => product.type,
  name: ({ product }, _args, { locale }) => localise(product.name, locale),
  descriptiveName: ({ product }, _args, { locale }) => localise(product.descriptiveName, locale),
  productType: ({ product }, _args, { locale }) => localise(product.productType, locale),
  color: ({ product }, _args, { locale }) => localiseOrNull(product.color, locale),
  // A left join without a match returns null in every column.
  artist: ({ artist }) => (artist.id ? artist : null),
  description: ({ product }, _args, { locale }) => localise(product.description, locale),
  priceCents: async (model, _args, context) =>
    (model.product.type === 'bundle' ? await offerOfBundle(model, context) : null)?.lowest ?? model.product.priceCents,
  priceVaries: async (model, _args, context) =>
    model.product.type === 'bundle' && offerVaries(await offerOfBundle(model, context)),
  // A bundle's original price is the sum of its parts' prices, not a former price; only the bundle's own page shows it.
  originalPriceCents: ({ product, lowestPriceCents }) =>
    product.type === 'product' ? struckPrice(product, lowestPriceCents) : null,
  lowestPriceCents: ({ lowestPriceCents }) => lowestPriceCents,
  vatBasisPoints: ({ product }) => product.vatBasisPoints,
  available: (model, _args, context) => productIsAvailable(model, context),
  cartLimit: ({ product }) => product.cartLimit,
  publicShippableFromAt: ({ product }) => product.publicShippableFromAt,
  shippingRequirements: ({ product }) => product.shippingRequirements,
  shippingFromCents: async ({ product }, _args, context) => {
    // The parts of a bundle are shipped with it, so its own weight says nothing.
    if (product.type !== 'product') return null
    const question = (ids: string[]) => variantsOfProducts(context.db, ids)
    const rows = await context.reads.askEach('variants', product.id, question, ({ variant }) => variant.productId)
    if (!rows.some(({ variant }) => variant.physical)) return null
    const { weightGrams, shippingRequirements } = product
    const parcel = { weightGrams, ageRestricted: shippingRequirements.includes('over_18'), onlyTickets: false }
    const carriers = await loadCarriers(context.db, context.catalogueVersion)
    return carriersFor(carriers, parcel, 'de')[0]?.priceCents ?? null
  },
  images: ({ product }, _args, { locale }) =>
    [...product.images]
      .sort((a, b) => a.order - b.order)
      .map(({ order, tags, ...image }) => ({ order, tags, image: { ...image, alt: image.alt[locale] } })),
  tileImages: ({ product }, _args, { locale, shop }) => {
    const ordered = [...product.images].sort((a, b) => a.order - b.order)
    const preview = ordered.findIndex(({ tags }) => tags.includes('preview'))
    const images = preview > 0 ? [...ordered.splice(preview, 1), ...ordered] : ordered
    const shown = shop.meta.item_image_carousel ? images : images.slice(0, product.meta.ks_wide_item ? 2 : 1)
    return shown.map(({ order: _order, tags: _tags, ...image }) => ({ ...image, alt: image.alt[locale] }))
  },
  overlayDetailImage: ({ product }, _args, { locale }) => shownImage(product.overlayDetailImage, locale),
  overlayListingImage: ({ product }, _args, { locale }) => shownImage(product.overlayListingImage, locale),
  soldOutMessage: ({ product }, _args, { locale }) => {
    const html = localiseOrNull(product.soldOutMessage, locale)
    return html === null ? null : plainText(html)
  },
  errorText: ({ product }, _args, { locale }) => localiseOrNull(product.soldOutMessage, locale),
  select: ({ product }) => product.select || product.meta.select === true,
  details: ({ product }, _args, { locale }) =>
    product.details
      ? {
          title: product.details.title[locale],
          description: product.details.description[locale],
          table: shownTable(product.details.table, locale),
        }
      : null,
  additionalInformation: ({ product }, _args, { locale }) =>
    product.additionalInformation
      ? {
          title: product.additionalInformation.title[locale],
          description: product.additionalInformation.description[locale],
        }
      : null,
  containerFormat: ({ product }) => product.containerFormat,
  gtin: ({ product }) => product.gtin,
  brand: ({ product }) => product.brand,
  manufacturer: ({ product }, _args, { locale }) => localiseDeep(product.manufacturer, locale),
  hidden: ({ product }) => product.hidden,
  meta: ({ product }, _args, { locale }) => localiseDeep(product.meta, locale),
  tileMeta: ({ product }, _args, { locale }) => productTileMeta(product.meta, locale),
  variants: async ({ product }, _args, context) => {
    const question = (ids: string[]) => variantsOfProducts(context.db, ids)
    const rows = await context.reads.askEach('variants', product.id, question, ({ variant }) => variant.productId)
    return rows.map((row) => shownVariant(row, context))
  },
  bundle: (model) => (model.product.bundle ? { parts: model.product.bundle, product: model } : null),
  categories: async ({ product }, _args, context) =>
    (await context.reads.ask(categoriesOfProduct(context.db, context.range, product.id))).map(
      ({ category }) => category,
    ),
  related: (model, _args, context) => relatedProducts(model, context),
  href: ({ product }) => productPath(product),
}

const Bundle: BundleResolvers = {
  commonItems: ({ parts }) => parts.common_items,
  additionalProducts: ({ parts }) => parts.additional_products,
  additionalProductGroup: ({ parts }) => parts.additional_product_group,
  originalPriceCents: ({ parts, product }) => parts.original_price ?? product.product.originalPriceCents,
  combinations: ({ parts, product }, _args, { locale }) =>
    parts.combinations.map((combination, index) => ({
      id: `${product.product.id}:${index}`,
      optionName: localise(combination.option_name, locale),
      tourName: combination.tour_name ? localise(combination.tour_name, locale) : null,
      additionalPriceCents: combination.additional_price,
      available: combination.soldOutMessage === undefined,
      soldOutMessage: combination.soldOutMessage ? localise(combination.soldOutMessage, locale) : null,
      parts: combination.parts,
    })),
}

const BundlePart: BundlePartResolvers = {
  variantIds: (part: BundlePartModel) => part.variantIds ?? [],
  product: async (part, _args, context) => {
    if (part.productId === undefined) return null
    const question = (ids: string[]) => productsByIds(context.db, ids)
    const [row] = await context.reads.askEach('products', part.productId, question, ({ product }) => product.id)
    return row && isShown(context.range, row.product.artistId) ? row : null
  },
  event: eventOfPart,
  sale: async (part, _args, context) => {
    const row = await eventOfPart(part, {}, context)
    return row ? saleState(row.event, context.now) : null
  },
}

async function eventOfPart(part: BundlePartModel, _args: object, context: ShopContext) {
  if (part.eventId === undefined) return null
  const question = (ids: string[]) => eventsByIds(context.db, ids)
  const [row] = await context.reads.askEach('events', part.eventId, question, ({ event }) => event.id)
  return row && isShown(context.range, row.event.artistId) ? row : null
}

export const catalogueResolvers = { Query, Category, Artist, Product, Bundle, BundlePart }
