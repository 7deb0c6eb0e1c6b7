/** Asks the visitor to confirm input that is probably wrong. Escape has the same effect as "check again". */
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Modal } from '../../ui/modal.tsx'

type ConfirmDialogProps = { title: string; children: ReactNode; onCheck: () => void; onContinue: () => void }

export function ConfirmDialog({ title, children, onCheck, onContinue }: ConfirmDialogProps) {
  return (
    <Modal title={title} onCancel={onCheck}>
      <p className="mt-2 text-muted">{children}</p>
      <div className="dialog-actions">
        <button type="button" className="button-primary" onClick={onCheck}>
          {m.checkout_check_again()}
        </button>
        <button type="button" className="button-secondary" onClick={onContinue}>
          {m.checkout_continue_anyway()}
        </button>
      </div>
    </Modal>
  )
}
