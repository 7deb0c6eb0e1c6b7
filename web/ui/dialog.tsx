/** A modal in the browser's own dialog: focus stays in it, Escape closes it, and it goes back where it came from. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

type DialogProps = {
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** Open as long as it is rendered. `onClose` hears Escape and presses beside it. */
export function Dialog({ label, onClose, className = 'dialog', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it still stands in the page: then the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    const element = dialog.current
    const pressed = ({ target }: MouseEvent) => {
      if (target === element) onClose()
    }
    element?.addEventListener('click', pressed)
    return () => element?.removeEventListener('click', pressed)
  }, [onClose])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={className}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}
