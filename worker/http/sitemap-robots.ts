/**
 * Files for search engines (SEO-02): the robots.txt of each host and the sitemap of each shop. The robots.txt lists the
 * sitemaps of the shops on its host. A protected shop has neither file, and no robots.txt lists its sitemap.
 */
import type { ShopRow } from '../../schema/tables/shop.ts'
import { openDatabase } from '../db/database.ts'
import { rangeOf } from '../db/range.ts'
import { type ShownSlugs, shownSlugs } from '../db/sitemap.ts'
import { bandShopsOnMainHost, shopAddress } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import type { Edge, EdgeContext } from './edge-context.ts'
import { sitemapOf } from './sitemap.ts'

/** The list of a large shop's pages needs all its slugs from the database, so the isolate caches the last few lists. */
const pathsOfShop = new PerVersion<string, string[]>('pages of a sitemap', 8)
const STATIC_PATHS = ['/contact', '/faq', '/terms', '/datapolicy', '/jobs', '/gamepolicy']
/**
 * Paths that crawlers must not request. A search without results is excluded by a tag in its page instead (`head.ts`).
 */
const CLOSED = ['/checkout', '/queue/', '/availability/']

/** Returns null for every path that is not one of these files. */
export async function serveCrawlers(
  http: EdgeContext,
  edge: Edge,
  shop: ShopRow,
  basePath: string,
  path: string,
): Promise<Response | null> {
  const [isSitemap, number] = /^\/sitemap(?:-(\d{1,4}))?\.xml$/.exec(path) ?? []
  const isRobots = path === '/robots.txt' && basePath === ''
  if (!isSitemap && !isRobots) return null
  if (edge.failed) return new Response('Try again', { status: 503, headers: { 'cache-control': 'no-store' } })
  if (isProtected(shop)) return notFound()
  const url = new URL(http.req.url)
  if (isRobots) return http.body(robots(shop, edge.shops, url), 200, headersOf('text/plain'))
  const site = { address: shopAddress(shop, edge.shops, url), defaultLocale: shop.defaultLocale }
  const body = sitemapOf(site, await pathsOf(http, edge, shop), number === undefined ? null : Number(number))
  return body === null ? notFound() : http.body(body, 200, headersOf('application/xml'))
}

function robots(shop: ShopRow, shops: ShopRow[], url: URL): string {
  const neighbours = shop.isBand ? [] : bandShopsOnMainHost(shops).filter((known) => !isProtected(known))
  const closed = CLOSED.flatMap((path) => (neighbours.length > 0 ? [path, `/*${path}`] : [path]))
  const sitemaps = [shop, ...neighbours].map((known) => `Sitemap: ${shopAddress(known, shops, url)}/sitemap.xml`)
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', ...sitemaps, ''].join('\n')
}

function pathsOf(http: EdgeContext, edge: Edge, shop: ShopRow): Promise<string[]> {
  return pathsOfShop.read(edge.catalogueVersion, shop.id, async () =>
    pagePaths(await shownSlugs(openDatabase(http.env.DB), rangeOf(shop, edge.shops), edge.now), shop),
  )
}

function pagePaths(slugs: ShownSlugs, { isBand, meta }: ShopRow): string[] {
  const under = (folder: string, names: string[]) => names.map((slug) => `/${folder}/${encodeURIComponent(slug)}`)
  return [
    '/',
    '/categories',
    '/events',
    ...(isBand ? [] : ['/artists']),
    ...under('categories', slugs.categories),
    ...under('artists', slugs.artists),
    ...under('tours', slugs.tours),
    ...under('events', slugs.events),
    ...under('products', slugs.products),
    ...under('bundle', slugs.bundles),
    ...STATIC_PATHS,
    // Shops without the key do not link to the page.
    ...(meta.kulturpass && !meta.hide_kulturpass ? ['/kulturpass'] : []),
  ]
}

function headersOf(type: string): Record<string, string> {
  return { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' }
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
}
