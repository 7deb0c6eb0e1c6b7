/** Decodes thumbhashes: blurred previews of a few bytes, which pages show until the image has loaded. */

const backgrounds = new Map<string, Promise<string>>()

/**
 * Returns a CSS `url(…)`, or `none` if the thumbhash is invalid or the decoder does not load. The first call loads the
 * decoder.
 */
export function thumbhashBackground(thumbhash: string): Promise<string> {
  let background = backgrounds.get(thumbhash)
  if (!background) {
    background = import('thumbhash')
      .then(async ({ thumbHashToDataURL }) => {
        // Each preview takes a slow phone some milliseconds. In a task of its own, it does not add to those of the others.
        await new Promise((resolve) => setTimeout(resolve))
        const bytes = Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0))
        return `url(${thumbHashToDataURL(bytes)})`
      })
      .catch(() => 'none')
    backgrounds.set(thumbhash, background)
  }
  return background
}
