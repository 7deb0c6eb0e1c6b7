/** The wanted rows of products with their variants and stock, and of bundles. A bundle's row lists its parts by id. */
import type { BundlePart, BundleParts, ProductImage } from '../../../schema/catalogue-values.ts'
import { MAX_ITEM_LIMIT } from '../../../schema/limits.ts'
import type { Locale, Localised } from '../../../schema/locale.ts'
import { decimalEuros, STANDARD_VAT_BASIS_POINTS } from '../../../schema/money.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { productTitle } from '../../../schema/subject-title.ts'
import { storedTracks } from '../audio.ts'
import {
  type Build,
  checkItems,
  flag,
  imageJson,
  joined,
  json,
  refer,
  referArtist,
  referCategory,
  reportFault,
  type Wanted,
  want,
} from '../build.ts'
import type { BundleValue, Origin, ProductValue } from '../catalogue.ts'
import { sanitiseLocalised, sanitiseMarked } from '../html.ts'
import { entityId } from '../ids.ts'
import { resolveMoment } from '../moments.ts'
import type { Row } from '../target.ts'

export function wantProducts(build: Build): void {
  for (const { value, origin } of build.catalogue.lists.products) {
    const id = entityId('product', value.slug)
    wantItem(build, value, origin, { type: 'product', price_cents: value.price, bundle: null })
    const history = earlierPrices(build, value, origin)
    for (const [index, variant] of value.variants.entries()) {
      const variantId = entityId('variant', 'product', value.slug, variant.sku)
      const written = variant.description ?? joined(Object.values(variant.options ?? {}), ' / ')
      const stock = variant.stock ?? null
      const row = {
        id: variantId,
        product_id: id,
        event_id: null,
        pricing_category_id: null,
        sku: variant.sku,
        description: json(written.de === '' ? value.name : written),
        sort_order: variant.order ?? index,
        price_cents: (variant.price ?? value.price) + (variant.additionalPrice ?? 0),
        additional_price_cents: variant.additionalPrice ?? 0,
        message: json(variant.message),
        physical: flag(variant.physical ?? true),
        active: flag(variant.active ?? true),
        gtin: variant.gtin ?? null,
        options: json(variant.options ?? {}),
      }
      if (value.meta?.gift_voucher && variant.physical !== false) {
        reportFault(build, origin, ['variants', index, 'physical'], 'expected false, because a gift voucher is a code')
      }
      const before = build.current.variants.get(variantId)?.stock
      const sold = before ? before.initial - before.available : 0
      if (stock !== null && stock < sold) {
        reportFault(
          build,
          origin,
          ['variants', index, 'stock'],
          `expected at least ${sold}, because orders took ${sold} of ${variant.sku}`,
        )
      }
      want(build, {
        kind: 'variant',
        label: `variant ${variant.sku}`,
        origin,
        row,
        stock,
        ...(variant.price === undefined && {
          earlierPrices: history.map((entry) => ({
            ...entry,
            priceCents: entry.priceCents + row.additional_price_cents,
          })),
        }),
      })
    }
  }
  // Bundles come after the products, because a bundle's price may be calculated from the prices of products.
  const prices = variantPrices(build)
  const bundleIds = bundleIdsOf(build)
  const optionalIds = optionalIdsOf(build)
  for (const { value, origin } of build.catalogue.lists.bundles) {
    const bundle = bundleParts(build, value, origin, bundleIds)
    const parts = lowestPrice(prices, bundle, optionalIds)
    const price = value.price ?? parts
    if (price === null)
      reportFault(
        build,
        origin,
        ['price'],
        'expected a price, because the import cannot calculate one from the prices of the parts',
      )
    else if (parts !== null && price < parts) {
      reportFault(build, origin, ['price'], `expected at least ${decimalEuros(parts)}, the sum of its parts' prices`)
    }
    wantRootVariant(build, value, origin, Math.max(0, (price ?? 0) - (parts ?? 0)))
    const meta = { root: true, ...value.meta }
    wantItem(build, { ...value, meta }, origin, { type: 'bundle', price_cents: price ?? 0, bundle: json(bundle) })
  }
}

/** Returns the prices before the first import, the oldest first. */
function earlierPrices(build: Build, value: ProductValue, origin: Origin): NonNullable<Wanted['earlierPrices']> {
  const entries = (value.priceHistory ?? []).map(({ price, since }) => ({
    priceCents: price,
    sinceAt: resolveMoment(since, SHOP_ZONE, build.now),
  }))
  for (const [index, { sinceAt }] of entries.entries()) {
    const before = index === 0 ? Number.NEGATIVE_INFINITY : (entries[index - 1]?.sinceAt ?? 0)
    if (sinceAt <= before || sinceAt >= build.now)
      reportFault(
        build,
        origin,
        ['priceHistory', index, 'since'],
        'expected a date in the past, later than the previous one in the list',
      )
  }
  return entries
}

/**
 * Returns the ids of the bundles in these files, and of those bundles in the database that these files do not list as
 * products.
 */
function bundleIdsOf(build: Build): ReadonlySet<string> {
  const listed = build.catalogue.lists.bundles.map(({ value }) => entityId('product', value.slug))
  return new Set([...listed, ...build.current.bundleIds.filter((id) => !build.wantedIds.has(id))])
}

/**
 * Returns the ids of the products that a bundle may leave out, of these files and of the database. The files decide about the
 * products that they list.
 */
function optionalIdsOf(build: Build): ReadonlySet<string> {
  const { products } = build.catalogue.lists
  const optional = products.filter(({ value }) => value.meta?.bind_leave_empty)
  return new Set([
    ...optional.map(({ value }) => entityId('product', value.slug)),
    ...build.current.optionalProductIds.filter((id) => !build.wantedIds.has(id)),
  ])
}

/**
 * Adds the bundle's own variant. `cents` is its price: the difference between the bundle's price and the result of
 * `lowestPrice`.
 */
function wantRootVariant(build: Build, value: BundleValue, origin: Origin, cents: number): void {
  want(build, {
    kind: 'variant',
    label: `variant of bundle ${value.slug}`,
    origin,
    row: {
      id: entityId('variant', 'product', value.slug, 'bundle'),
      product_id: entityId('product', value.slug),
      event_id: null,
      pricing_category_id: null,
      sku: value.slug,
      description: json(value.name),
      sort_order: 0,
      price_cents: cents,
      additional_price_cents: 0,
      message: null,
      // A bundle is not shipped itself. Its parts are.
      physical: flag(false),
      active: flag(value.active ?? true),
      gtin: null,
      options: json({}),
    },
    stock: null,
  })
}

function wantItem(build: Build, value: ProductValue | BundleValue, origin: Origin, own: Row): void {
  const id = entityId('product', value.slug)
  const { createdAt, publicShippableFromAt, meta } = value
  const owner = value.artist === undefined ? null : entityId('category', 'ARTIST', value.artist)
  const named = joined([owner === null ? null : build.artistNames.get(owner), value.name], ' – ')
  const titleIn = (language: Locale) =>
    productTitle({
      descriptiveName: named[language],
      productType: value.productType[language],
      color: value.color?.[language] ?? null,
    })
  const title: Localised = { de: titleIn('de'), en: titleIn('en') }
  const price = Number(own.price_cents)
  if (value.originalPrice !== undefined && value.originalPrice < price) {
    reportFault(
      build,
      origin,
      ['originalPrice'],
      'expected at least the price, because pages show the original price crossed out beside it',
    )
  }
  checkItems(build, meta?.related_item_slugs, origin, ['meta', 'related_item_slugs'])
  want(build, {
    kind: 'product',
    label: `${own.type} ${value.slug}`,
    origin,
    row: {
      id,
      slug: value.slug,
      artist_id: value.artist === undefined ? null : referArtist(build, value.artist, origin, ['artist']),
      product_type: json(value.productType),
      name: json(value.name),
      descriptive_name: json(value.descriptiveName ?? title),
      color: json(value.color),
      description: json(sanitiseLocalised(value.description ?? { de: '', en: '' })),
      original_price_cents: value.originalPrice ?? null,
      // A multi-purpose voucher is taxed when it is redeemed, not when it is sold (UStG § 3 Abs. 15).
      vat_basis_points: meta?.gift_voucher ? 0 : (value.vatBasisPoints ?? STANDARD_VAT_BASIS_POINTS),
      cart_limit: value.cartLimit ?? MAX_ITEM_LIMIT,
      active: flag(value.active ?? true),
      hidden: flag(value.hidden ?? meta?.hide ?? false),
      public_shippable_from_at:
        publicShippableFromAt === undefined ? null : resolveMoment(publicShippableFromAt, SHOP_ZONE, build.now),
      shipping_requirements: json(value.shippingRequirements ?? []),
      weight_grams: value.weightGrams ?? 0,
      images: json(productImages(build, value, origin, owner)),
      overlay_detail_image: imageJson(build, value.overlayDetailImage, origin, value.name, owner),
      overlay_listing_image: imageJson(build, value.overlayListingImage, origin, value.name, owner),
      sold_out_message: json(value.soldOutMessage && sanitiseMarked(value.soldOutMessage)),
      select: flag(value.select ?? false),
      details: json(block(value.details)),
      additional_information: json(block(value.additionalInformation)),
      container_format: value.containerFormat ?? null,
      gtin: value.gtin ?? null,
      brand: value.brand ?? null,
      manufacturer: json(value.manufacturer),
      meta: json({
        ...meta,
        ...(meta?.disclaimer && { disclaimer: sanitiseLocalised(meta.disclaimer) }),
        ...(meta?.tracks && { tracks: storedTracks(build, meta.tracks, origin, owner) }),
      }),
      created_at: createdAt === undefined ? build.now : resolveMoment(createdAt, SHOP_ZONE, build.now),
      ...own,
    },
    insertOnly: createdAt === undefined ? ['created_at'] : [],
    children: [
      {
        table: 'product_categories',
        parentColumn: 'product_id',
        rows: (value.categories ?? []).map((written, index) => {
          const listing = typeof written === 'string' ? { category: written } : written
          return {
            product_id: id,
            category_id: referCategory(build, listing.category, origin, ['categories', index]),
            // CAT-05: the Advent sale sorts its products by id, so all of them have the same sort order.
            product_order: isAdvent(build, listing.category) ? 0 : (listing.order ?? 0),
            subcategory_order: listing.subcategoryOrder ?? 0,
          }
        }),
      },
    ],
  })
}

function isAdvent(build: Build, reference: string): boolean {
  const slug = reference.split(':').at(-1)
  return build.catalogue.lists.categories.some(({ value }) => value.slug === slug && value.meta?.special === 'advent')
}

function block<Written extends { description: Localised }>(written: Written | undefined) {
  return written && { ...written, description: sanitiseLocalised(written.description) }
}

/** If no image has the tag "preview", the first image gets it, unless the file lists tags for that image. */
function productImages(
  build: Build,
  value: ProductValue | BundleValue,
  origin: Origin,
  owner: string | null,
): ProductImage[] {
  const written = value.images ?? []
  const hasPreview = written.some((image) => image.tags?.includes('preview'))
  return written.flatMap((image, index) => {
    const found = build.images.find(image, origin, value.name, owner)
    const tags = image.tags ?? (index === 0 && !hasPreview ? ['preview'] : [])
    return found ? [{ ...found, order: image.order ?? index, tags }] : []
  })
}

/** Reports a fault for each part that is a bundle itself, because the shop cannot sell a bundle within a bundle. */
function bundleParts(build: Build, value: BundleValue, origin: Origin, bundleIds: ReadonlySet<string>): BundleParts {
  const parts = (written: NonNullable<BundleValue['commonItems']>, at: PropertyKey[]): BundlePart[] =>
    written.map((part, index) => {
      const kind = 'product' in part ? 'product' : 'event'
      const slug = 'product' in part ? part.product : part.event
      const id = refer(build, kind, [slug], origin, [...at, index], kind)
      if (bundleIds.has(id))
        reportFault(build, origin, [...at, index], `expected a product or an event; "${slug}" is a bundle`)
      const variantIds = part.variants?.map((sku, position) =>
        refer(build, 'variant', [kind, slug, sku], origin, [...at, index, 'variants', position], `variant of ${slug}`),
      )
      return { ...(kind === 'product' ? { productId: id } : { eventId: id }), ...(variantIds && { variantIds }) }
    })
  return {
    common_items: parts(value.commonItems ?? [], ['commonItems']),
    combinations: (value.combinations ?? []).map((written, index) => ({
      option_name: written.optionName,
      ...(written.tourName && { tour_name: written.tourName }),
      additional_price: written.additionalPrice ?? 0,
      parts: parts(written.parts, ['combinations', index, 'parts']),
      ...(written.soldOutMessage && { soldOutMessage: written.soldOutMessage }),
    })),
    additional_products: parts(value.additionalProducts ?? [], ['additionalProducts']),
    additional_product_group: parts(value.additionalProductGroup ?? [], ['additionalProductGroup']),
    ...(value.originalBundlePrice !== undefined && { original_price: value.originalBundlePrice }),
  }
}

/** Prices in cents, by the id of the product or event and then by the id of the variant. */
type VariantPrices = Map<string, Map<string, number>>

/** Returns the prices of the active variants in the database and of all wanted variants. */
function variantPrices(build: Build): VariantPrices {
  const prices: VariantPrices = new Map()
  for (const [id, { active, productId, eventId, priceCents }] of build.current.variants) {
    if (active) addPrice(prices, id, productId ?? eventId ?? '', priceCents)
  }
  for (const { kind, id, row } of build.wanted) {
    if (kind === 'variant') addPrice(prices, id, String(row.product_id ?? row.event_id), Number(row.price_cents))
  }
  return prices
}

function addPrice(prices: VariantPrices, variantId: string, subjectId: string, cents: number): void {
  const own = prices.get(subjectId) ?? new Map<string, number>()
  prices.set(subjectId, own.set(variantId, cents))
}

/**
 * Returns the lowest price at which the parts can be bought: the cheapest variants of the fixed parts plus the cheapest
 * combination. Additional products that may be left out do not count. Returns null if a fixed part or every combination lacks
 * a price, or if the parts are free.
 */
function lowestPrice(prices: VariantPrices, bundle: BundleParts, optionalIds: ReadonlySet<string>): number | null {
  const cheapest = ({ productId, eventId, variantIds }: BundlePart): number => {
    const own = prices.get(productId ?? eventId ?? '') ?? new Map<string, number>()
    return Math.min(...(variantIds ? variantIds.flatMap((id) => own.get(id) ?? []) : own.values()))
  }
  const sum = (parts: BundlePart[]) => parts.reduce((total, part) => total + cheapest(part), 0)
  const choices = bundle.combinations.map(({ parts, additional_price }) => sum(parts) + additional_price)
  const fixed = bundle.additional_products.filter(({ productId }) => !optionalIds.has(productId ?? ''))
  const lowest = sum([...bundle.common_items, ...fixed]) + (choices.length > 0 ? Math.min(...choices) : 0)
  return Number.isSafeInteger(lowest) && lowest > 0 ? lowest : null
}
