/**
 * Artwork in place of a missing picture (PIC-01): nine tiles with a quarter of a circle each and, on them, the initials of the
 * name, or a sign for goods without a look of their own. The name decides how each tile is turned and coloured, so the same
 * event or product always looks the same. The server and the browser only write these shapes down; artwork.css colours them.
 */
/** A quarter of a circle whose centre is a corner of the tile: top left, top right, bottom right or bottom left. */
const ARCS = ['h1a1 1 0 0 1-1 1z', 'm1 0v1a1 1 0 0 1-1-1z', 'm1 1h-1a1 1 0 0 1 1-1z', 'm0 1v-1a1 1 0 0 1 1 1z']

/** The signs, as paths around the middle of the artwork. Tiles get the path with their data, so only the worker imports them. */
export const ARTWORK_SIGNS = {
  note: 'M.1-.6l.4.3v.2L.2-.3v.7a.25.2 0 1 1-.1-.2z',
  list: 'M-.5-.37h1v.15h-1zm0 .3h1v.15h-1zm0 .3h.6v.15h-.6z',
  heart: 'M0 .5l-.5-.5a.35.35 0 0 1 .5-.5.35.35 0 0 1 .5.5z',
  ticket: 'M-.65-.4h1.3v.25a.15.15 0 0 0 0 .3v.25h-1.3v-.25a.15.15 0 0 0 0-.3zm.85.16v.48h.1v-.48z',
} as const

export type ArtworkSign = keyof typeof ARTWORK_SIGNS

/** The box in whose units the paths are, as the attribute `viewBox`. */
export const ARTWORK_BOX = '0 0 3 3'

/** A leading article says nothing about the name, and many names have the same one. */
const ARTICLE = /^(der|die|das|the|an?|eine?) (?=[\p{L}\p{N}])/iu

type Artwork = [squares: string, arcs: string, frontArcs: string, letters: string]

/**
 * Returns three paths, from the back to the front, and the initials, which are only letters and digits.
 *
 * Two shapes that share an edge would show a thin line of what is behind them, because a browser smooths the edge of each. So
 * all shapes of a colour are one path, and behind each arc of the second colour stands the same arc in the first.
 */
export function artworkOf(name: string): Artwork {
  const words = name.replace(ARTICLE, '').match(/[\p{L}\p{N}]+/gu) ?? []
  const bits = hashOf(words.join(' '))
  let squares = ''
  let arcs = ''
  let frontArcs = ''
  for (let tile = 0; tile < 9; tile++) {
    const corner = `M${tile % 3} ${Math.floor(tile / 3)}`
    const arc = corner + ARCS[(bits >>> (tile * 2)) & 3]
    arcs += arc
    if ((bits >>> tile) & 1) squares += `${corner}h1v1h-1z`
    if ((bits >>> (tile + 18)) & 1) frontArcs += arc
  }
  const letters = words.slice(0, 2).map(([first]) => first)
  return [squares, arcs, frontArcs, letters.join('').toUpperCase()]
}

/** FNV-1a, with 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}
