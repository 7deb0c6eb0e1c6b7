/**
 * Makes an element modal without moving it in the document, so that the map keeps its canvas and its view. Meanwhile, all
 * other elements are inert, the page behind does not scroll, and Escape ends the mode.
 */
import { type RefObject, useEffect } from 'react'

export function useFullScreen(ref: RefObject<HTMLElement | null>, isFull: boolean, onEnd: () => void): void {
  useEffect(() => {
    const element = ref.current
    if (!isFull || !element) return
    const madeInert = elementsOutside(element).filter((other) => !other.inert)
    for (const other of madeInert) other.inert = true
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const end = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEnd()
    }
    addEventListener('keydown', end)
    return () => {
      removeEventListener('keydown', end)
      document.documentElement.style.overflow = overflow
      for (const other of madeInert) other.inert = false
    }
  }, [ref, isFull, onEnd])
}

function elementsOutside(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = []
  for (let each: HTMLElement | null = element; each && each !== document.body; each = each.parentElement) {
    for (const sibling of each.parentElement?.children ?? []) {
      if (sibling !== each && sibling instanceof HTMLElement) others.push(sibling)
    }
  }
  return others
}
