type ArtistOffer = { products: readonly unknown[]; events: readonly unknown[] }

/**
 * ART-02: an artist with neither merch nor an upcoming event, not even as a supporting act, has no page. The server answers with status 404, the
 * browser shows the "not found" page, and no list links to the artist (worker/db/category.ts).
 */
export function artistHasPage({ products, events }: ArtistOffer): boolean {
  return products.length + events.length > 0
}
