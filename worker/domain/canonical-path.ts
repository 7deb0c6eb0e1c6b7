/**
 * Where a page is at home: without what only scrolls to a part of it (/faq/3 is /faq), and contact and imprint as the one
 * page they are.
 */
import type { Route, RouteParams } from '../../schema/routes.ts'

/** Without base path and query. */
export function canonicalPath(route: Pick<Route, 'name' | 'pattern'>, params: RouteParams): string {
  if (route.name === 'imprint') return '/contact'
  const parts = route.pattern.split('/').filter((part) => !part.endsWith('?'))
  const written = parts.map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
  return written.join('/') || '/'
}
