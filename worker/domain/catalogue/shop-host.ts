/**
 * Determines the shop of a request. A band's shop is served on the host `{slug}.{main host}` and under the path `/{slug}` of
 * the main host. If it has a custom domain, it is served only there. Its other addresses then redirect to that domain
 * permanently, and keep path and query (SHOP-04). On a band's host, a path that begins with the slug of another band's shop
 * redirects to `/` on the same host.
 */

import type { Locale } from '../../../schema/locale.ts'

export type HostedShop = {
  slug: string
  domain: string | null
  isBand: boolean
  hasCustomDomain: boolean
}

export type HostAnswer<Shop> =
  | { kind: 'shop'; shop: Shop; basePath: string; path: string }
  | { kind: 'redirect'; location: string; status: 301 | 302 }
  | { kind: 'none' }

export function mainShopOf<Shop extends Pick<HostedShop, 'isBand'>>(shops: readonly Shop[]): Shop | undefined {
  return shops.find(({ isBand }) => !isBand)
}

/** Returns the bands' shops whose address is a path on the main shop's host. */
export function bandShopsOnMainHost<Shop extends HostedShop>(shops: readonly Shop[]): Shop[] {
  return shops.filter(({ isBand, hasCustomDomain }) => isBand && !hasCustomDomain)
}

/** `url` is the URL of the request. A redirect preserves its scheme and port, which local development needs. */
export function shopOfRequest<Shop extends HostedShop>(url: URL, shops: Shop[]): HostAnswer<Shop> {
  const host = url.hostname.toLowerCase()
  const main = mainShopOf(shops)
  if (!main) return { kind: 'none' }

  const ownHost = shopOfHost(host, main, shops)
  const [, leading = '', ...rest] = url.pathname.split('/')
  const named = shops.find((shop) => shop.isBand && shop.slug === leading.toLowerCase())
  const pathBehindSlug = `/${rest.join('/')}`

  if (ownHost.shop === main) {
    if (!named) return { kind: 'shop', shop: main, basePath: '', path: url.pathname }
    if (named.hasCustomDomain) return forward(url, named, pathBehindSlug)
    return { kind: 'shop', shop: named, basePath: `/${named.slug}`, path: pathBehindSlug }
  }

  if (ownHost.shop.hasCustomDomain && ownHost.shop.domain !== host) {
    return forward(url, ownHost.shop, named === ownHost.shop ? pathBehindSlug : url.pathname)
  }
  if (named === ownHost.shop) {
    return { kind: 'redirect', location: `${pathBehindSlug}${url.search}`, status: 301 }
  }
  if (named) return { kind: 'redirect', location: '/', status: 301 }
  return { kind: 'shop', shop: ownHost.shop, basePath: '', path: url.pathname }
}

function shopOfHost<Shop extends HostedShop>(host: string, main: Shop, shops: Shop[]): { shop: Shop } {
  const byDomain = shops.find((shop) => shop.hasCustomDomain && shop.domain === host)
  if (byDomain) return { shop: byDomain }
  const dot = host.indexOf('.')
  const label = dot < 0 ? '' : host.slice(0, dot)
  const base = host.slice(dot + 1)
  const isMainBase = base === 'localhost' || base === main.domain
  const bySubdomain = isMainBase ? shops.find((shop) => shop.isBand && shop.slug === label) : undefined
  return { shop: bySubdomain ?? main }
}

/**
 * Whether the host is the main host, a band's subdomain, or a custom domain. `publicHost` is the configured main host.
 * If neither `publicHost` nor the catalogue names a main host, every host is accepted.
 */
export function hostIsKnown(hostname: string, shops: HostedShop[], publicHost: string | null): boolean {
  const host = hostname.toLowerCase()
  const main = mainShopOf(shops)
  const mainHosts = [main?.domain, publicHost].filter((name) => typeof name === 'string' && name !== '')
  if (mainHosts.length === 0 || mainHosts.includes(host)) return true
  if (shops.some(({ hasCustomDomain, domain }) => hasCustomDomain && domain === host)) return true
  const dot = host.indexOf('.')
  return host.slice(dot + 1) === main?.domain && shops.some(({ isBand, slug }) => isBand && slug === host.slice(0, dot))
}

function forward(url: URL, shop: HostedShop, path: string): HostAnswer<never> {
  const port = url.port === '' ? '' : `:${url.port}`
  const location = `${url.protocol}//${shop.domain}${port}${path}${url.search}`
  // A browser that has cached the redirect would leave the local shop for a public domain.
  const leavesMachine = isLocal(url.hostname.toLowerCase()) && !isLocal(shop.domain ?? '')
  return { kind: 'redirect', location, status: leavesMachine ? 302 : 301 }
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'
}

/**
 * Returns a link to a page of a shop, as `shopAddress`. Cookies belong to one host, so a link to another host names the
 * language of the page that contains it (L10N-01).
 */
export function shopLink(
  shop: HostedShop,
  path: string,
  { shops, origin, locale }: { shops: readonly HostedShop[]; origin: string; locale: Locale },
): string {
  const address = shopAddress(shop, shops, new URL(origin)) + path
  const link = new URL(address)
  if (link.origin === origin) return address
  link.searchParams.set('lang', locale)
  return link.href
}

/**
 * Returns the address of a shop: its custom domain; otherwise the main host, with the slug for a band's shop. The scheme and
 * port are those of `seenFrom`, the URL in the browser. If that URL has a local host, the main host is `localhost`.
 */
export function shopAddress(shop: HostedShop, shops: readonly HostedShop[], seenFrom: URL): string {
  const port = seenFrom.port === '' ? '' : `:${seenFrom.port}`
  if (shop.hasCustomDomain && shop.domain) return `${seenFrom.protocol}//${shop.domain}${port}`
  const host = seenFrom.hostname.toLowerCase()
  const mainHost = isLocal(host) ? 'localhost' : (mainShopOf(shops)?.domain ?? host)
  return `${seenFrom.protocol}//${mainHost}${port}${shop.isBand ? `/${shop.slug}` : ''}`
}
