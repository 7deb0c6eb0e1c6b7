/**
 * The canonical path of a product's page (PROD-08, BND-02): /bundle/{slug} for a bundle, /products/{slug} for any other
 * product, whether it was requested by slug or id. Hidden products redirect to the home page. This also applies to
 * bundles with a single combination, so that search engines list each bundle once.
 */

type Addressed = { href: string; hidden: boolean }

/** The path to redirect to permanently; null if the path is canonical. */
export function canonicalProductPath(product: Addressed, path: string): string | null {
  const right = product.hidden ? '/' : product.href
  return right === path ? null : right
}
