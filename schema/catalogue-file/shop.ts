/** Shops, news, redirects, vouchers and carriers. */
import * as z from 'zod'
import { LOCALES } from '../locale.ts'
import { writtenShopMeta } from './meta.ts'
import { code, count, countryCode, image, link, moment, order, price, slug, text, words } from './values.ts'

/** The fields that all shops have. A band shop also names its artist, and the main shop has none. */
export const shop = z.strictObject({
  slug,
  name: words,
  /** A host name in lower case. With `customDomain`, the shop's other addresses redirect to it. */
  domain: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/, 'expected a host name in lower case')
    .optional(),
  customDomain: z.boolean().optional(),
  defaultLocale: z.enum(LOCALES).optional(),
  orderMergingAllowed: z.boolean().optional(),
  paymentBlacklist: z.array(words).optional(),
  /** The shop's passwords in plain text. The import stores only their scrypt hashes. */
  passwords: z.array(code).optional(),
  discountCodes: z.array(code).optional(),
  meta: writtenShopMeta.optional(),
})

export const bandShop = z.strictObject({ ...shop.shape, artist: slug })

export const newsItem = z.strictObject({
  /** Identifies the item in later imports. Pages do not show it. */
  slug,
  shop: slug,
  category: z.enum(['feature', 'hot', 'regular']),
  url: link,
  title: text,
  text,
  image: image.optional(),
  inverse: z.boolean().optional(),
  order: order.optional(),
  /** By default, the time of the first import. */
  publishedAt: moment.optional(),
})

export const redirect = z.strictObject({
  /** The only shop in which the redirect applies. By default, it applies in all shops. */
  shop: slug.optional(),
  from: z.string().regex(/^\//, 'expected a path that begins with /'),
  /** If the target is empty, the path is not redirected. */
  to: z.union([z.literal(''), link], {
    error: 'expected a path, an address, or "" for none',
  }),
})

export const carrier = z.strictObject({
  slug,
  name: text,
  description: text,
  price,
  countryCodes: z.array(countryCode).min(1, 'expected at least one country'),
  minWeightGrams: count.optional(),
  maxWeightGrams: count,
  verifiesAge: z.boolean().optional(),
  ticketsOnly: z.boolean().optional(),
  order: order.optional(),
})

export const voucher = z.strictObject({
  code,
  shop: slug.optional(),
  label: text,
  amount: price,
  expiresAt: moment,
})
