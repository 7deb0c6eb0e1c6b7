/** The colours of a picture before it is there, from the few bytes that the catalogue keeps of it. */
import { thumbHashToDataURL } from 'thumbhash'

const known = new Map<string, string>()

/** A CSS `url(…)`; `none` for bytes that are no thumbhash. */
export function thumbhashBackground(thumbhash: string): string {
  let background = known.get(thumbhash)
  if (background === undefined) {
    try {
      background = `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))})`
    } catch {
      background = 'none'
    }
    known.set(thumbhash, background)
  }
  return background
}
