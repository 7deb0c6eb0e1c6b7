/** The distance between the window's top and the target of an anchor link (EVT-08). The stylesheet sets the default. */
import { useInsertionEffect } from 'react'

/**
 * If `pixels` is undefined, the offset stays unchanged. It is an insertion effect, so it runs before the layout effect that
 * scrolls to the anchor after a navigation.
 */
export function useScrollOffset(pixels: number | undefined): void {
  useInsertionEffect(() => {
    if (pixels === undefined) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--scroll-offset')
    style.setProperty('--scroll-offset', `${pixels}px`)
    return () => style.setProperty('--scroll-offset', before)
  }, [pixels])
}
