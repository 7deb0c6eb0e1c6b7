/** A popover that covers the window of a phone. Its first row has a button that closes it. */
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'

/** `id` is what the button that opens the popover targets. Both parts of the content receive a function that closes it. */
type PhonePopoverProps = {
  id: string
  closeLabel: string
  head(close: () => void): ReactNode
  children?: (close: () => void) => ReactNode
}

const AFTER_REPLAY_MS = 100

export function PhonePopover({ id, closeLabel, head, children }: PhonePopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  const close = useCallback(() => popover.current?.hidePopover(), [])
  // Links close the popover themselves. The back button must close it too, because it would cover the previous page.
  useEffect(() => {
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [close])
  // A press on the button before this code had loaded did nothing but leave the focus there. The replay of early presses comes first.
  useEffect(() => {
    const timer = setTimeout(() => {
      const opener = document.activeElement
      if (!(opener instanceof HTMLElement && opener.matches(`[popovertarget="${id}"]:not(:focus-visible)`))) return
      if (popover.current?.matches(':popover-open')) return
      // With its source, the popover follows this button in the tab order, as after an ordinary press.
      popover.current?.showPopover({ source: opener })
      // On a slow phone, the replay may come later, and would close the popover.
      opener.addEventListener('click', (event) => event.isTrusted || event.preventDefault(), { once: true })
    }, AFTER_REPLAY_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div ref={popover} id={id} popover="auto" className="phone-menu">
      <div className="flex min-h-16 items-center justify-between gap-2">
        {head(close)}
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={closeLabel}
          className="icon-button -mr-2"
        >
          <Icon name="close" />
        </button>
      </div>
      {children?.(close)}
    </div>
  )
}
