/**
 * The price of a bundle. It is the total. While the open choices differ in price, it is "from" the lowest possible total. The
 * crossed-out price is the sum of the parts' separate prices, to which chosen extras are added.
 */
import type { ReactNode } from 'react'
import { Price } from '../../catalogue/price.tsx'
import { ShippingNote } from '../../catalogue/shipping-note.tsx'
import { m } from '../../i18n/messages.ts'
import { type Bundle, type BundleProduct, extrasCents, type Selection, totalSpanCents } from './selection.ts'

type BundlePriceProps = {
  product: BundleProduct
  bundle: Bundle
  selection: Selection
  /** The number of bundles. */
  amount?: number
  label?: string
  /** Follows the note about shipping. */
  children?: ReactNode
}

export function BundlePrice({ product, bundle, selection, amount = 1, label, children }: BundlePriceProps) {
  const span = totalSpanCents(product, bundle, selection)
  if (span === null) return null
  const { lowest, highest } = span
  const apart = bundle.originalPriceCents
  return (
    <div className="grow">
      {/* The page shows the price twice. Screen readers announce only the price with a label. */}
      <p className="text-2xl font-bold" aria-live={label === undefined ? undefined : 'polite'}>
        {label !== undefined && <span className="label block text-muted">{label}</span>}
        <Price
          cents={lowest * amount}
          originalCents={apart === null ? null : (apart + extrasCents(bundle, selection)) * amount}
          isSumOfParts
          prefix={highest > lowest ? m.price_from() : undefined}
        />
      </p>
      <ShippingNote />
      {children}
    </div>
  )
}
