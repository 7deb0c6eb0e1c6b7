/** Which addresses are pages of this shop, reached without a page load, and how links name them. */
import { matchRoute } from '../../schema/routes.ts'

/**
 * The path below the shop's base, with query and hash; null for whatever another shop, another site or the edge's
 * redirects answer.
 */
export function pathInShop(to: string, basePath: string): string | null {
  if (!to.startsWith('/') || to.startsWith('//')) return null
  const isBelow = basePath !== '' && (to === basePath || to.startsWith(`${basePath}/`))
  const path = isBelow ? to.slice(basePath.length) || '/' : to
  const [bare = '/'] = path.split(/[?#]/)
  return matchRoute(bare) ? path : null
}

/** What a link to a path below the shop's base says. */
export function hrefInShop(path: string, basePath: string): string {
  if (basePath === '') return path
  const [, bare = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? []
  return `${bare === '/' ? basePath : `${basePath}${bare}`}${rest}`
}
