/** MERGE-01: the link of the cart step that adds the cart to an earlier order, and the dialog that explains it. */
import { useState } from 'react'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'

const MergeExplanation = optionalPart(() => import('./merge-explanation.tsx'))

export function MergeOffer() {
  const [isExplained, setIsExplained] = useState(false)
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
      {isExplained && <MergeExplanation onClose={() => setIsExplained(false)} />}
    </div>
  )
}
