/**
 * The canonical address of a page. Parameters that only scroll the page are left out (/faq/3 becomes /faq), and the imprint
 * has the address of the contact page, because both show the same page. Each language has its own address; the shop's
 * default language has the one without `?lang=` (SEO-02).
 */
import type { Locale } from './locale.ts'
import type { Route, RouteParams } from './routes.ts'

type ShopAddress = { origin: string; basePath: string; defaultLocale: string }

/** The page's address in `locale`. Null gives the address for all other languages (hreflang `x-default`). */
export function canonicalAddress(
  { origin, basePath, defaultLocale }: ShopAddress,
  route: Pick<Route, 'name' | 'pattern'>,
  params: RouteParams,
  locale: Locale | null,
): string {
  const path = canonicalPath(route, params)
  const address = `${origin}${basePath}${path === '/' && basePath !== '' ? '' : path}`
  return locale === null || locale === defaultLocale ? address : `${address}?lang=${locale}`
}

function canonicalPath({ name, pattern }: Pick<Route, 'name' | 'pattern'>, params: RouteParams): string {
  if (name === 'imprint') return '/contact'
  const parts = pattern.split('/').filter((part) => !part.endsWith('?'))
  const segments = parts.map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
  return segments.join('/') || '/'
}
