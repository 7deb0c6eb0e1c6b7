/** A modal native dialog. The browser keeps the focus in it while it is open, and restores the focus afterwards. */
import { type ReactNode, useEffect } from 'react'
import { useOpenDialog } from './use-open-dialog.ts'
import { isOutside } from './within-window.ts'

type DialogProps = {
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** The dialog is open as long as it is rendered. Escape and clicks outside call `onClose`. */
export function Dialog({ label, onClose, className = 'dialog', children }: DialogProps) {
  const dialog = useOpenDialog()
  useEffect(() => {
    const element = dialog.current
    const closeOnBackdrop = (click: MouseEvent) => {
      // The dialog is the target of clicks on its backdrop, and also of clicks on its padding.
      if (element && click.target === element && isOutside(click, element.getBoundingClientRect())) onClose()
    }
    element?.addEventListener('click', closeOnBackdrop)
    return () => element?.removeEventListener('click', closeOnBackdrop)
  }, [dialog, onClose])
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
