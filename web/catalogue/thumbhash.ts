/** The colours of a picture before it is there, from the few bytes that the catalogue keeps of it. */

const known = new Map<string, Promise<string>>()

/** A CSS `url(…)`; `none` for bytes that are no thumbhash. The decoder loads when the first picture waits. */
export function thumbhashBackground(thumbhash: string): Promise<string> {
  let background = known.get(thumbhash)
  if (!background) {
    background = import('thumbhash')
      .then(({ thumbHashToDataURL }) => {
        const bytes = Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0))
        return `url(${thumbHashToDataURL(bytes)})`
      })
      .catch(() => 'none')
    known.set(thumbhash, background)
  }
  return background
}
