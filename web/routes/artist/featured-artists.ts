/** ART-01: groups artists into two featured columns and the others. Each column has a sort order of its own. */

type FeaturedArtist = {
  featured: string[]
  sortOrderTicketTopLeft: number | null
  sortOrderTicketTopRight: number | null
}

export type ArtistGroups<Artist> = { left: Artist[]; right: Artist[]; others: Artist[] }

/** An artist that both columns feature appears only in the left one. */
export function groupByFeature<Artist extends FeaturedArtist>(artists: Artist[]): ArtistGroups<Artist> {
  const featuredAt = (side: 'left' | 'right', order: (artist: Artist) => number | null) =>
    artists
      .filter(({ featured }) => featured.includes(side))
      .toSorted((a, b) => (order(a) ?? Number.MAX_SAFE_INTEGER) - (order(b) ?? Number.MAX_SAFE_INTEGER))
  const left = featuredAt('left', ({ sortOrderTicketTopLeft }) => sortOrderTicketTopLeft)
  const right = featuredAt('right', ({ sortOrderTicketTopRight }) => sortOrderTicketTopRight).filter(
    (artist) => !left.includes(artist),
  )
  return { left, right, others: artists.filter((artist) => !left.includes(artist) && !right.includes(artist)) }
}
