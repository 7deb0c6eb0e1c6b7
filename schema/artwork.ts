/**
 * The artwork that pages show in place of a missing picture (PIC-01). It has nine tiles, each with a quarter of a circle. The
 * initials of the name, or a sign, lie above the tiles. The name decides the direction and the colour of each tile, so the same
 * event or product always has the same artwork. This file returns the shapes, and artwork.css sets their colours.
 */
/** A quarter of a circle whose centre is a corner of the tile: top left, top right, bottom right or bottom left. */
const ARCS = ['h1a1 1 0 0 1-1 1z', 'm1 0v1a1 1 0 0 1-1-1z', 'm1 1h-1a1 1 0 0 1 1-1z', 'm0 1v-1a1 1 0 0 1 1 1z']

/**
 * The paths of the signs. Their origin is the centre of the artwork. The data of a product contains its path, so only the worker
 * imports this list.
 */
export const ARTWORK_SIGNS = {
  note: 'M.1-.6l.4.3v.2L.2-.3v.7a.25.2 0 1 1-.1-.2z',
  list: 'M-.5-.37h1v.15h-1zm0 .3h1v.15h-1zm0 .3h.6v.15h-.6z',
  heart: 'M0 .5l-.5-.5a.35.35 0 0 1 .5-.5.35.35 0 0 1 .5.5z',
  ticket: 'M-.65-.4h1.3v.25a.15.15 0 0 0 0 .3v.25h-1.3v-.25a.15.15 0 0 0 0-.3zm.85.16v.48h.1v-.48z',
} as const

export type ArtworkSign = keyof typeof ARTWORK_SIGNS

/** The attribute `viewBox` of the artwork. The paths use its units. */
export const ARTWORK_BOX = '0 0 3 3'

/** The initials skip a leading article, because many names begin with the same one. */
const ARTICLE = /^(der|die|das|the|an?|eine?) (?=[\p{L}\p{N}])/iu

type Artwork = [squares: string, arcs: string, frontArcs: string, letters: string]

/**
 * Returns three paths, from the back to the front, and the initials, which are only letters and digits.
 *
 * Browsers smooth the edge of each shape. If two shapes shared an edge, the background would show between them as a thin line.
 * Two rules prevent this. One path contains all shapes of a colour. The same arc in the first colour lies behind each arc in the
 * second colour.
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
