/** A modal native dialog with a title, for questions and messages that the visitor must answer first. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type ModalProps = {
  title: string
  /** Called on Escape; null if the dialog cannot be cancelled. */
  onCancel: (() => void) | null
  children: ReactNode
}

export function Modal({ title, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // The browser restores the focus only if the dialog closes before React removes it from the document.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
      className="m-auto w-[min(32rem,calc(100%-2rem))] rounded-2xl bg-ground p-6 text-ink shadow-2xl backdrop:bg-black/60 motion-safe:animate-rise sm:p-8"
    >
      <h2 id={id} className="display-4">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
