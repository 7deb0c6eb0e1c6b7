/**
 * Redirects from old addresses (SHOP-12, SHOP-13). The redirects from the catalogue come first. If a target there is
 * empty, the path does not redirect. The old forms of addresses, which are the same for every shop, come second. Any
 * other path only loses its trailing slashes.
 */

const OLD_FORMS: [pattern: RegExp, target: string][] = [
  [/^\/merch$/, '/categories'],
  [/^\/merch\/([^/]+)$/, '/categories/$1'],
  [/^\/items?\/([^/]+)$/, '/products/$1'],
  [/^\/product\/([^/]+)$/, '/products/$1'],
  [/^\/tickets?$/, '/events'],
  [/^\/tickets?\/([^/]+)$/, '/events/$1'],
  [/^\/event\/([^/]+)$/, '/events/$1'],
  [/^\/artist$/, '/artists'],
  [/^\/artist\/([^/]+)$/, '/artists/$1'],
  // The former shop software numbered tours. All numbered addresses redirect to the list of events, unless the
  // catalogue has a redirect for them.
  [/^\/tour\/\d+$/, '/events'],
  [/^\/tour\/([^/]+)$/, '/tours/$1'],
  [/^\/cart$/, '/checkout'],
  // The refund form had addresses with up to two further segments.
  [/^\/refund(?!\/request$)(?:\/[^/]+){0,2}$/, '/refund/request'],
]

/**
 * Returns the path to redirect to, without base path and query. A redirect of the catalogue may also lead to the full
 * address of another site. Returns null if the path does not redirect.
 */
export function redirectOf(path: string, map: ReadonlyMap<string, string>): string | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  const mapped = map.get(plain)
  if (mapped !== undefined) return mapped === '' ? null : mapped
  for (const [pattern, target] of OLD_FORMS) {
    if (pattern.test(plain)) return plain.replace(pattern, target)
  }
  return plain === path ? null : plain
}

/**
 * Returns the path for `/search?key=words`, an old form of the search address. Without words, the address leads home.
 * Returns null for other paths.
 */
export function searchPathOf(path: string, url: URL): string | null {
  if (path !== '/search') return null
  const words = (url.searchParams.get('key') ?? '').trim()
  const others = new URLSearchParams(url.searchParams)
  others.delete('key')
  return (words === '' ? '/' : `/search/${encodeURIComponent(words)}`) + (others.size > 0 ? `?${others}` : '')
}
