/**
 * Artwork in place of a missing picture (PIC-01): nine tiles with a quarter of a circle each, and the initials of the name. The
 * name decides how each tile is turned and coloured, so the same event or product always looks the same.
 */
const TILES = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** A group's `transform`, and the classes of its square and its arc (artwork.css). */
type ArtworkTile = [transform: string, ground: string, arc: string]

/** Returns the tiles, and the letters of the initials. */
export function artworkOf(name: string): [tiles: ArtworkTile[], letters: string] {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const bits = hashOf(words.join(' '))
  return [
    TILES.map((tile) => [
      `translate(${tile % 3} ${Math.floor(tile / 3)}) rotate(${((bits >>> (tile * 2)) & 3) * 90} .5 .5)`,
      `artwork-${(bits >>> tile) & 1}`,
      `artwork-${2 + ((bits >>> (tile + 18)) & 1)}`,
    ]),
    initialsOf(words),
  ]
}

/** FNV-1a, with 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}

function initialsOf(words: string[]): string {
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase()
}
