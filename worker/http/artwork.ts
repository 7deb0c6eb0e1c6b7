/** The artwork of a plain page, as the shop's pages show it in place of a missing picture (web/catalogue/artwork.tsx). */
import { ARTWORK_BOX, artworkOf } from '../../schema/artwork.ts'

/** Returns an SVG element, which the page's stylesheets colour. */
export function artworkSvg(name: string): string {
  const [squares, arcs, frontArcs, letters] = artworkOf(name)
  const paths = [squares, arcs, frontArcs].map((path) => `<path d="${path}"/>`).join('')
  return `<svg viewBox="${ARTWORK_BOX}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" class="artwork">${paths}<text>${letters}</text></svg>`
}
