/** How far below the window's top a place stops that is scrolled to (EVT-08): what shop or event ask for, else the style's. */
import { useEffect } from 'react'

/** `pixels` undefined leaves it as it is. */
export function useScrollOffset(pixels: number | undefined): void {
  useEffect(() => {
    if (pixels === undefined) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--scroll-offset')
    style.setProperty('--scroll-offset', `${pixels}px`)
    return () => style.setProperty('--scroll-offset', before)
  }, [pixels])
}
