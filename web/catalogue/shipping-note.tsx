/**
 * The note below a price (PAngV § 6): it includes VAT, and shipping is extra, unless the product is not shipped. The link leads
 * to the question about shipping.
 */
import { m } from '../i18n/messages.ts'
import { ShopLink } from './shop-link.tsx'

export function ShippingNote({ isShipped = true }: { isShipped?: boolean }) {
  if (!isShipped) return <p className="mt-1 text-sm text-muted">{m.product_tax_only()}</p>
  return (
    <p className="mt-1 text-sm text-muted">
      {m.product_tax_note()}{' '}
      <ShopLink to="/faq/4" className="text-link">
        {m.product_shipping()}
      </ShopLink>
    </p>
  )
}
