/**
 * schema.org data of a product's or a bundle's page (SEO-01). A product with several variants is a ProductGroup, so that
 * search engines know the size, price and availability of each variant.
 */
import type { ProductMeta, ShopMeta } from '../../schema/catalogue-values.ts'
import type { BundlePageQuery, ProductPageQuery } from '../../schema/generated/operations.ts'
import { decimalEuros } from '../../schema/money.ts'
import { plainText } from '../../schema/page-description.ts'
import { deliveryDaysOf, PACKING_DAYS, splitDelivery } from '../../schema/rules/delivery-days.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { areSizes } from '../../schema/rules/variant-size.ts'
import { productTitle } from '../../schema/subject-title.ts'
import { imageUrl, type JsonLd, localInstant } from './structured-data.ts'

type ProductPage = NonNullable<ProductPageQuery['product']>
/** The query of a bundle's page has fewer fields. Fields that are missing in the answer are omitted from the data. */
type Product = Omit<NonNullable<BundlePageQuery['product']>, 'bundle'> & Partial<Pick<ProductPage, 'gtin' | 'brand'>>
type Page = { origin: string; url: string; now: number; shopMeta: Pick<ShopMeta, 'delivery_days'> }

/** The right of withdrawal from a contract about goods (§ 355 BGB). */
const WITHDRAWAL_DAYS = 14
/** The shop pays for the return of goods that cost at least this much, as the terms say. */
const FREE_RETURN_CENTS = 40_00

export function productData(product: Product, page: Page): JsonLd {
  const images = product.images.flatMap(({ image }) => imageUrl(page.origin, image) ?? [])
  const brand = product.brand ?? product.artist?.displayName
  const common = {
    name: productTitle(product),
    ...(product.description ? { description: plainText(product.description) } : {}),
    url: page.url,
    ...(images.length > 0 ? { image: images } : {}),
    ...(product.color ? { color: product.color } : {}),
    category: product.productType,
    ...(brand ? { brand: { '@type': 'Brand', name: brand } } : {}),
  }
  const [only, ...others] = product.type === 'bundle' ? [] : product.variants
  // PROD-07: if another provider sells the product, its price is unknown, so there is no offer.
  const isSoldHere = !(product.meta as ProductMeta).external_url
  if (others.length === 0 || !isSoldHere) {
    return {
      '@context': 'https://schema.org',
      '@type': 'Product',
      ...common,
      ...(only ? { sku: only.sku } : {}),
      ...(only && areSizes([only]) ? { size: only.description } : {}),
      ...(product.gtin ? { gtin: product.gtin } : {}),
      // The price of a bundle's variant is only the surcharge on its parts. The bundle's own price is the lowest total.
      ...(isSoldHere ? { offers: offerOf(product, page, only ?? product) } : {}),
    }
  }
  const sized = areSizes(product.variants)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    ...common,
    productGroupID: product.slug,
    ...(sized ? { variesBy: ['https://schema.org/size'] } : {}),
    hasVariant: product.variants.map((variant) => ({
      '@type': 'Product',
      ...common,
      name: `${common.name}, ${variant.description}`,
      sku: variant.sku,
      ...(sized ? { size: variant.description } : {}),
      offers: offerOf(product, page, variant),
    })),
  }
}

function offerOf(
  product: Product,
  { url, now, shopMeta }: Page,
  sold: { priceCents: number; available: boolean },
): JsonLd {
  const shipsAt = product.publicShippableFromAt ?? 0
  // The time of delivery is that of goods in stock.
  const days = shipsAt > now ? null : deliveryDaysOf(product.meta as ProductMeta, shopMeta)
  return {
    '@type': 'Offer',
    price: decimalEuros(sold.priceCents),
    priceCurrency: 'EUR',
    url,
    itemCondition: 'https://schema.org/NewCondition',
    availability: availabilityOf(product.available && sold.available, shipsAt > now),
    ...(shipsAt > now ? { availabilityStarts: localInstant(shipsAt, SHOP_ZONE).slice(0, 10) } : {}),
    ...(product.shippingFromCents === null ? {} : { shippingDetails: shippingOf(product.shippingFromCents, days) }),
    ...returnPolicyOf(product, sold.priceCents),
  }
}

function availabilityOf(isAvailable: boolean, shipsLater: boolean): string {
  if (!isAvailable) return 'https://schema.org/OutOfStock'
  return shipsLater ? 'https://schema.org/PreOrder' : 'https://schema.org/InStock'
}

function shippingOf(cents: number, days: ReturnType<typeof deliveryDaysOf>): JsonLd {
  const { packing, transit } = days
    ? splitDelivery(days, PACKING_DAYS)
    : { packing: { minimum: 0, maximum: PACKING_DAYS }, transit: null }
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: decimalEuros(cents), currency: 'EUR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'DE' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: dayRange(packing),
      ...(transit ? { transitTime: dayRange(transit) } : {}),
    },
  }
}

function dayRange({ minimum, maximum }: { minimum: number; maximum: number }): JsonLd {
  return { '@type': 'QuantitativeValue', minValue: minimum, maxValue: maximum, unitCode: 'DAY' }
}

/** A bundle has no single policy, because it may contain tickets. Products that are not shipped have none either. */
function returnPolicyOf({ meta, shippingFromCents }: Product, priceCents: number) {
  if (shippingFromCents === null) return {}
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'DE' }
  const isFree = priceCents >= FREE_RETURN_CENTS
  return {
    hasMerchantReturnPolicy: (meta as ProductMeta).personalised
      ? { ...policy, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
      : {
          ...policy,
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: WITHDRAWAL_DAYS,
          returnMethod: 'https://schema.org/ReturnByMail',
          returnFees: `https://schema.org/${isFree ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
        },
  }
}
