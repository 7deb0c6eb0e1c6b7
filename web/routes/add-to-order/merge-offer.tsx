/** MERGE-01: the link of the cart step that adds the cart to an earlier order, and the dialog that explains it. */
import { useState } from 'react'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'
import { Modal } from '../../ui/modal.tsx'

export function MergeOffer() {
  const [isExplained, setIsExplained] = useState(false)
  const close = () => setIsExplained(false)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <ShopLink to="/checkout/add-to-order" className="text-link">
        {m.merge_link()}
      </ShopLink>
      <button
        type="button"
        className="min-h-6 text-muted underline hover:text-ink"
        onClick={() => setIsExplained(true)}
      >
        {m.merge_how_title()}
      </button>
      {isExplained && (
        <Modal title={m.merge_how_title()} onCancel={close}>
          <ol className="mt-4 list-decimal space-y-3 pl-5">
            <li>{m.merge_how_find()}</li>
            <li>{m.merge_how_pay()}</li>
            <li>{m.merge_how_parcel()}</li>
          </ol>
          <p className="mt-4 text-muted">{m.merge_how_limits()}</p>
          <button type="button" className="button-primary mt-6 w-full" onClick={close}>
            {m.merge_how_close()}
          </button>
        </Modal>
      )}
    </div>
  )
}
