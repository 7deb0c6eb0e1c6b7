/**
 * Where a page really is (PROD-08, BND-02). A bundle's page is /bundle/{slug}, any other product's /products/{slug},
 * whichever of the two was asked for and whether by slug or by id; what is hidden leads home. Bundles of a single
 * combination are no exception: their id leads to their one address, so that search engines know a bundle once.
 */

type Addressed = { href: string; hidden: boolean }

/** The path that a visitor of `path` should be sent to for good; null where it is right. */
export function rightProductPath(product: Addressed, path: string): string | null {
  const right = product.hidden ? '/' : product.href
  return right === path ? null : right
}
