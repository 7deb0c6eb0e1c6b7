/**
 * Old addresses and where they live now (SHOP-12, SHOP-13). The shop's own map from the catalogue comes first; an empty
 * target there says that the path is no redirect. Then the old forms of every shop.
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
  // Numbers are of the former shop; one that the catalogue's map does not know leads to all tours.
  [/^\/tour\/\d+$/, '/events'],
  [/^\/tour\/([^/]+)$/, '/tours/$1'],
  [/^\/cart$/, '/checkout'],
]

/** The path a request should go to, without base path and query; null where it is right already. */
export function redirectOf(path: string, map: ReadonlyMap<string, string>): string | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  const mapped = map.get(plain)
  if (mapped !== undefined) return mapped === '' ? null : mapped
  for (const [pattern, target] of OLD_FORMS) {
    if (pattern.test(plain)) return plain.replace(pattern, target)
  }
  return plain === path ? null : plain
}
