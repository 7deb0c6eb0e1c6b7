/** The distance between the window's top and the target of an anchor link (EVT-08). The stylesheet sets the default. */
import { useEffect } from 'react'

/** If `pixels` is undefined, the offset stays unchanged. */
export function useScrollOffset(pixels: number | undefined): void {
  useEffect(() => {
    if (pixels === undefined) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--scroll-offset')
    style.setProperty('--scroll-offset', `${pixels}px`)
    return () => style.setProperty('--scroll-offset', before)
  }, [pixels])
}
