/** The ways on from a page that cannot do what its link promised: by default to the shop, and to its staff. */
import { m } from '../i18n/messages.ts'
import { ShopLink } from './shop-link.tsx'

export function WaysOn({ to = '/', label = m.checkout_back_home() }: { to?: string; label?: string }) {
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      <ShopLink to={to} className="button-primary">
        {label}
      </ShopLink>
      <ShopLink to="/contact" className="button-secondary">
        {m.checkout_contact()}
      </ShopLink>
    </p>
  )
}
