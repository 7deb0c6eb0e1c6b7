/** MERGE-01: the dialog that explains how the cart is added to an earlier order. */
import { m } from '../../i18n/messages.ts'
import { Modal } from '../../ui/modal.tsx'

export default function MergeExplanation({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={m.merge_how_title()} onCancel={onClose}>
      <ol className="mt-4 list-decimal space-y-3 pl-5">
        <li>{m.merge_how_find()}</li>
        <li>{m.merge_how_pay()}</li>
        <li>{m.merge_how_parcel()}</li>
      </ol>
      <p className="mt-4 text-muted">{m.merge_how_limits()}</p>
      <div className="dialog-actions">
        <button type="button" className="button-primary" onClick={onClose}>
          {m.merge_how_close()}
        </button>
      </div>
    </Modal>
  )
}
