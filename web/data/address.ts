/** Decides which links lead to a page of this shop, so that the browser can follow them without a page load. */
import { matchRoute } from '../../schema/routes.ts'

/**
 * The path without the shop's base path, with query and hash. Null if `to` is a complete URL or a path of another shop, or if
 * no route matches the path.
 */
export function pathInShop(to: string, basePath: string): string | null {
  if (!to.startsWith('/') || to.startsWith('//')) return null
  const isBelow = basePath !== '' && (to === basePath || to.startsWith(`${basePath}/`))
  const path = isBelow ? to.slice(basePath.length) || '/' : to
  const [bare = '/'] = path.split(/[?#]/)
  return matchRoute(bare) ? path : null
}

/** The `href` of a link to `path`, which does not contain the shop's base path. */
export function hrefInShop(path: string, basePath: string): string {
  if (basePath === '') return path
  const [, bare = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? []
  return `${bare === '/' ? basePath : `${basePath}${bare}`}${rest}`
}
