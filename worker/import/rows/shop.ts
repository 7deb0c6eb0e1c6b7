/** The wanted rows of shops, news, redirects, carriers and vouchers. */
import type { ShopMeta } from '../../../schema/catalogue-values.ts'
import { decimalEuros } from '../../../schema/money.ts'
import { ROUTES } from '../../../schema/routes.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { hashAccessCodes } from '../../domain/catalogue/access-code.ts'
import {
  type Build,
  checkItems,
  flag,
  imageJson,
  imageOf,
  json,
  refer,
  referArtist,
  reportFault,
  want,
} from '../build.ts'
import type { Entry, ShopValue } from '../catalogue.ts'
import { sanitiseLocalised } from '../html.ts'
import { entityId } from '../ids.ts'
import { resolveMoment } from '../moments.ts'
import { codeRow } from './presale-voucher-code.ts'

export function wantShops(build: Build): void {
  const { lists } = build.catalogue
  const stored = [...build.current.shops.values()].find((shop) => shop.artistId === null)?.slug
  const mainShops = lists.shops.filter(({ value }) => value.artist === undefined)
  const main = stored ?? mainShops[0]?.value.slug
  for (const { value, origin } of mainShops) {
    if (value.slug === main) continue
    reportFault(build, origin, ['slug'], `expected "${main}", the slug of the main shop: there is only one main shop`)
  }
  const domains = new Map<string, string>()
  for (const entry of lists.shops) wantShop(build, entry, domains)
}

const RESERVED = new Set(ROUTES.map(({ pattern }) => pattern.split('/')[1] ?? ''))

function wantShop(build: Build, { value, origin }: Entry<ShopValue>, domains: Map<string, string>): void {
  const id = entityId('shop', value.slug)
  const name = { de: value.name, en: value.name }
  if (RESERVED.has(value.slug)) {
    reportFault(build, origin, ['slug'], `expected another slug: /${value.slug} is a page of every shop`)
  }
  if (value.customDomain && value.domain === undefined) {
    reportFault(build, origin, ['customDomain'], 'expected a "domain" too')
  }
  const owner = value.domain === undefined ? undefined : domains.get(value.domain)
  if (owner) reportFault(build, origin, ['domain'], `expected a domain of its own; "${owner}" has ${value.domain} too`)
  if (value.domain !== undefined) domains.set(value.domain, value.slug)
  const { social_img, favicon, ...written } = value.meta ?? {}
  checkItems(build, written.related_item_slugs, origin, ['meta', 'related_item_slugs'])
  const artistId = value.artist === undefined ? null : entityId('category', 'ARTIST', value.artist)
  const before = build.current.shops.get(id)?.meta
  const meta: ShopMeta = { ...written }
  for (const key of [
    'special_terms',
    'bundle_notice',
    'tour_disclaimer',
    'newsletter_customtext',
    'mailchimp_customtext',
  ] as const) {
    const text = written[key]
    if (text) meta[key] = sanitiseLocalised(text)
  }
  const socialImage = imageOf(build, social_img, origin, name, artistId)
  if (socialImage) meta.social_img = socialImage
  const icon = imageOf(build, favicon, origin, name, artistId, 'logo')
  if (icon) meta.favicon = icon
  if (value.passwords) meta.password = hashAccessCodes(value.passwords, before?.password ?? [])
  if (value.discountCodes) meta.discount_codes = hashAccessCodes(value.discountCodes, before?.discount_codes ?? [])
  want(build, {
    kind: 'shop',
    label: `shop ${value.slug}`,
    origin,
    row: {
      id,
      slug: value.slug,
      name: value.name,
      domain: value.domain ?? null,
      default_locale: value.defaultLocale ?? 'de',
      is_band: flag(value.artist !== undefined),
      has_custom_domain: flag(value.customDomain ?? false),
      artist_id: value.artist === undefined ? null : referArtist(build, value.artist, origin, ['artist']),
      order_merging_allowed: flag(value.orderMergingAllowed ?? false),
      payment_blacklist: json(value.paymentBlacklist ?? []),
      meta: json(meta),
    },
  })
}

/**
 * Returns the id of the shop's artist; null for the main shop and for an unknown shop. `refer` reports the unknown shop as
 * a fault.
 */
function artistOfShop(build: Build, slug: string): string | null {
  const written = build.catalogue.lists.shops.find(({ value }) => value.slug === slug)?.value
  if (!written) return build.current.shops.get(entityId('shop', slug))?.artistId ?? null
  return written.artist === undefined ? null : entityId('category', 'ARTIST', written.artist)
}

export function wantShopBelongings(build: Build): void {
  const { lists } = build.catalogue
  for (const { value, origin } of lists.news) {
    const id = entityId('news', value.shop, value.slug)
    const { publishedAt } = value
    want(build, {
      kind: 'news',
      label: `news ${value.slug}`,
      origin,
      row: {
        id,
        shop_id: refer(build, 'shop', [value.shop], origin, ['shop'], 'shop'),
        category: value.category,
        url: value.url,
        title: json(value.title),
        text: json(value.text),
        image: imageJson(build, value.image, origin, value.title, artistOfShop(build, value.shop)),
        inverse: flag(value.inverse ?? false),
        sort_order: value.order ?? 0,
        published_at: publishedAt === undefined ? build.now : resolveMoment(publishedAt, SHOP_ZONE, build.now),
      },
      insertOnly: publishedAt === undefined ? ['published_at'] : [],
    })
  }
  for (const { value, origin } of lists.redirects) {
    const id = entityId('redirect', value.shop ?? '', value.from)
    const shopId = value.shop === undefined ? null : refer(build, 'shop', [value.shop], origin, ['shop'], 'shop')
    want(build, {
      kind: 'redirect',
      label: `redirect ${value.from}`,
      origin,
      row: { id, shop_id: shopId, from_path: value.from, to_path: value.to },
    })
  }
  for (const { value, origin } of lists.carriers) {
    const id = entityId('carrier', value.slug)
    const minimum = value.minWeightGrams ?? 0
    if (minimum > value.maxWeightGrams) {
      reportFault(build, origin, ['maxWeightGrams'], `expected at least minWeightGrams, ${minimum}`)
    }
    want(build, {
      kind: 'carrier',
      label: `carrier ${value.slug}`,
      origin,
      row: {
        id,
        slug: value.slug,
        name: json(value.name),
        description: json(value.description),
        price_cents: value.price,
        country_codes: json(value.countryCodes),
        min_weight_grams: minimum,
        max_weight_grams: value.maxWeightGrams,
        verifies_age: flag(value.verifiesAge ?? false),
        tickets_only: flag(value.ticketsOnly ?? false),
        sort_order: value.order ?? 0,
      },
    })
  }
  for (const { value, origin } of lists.vouchers) {
    const { id, hash } = codeRow(build, 'voucher', null, value.code, origin, ['code'])
    const used = build.current.voucherUse.get(id) ?? 0
    if (value.amount < used) {
      reportFault(
        build,
        origin,
        ['amount'],
        `expected at least ${decimalEuros(used)}, the amount that orders have used`,
      )
    }
    want(build, {
      kind: 'voucher',
      label: `voucher ${value.label.de}`,
      origin,
      row: {
        id,
        code_hash: hash,
        shop_id: value.shop === undefined ? null : refer(build, 'shop', [value.shop], origin, ['shop'], 'shop'),
        label: json(value.label),
        amount_cents: value.amount,
        expires_at: resolveMoment(value.expiresAt, SHOP_ZONE, build.now),
      },
    })
  }
}
