/**
 * The canonical path of a product's page (PROD-08, BND-02): /bundle/{slug} for the root product of a bundle, and
 * /products/{slug} for any other product. Any other path of the product redirects there, so that search engines list the
 * product once. Hidden products redirect to the home page.
 */

type Addressed = { href: string; hidden: boolean }

/** The path to redirect to permanently; null if the path is canonical. */
export function canonicalProductPath(product: Addressed, path: string): string | null {
  const right = product.hidden ? '/' : product.href
  return right === path ? null : right
}
