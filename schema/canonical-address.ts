/**
 * The canonical URL of a page (SEO-02). It contains no optional parameters, because they only select a part of the page
 * (/faq/3 becomes /faq). The imprint has the URL of the contact page, because both routes show the same page. Each
 * language has its own URL, and the URL of the shop's default language has no `?lang=`.
 */
import type { Locale } from './locale.ts'
import type { Route, RouteParams } from './routes.ts'

type ShopAddress = { origin: string; basePath: string; defaultLocale: string }

/** The page's URL in `locale`. If `locale` is null, the URL for all other languages (hreflang `x-default`). */
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
