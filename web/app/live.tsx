/** Tells once the page's components listen: a page that the edge has drawn looks ready before it is. */
import { useEffect } from 'react'

const { promise, resolve } = Promise.withResolvers<void>()

export const live: Promise<void> = promise
export const tellLive: () => void = resolve

/** Stands beside the page, in the part that React takes over last. */
export function Live() {
  useEffect(tellLive, [])
  return null
}
