import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Opens the dialog that receives the returned ref as a modal dialog, and closes it when the component is removed. */
export function useOpenDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // The browser restores the focus only if the dialog closes before React removes it from the document.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // In a low window, the browser has scrolled to the first field, past the title and what the dialog says about it.
    element?.scrollTo(0, 0)
    return () => element?.close()
  }, [])
  return dialog
}
