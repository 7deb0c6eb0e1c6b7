/** The distance from the window's top at which an anchor stops (EVT-08): set by shop or event, or else by the stylesheet. */
import { useEffect } from 'react'

/** Undefined `pixels` leave the offset unchanged. */
export function useScrollOffset(pixels: number | undefined): void {
  useEffect(() => {
    if (pixels === undefined) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--scroll-offset')
    style.setProperty('--scroll-offset', `${pixels}px`)
    return () => style.setProperty('--scroll-offset', before)
  }, [pixels])
}
