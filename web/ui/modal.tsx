/** A question or a word that must be answered before anything else: native, modal, with the page behind it still. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type ModalProps = {
  title: string
  /** Escape; null where the dialog cannot be put away. */
  onCancel: (() => void) | null
  children: ReactNode
}

export function Modal({ title, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed while it still stands in the page: then the browser gives the focus back to where it was.
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
