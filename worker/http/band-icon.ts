/** The icon of a browser tab for a band without a `favicon`: the first letter of its name in the colours of its design. */
import { escapeHtml } from '../domain/text/escape-html.ts'
import type { DesignColours, DesignShape } from '../generated/design-colours.ts'

type Look = { colours: DesignColours; shape: DesignShape }

/** Returns a data URL of an SVG. */
export function bandIcon(name: string, { colours: { accent, onAccent }, shape }: Look): string {
  const [letter = ''] = name.trim().toUpperCase()
  const round = Math.min(shape.roundPixels, 12)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${round}" fill="${accent}"/><text x="16" y="23" text-anchor="middle" font-family="${shape.face}" font-weight="800" font-size="21" fill="${onAccent}">${escapeHtml(letter)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
