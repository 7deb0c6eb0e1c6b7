/** The way back to the shop and the way to its staff, on a page that cannot do what its link promised. */
import { m } from '../i18n/messages.ts'
import { ShopLink } from './shop-link.tsx'

export function WaysOn() {
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      <ShopLink to="/" className="button-primary">
        {m.checkout_back_home()}
      </ShopLink>
      <ShopLink to="/contact" className="button-secondary">
        {m.checkout_contact()}
      </ShopLink>
    </p>
  )
}
