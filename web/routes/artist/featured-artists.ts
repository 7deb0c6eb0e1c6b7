/** ART-01: who stands large in the list of artists, left and right, each side by its own sort order; then the others. */

type Placed = {
  featured: string[]
  sortOrderTicketTopLeft: number | null
  sortOrderTicketTopRight: number | null
}

export type Roster<Artist> = { left: Artist[]; right: Artist[]; others: Artist[] }

export function rosterOf<Artist extends Placed>(artists: Artist[]): Roster<Artist> {
  const at = (side: 'left' | 'right', order: (artist: Artist) => number | null) =>
    artists
      .filter(({ featured }) => featured.includes(side))
      .toSorted((a, b) => (order(a) ?? Number.MAX_SAFE_INTEGER) - (order(b) ?? Number.MAX_SAFE_INTEGER))
  const left = at('left', ({ sortOrderTicketTopLeft }) => sortOrderTicketTopLeft)
  const right = at('right', ({ sortOrderTicketTopRight }) => sortOrderTicketTopRight).filter(
    (artist) => !left.includes(artist),
  )
  return { left, right, others: artists.filter((artist) => !left.includes(artist) && !right.includes(artist)) }
}
