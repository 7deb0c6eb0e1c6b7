/**
 * A promise that resolves once React has hydrated the page or shows its error. A server-rendered page looks ready before its
 * components listen to events, so web/boot/boot.ts waits for this promise before it replays early input.
 */
import { useEffect } from 'react'

const { promise, resolve } = Promise.withResolvers<void>()

export const live: Promise<void> = promise
export const resolveLive: () => void = resolve

/** Rendered beside the page, inside the page's Suspense boundary, because React hydrates this boundary last. */
export function Live() {
  useEffect(resolveLive, [])
  return null
}
