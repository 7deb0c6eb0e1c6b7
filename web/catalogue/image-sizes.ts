/**
 * How many pixels a picture asks for (PROD-01, CAT-04). A screen of fingers takes one for each of the page's, a mouse's
 * sharp screen two; `preferred_image_resolution` asks for at least one and a half, two, or, as a number, that width for
 * whatever grows with the window. No image is wider than 1500. The browser counts in the screen's pixels, so the `sizes`
 * attribute says for each kind of screen how much of that is meant; it knows no window, because the edge writes it too.
 */

export type Resolution = 'high' | 'very high' | number | undefined

const WIDEST = 1500
const FINGERS = '(pointer: coarse) and '
const SHARP = '(min-resolution: 1.5dppx)'
/** Of which screens, how sharp they are, and how many pixels a picture has there for one of the page's. */
const SCREENS: [media: string, ratio: number, density: number][] = [
  [`${FINGERS}(min-resolution: 2.5dppx)`, 3, 1],
  [FINGERS + SHARP, 2, 1],
  [SHARP, 2, 2],
  ['', 1, 1],
]

/** `sizes` of the slot, for every screen. */
export function askedSizes(sizes: string, resolution: Resolution): string {
  const least = resolution === 'high' ? 1.5 : resolution === 'very high' ? 2 : 1
  return SCREENS.flatMap(([screen, ratio, density]) =>
    sizes.split(', ').map((part) => {
      const at = part.lastIndexOf(') ') + 1
      const factor = Math.round((Math.max(density, least) / ratio) * 1000) / 1000
      const length = part.slice(at).trim()
      const asked = factor === 1 ? length : `calc(${length} * ${factor})`
      const wanted =
        typeof resolution === 'number' && length.endsWith('vw')
          ? `max(${asked}, ${Math.round(Math.min(resolution, WIDEST) / ratio)}px)`
          : asked
      return `${[screen, part.slice(0, at)].filter(Boolean).join(' and ')} ${wanted}`.trim()
    }),
  ).join(', ')
}
