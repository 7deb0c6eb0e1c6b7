/** The artwork of a plain page, as the shop's pages show it in place of a missing picture (web/catalogue/artwork.tsx). */
import { artworkOf } from '../../schema/artwork.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'

/** Returns an SVG element, which the page's stylesheets colour. */
export function artworkSvg(name: string): string {
  const [tiles, letters] = artworkOf(name)
  const shapes = tiles.map(
    ([transform, ground, arc]) =>
      `<g transform="${transform}"><path d="M0 0h1.01v1.01h-1.01z" class="${ground}"/><path d="M0 0h1a1 1 0 0 1-1 1z" class="${arc}"/></g>`,
  )
  return `<svg viewBox="0 0 3 3" preserveAspectRatio="xMidYMid slice" aria-hidden="true" class="artwork">${shapes.join('')}<text x="1.5" y="1.53" class="artwork-letters">${escapeHtml(letters)}</text></svg>`
}
