/** A question before going on: is this really so? Native and modal; Escape means "check again". */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'

type ConfirmDialogProps = { title: string; children: ReactNode; onCheck: () => void; onContinue: () => void }

export function ConfirmDialog({ title, children, onCheck, onContinue }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={id} className="modal" onCancel={onCheck}>
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      <div className="mt-2 text-muted">{children}</div>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row-reverse">
        <button type="button" className="button-primary grow" onClick={onCheck}>
          {m.checkout_check_again()}
        </button>
        <button type="button" className="button-secondary grow" onClick={onContinue}>
          {m.checkout_continue_anyway()}
        </button>
      </div>
    </dialog>
  )
}
