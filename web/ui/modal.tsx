/** A modal native dialog with a title, for questions and messages that the visitor must answer first. */
import { type ReactNode, useId } from 'react'
import { useOpenDialog } from './use-open-dialog.ts'

type ModalProps = {
  title: string
  /** Called on Escape; null if the dialog cannot be cancelled. */
  onCancel: (() => void) | null
  children: ReactNode
}

export function Modal({ title, onCancel, children }: ModalProps) {
  const dialog = useOpenDialog()
  const id = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
      className="dialog dialog-roomy"
    >
      <h2 id={id} className="display-4">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
