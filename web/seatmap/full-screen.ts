/**
 * An element over the whole window without moving it in the document, so that the map keeps its canvas and its place.
 * While it is there everything beside it is inert, Escape ends it, and the page behind does not scroll.
 */
import { type RefObject, useEffect } from 'react'

export function useFullScreen(ref: RefObject<HTMLElement | null>, isFull: boolean, onEnd: () => void): void {
  useEffect(() => {
    const element = ref.current
    if (!isFull || !element) return
    const stilled = besides(element).filter((other) => !other.inert)
    for (const other of stilled) other.inert = true
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const end = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEnd()
    }
    addEventListener('keydown', end)
    return () => {
      removeEventListener('keydown', end)
      document.documentElement.style.overflow = overflow
      for (const other of stilled) other.inert = false
    }
  }, [ref, isFull, onEnd])
}

function besides(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = []
  for (let each: HTMLElement | null = element; each && each !== document.body; each = each.parentElement) {
    for (const sibling of each.parentElement?.children ?? []) {
      if (sibling !== each && sibling instanceof HTMLElement) others.push(sibling)
    }
  }
  return others
}
