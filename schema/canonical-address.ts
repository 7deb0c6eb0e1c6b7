/**
 * Where a page is at home: without what only scrolls to a part of it (/faq/3 is /faq), and contact and imprint as the one
 * page they are. Each language has an address of its own, the shop's first language the plain one (SEO-02).
 */
import type { Locale } from './locale.ts'
import type { Route, RouteParams } from './routes.ts'

type Place = { origin: string; basePath: string; defaultLocale: string }

/** The page's address in a language; null is the one for who speaks neither. */
export function canonicalAddress(
  { origin, basePath, defaultLocale }: Place,
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
  const written = parts.map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
  return written.join('/') || '/'
}
