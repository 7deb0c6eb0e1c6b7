/**
 * The resolution of images (PROD-01, CAT-04). A high-density screen loads two image pixels per CSS pixel, because eyes see no
 * third one. Other screens load one. The shop may change this with `preferred_image_resolution`. `high` means at least 1.5
 * on every screen, and `very high` means 2. A number is a minimum width, in image pixels, for images that grow with the
 * window. Browsers multiply the lengths in the `sizes` attribute by the screen's pixel ratio, so this module divides them by
 * that ratio. The attribute contains media queries for each kind of screen, because the server does not know the screen. No
 * query asks for the kind of pointer, because a tablet's pointer changes, and all images would then load again.
 */

export type Resolution = 'high' | 'very high' | number | undefined

/** The maximum width of a page without its margins, in CSS pixels. */
export const PAGE_WIDTH = 1248
/** The width of the largest version of an image, in image pixels. */
const WIDEST = 1500
/** For each kind of screen, its pixel ratio and the image pixels per CSS pixel. */
const SCREENS: [media: string, ratio: number, density: number][] = [
  ['(min-resolution: 2.5dppx)', 3, 2],
  ['(min-resolution: 1.5dppx)', 2, 2],
  ['', 1, 1],
]

/** The `sizes` attribute for all screens, from the `sizes` of the image's slot, whose lengths are in `px` or `vw`. */
export function sizesForScreens(sizes: string, resolution: Resolution): string {
  const minimum = resolution === 'high' ? 1.5 : resolution === 'very high' ? 2 : 1
  return SCREENS.flatMap(([screen, ratio, density]) =>
    sizes.split(', ').map((part) => {
      const at = part.lastIndexOf(') ') + 1
      const factor = Math.max(density, minimum) / ratio
      const length = part.slice(at).trim()
      const scaled = length.replace(/^[\d.]+/, (value) => `${Math.round(Number(value) * factor * 10) / 10}`)
      const size =
        typeof resolution === 'number' && length.endsWith('vw')
          ? `max(${scaled}, ${Math.round(Math.min(resolution, WIDEST) / ratio)}px)`
          : scaled
      return `${[screen, part.slice(0, at)].filter(Boolean).join(' and ')} ${size}`.trim()
    }),
  ).join(', ')
}
