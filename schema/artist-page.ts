/**
 * ART-02: an artist with neither merch nor an upcoming event has no page. The edge answers 404, the browser shows its
 * "not found" page, and no list links to the artist (worker/db/category.ts).
 */
type ArtistOffer = { products: readonly unknown[]; events: readonly unknown[] }

export function artistHasPage({ products, events }: ArtistOffer): boolean {
  return products.length + events.length > 0
}
