/**
 * The height of a bar at the bottom of the window, as a custom property of the document. base.css adds it to the scroll
 * padding, so that the bar does not cover an element that gets the focus.
 */
import type { RefCallback } from 'react'

/** Returns a callback for `ref`, which keeps the property `name` equal to the bar's height. Create it once, in a module. */
export function barHeightRef(name: '--consent-bar' | '--cart-bar'): RefCallback<HTMLElement> {
  return (bar) => {
    // React calls the cleanup instead.
    if (!bar) return
    const { style } = document.documentElement
    // The observer's first call comes with the next frame. Measuring now would make the browser lay out the page twice.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height !== undefined) style.setProperty(name, `${height}px`)
    })
    observer.observe(bar, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }
}
