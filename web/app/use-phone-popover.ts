/** A popover that covers the window of a phone. */
import { useCallback, useEffect, useRef } from 'react'

export function usePhonePopover() {
  const menu = useRef<HTMLDivElement>(null)
  const close = useCallback(() => menu.current?.hidePopover(), [])
  // Links close the popover themselves. The back button must close it too, because it would cover the previous page.
  useEffect(() => {
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [close])
  return { menu, close }
}
