/**
 * ART-02: an artist with nothing to sell, neither merch nor a coming concert, has no page: the edge answers 404, the browser
 * shows the page of what is not found, and no list leads there (worker/db/category.ts).
 */
type Listed = { products: readonly unknown[]; events: readonly unknown[] }

export function artistIsShown({ products, events }: Listed): boolean {
  return products.length + events.length > 0
}
