/** A link to the existing cart of a waiting visitor. They can pay for it without losing their position. */
import { pieceCount, useCart } from '../cart/use-cart.ts'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { m } from '../i18n/messages.ts'
import { clientOnly } from '../ui/client-only.tsx'

/** The cart depends on the visitor, so the server does not render it. */
export const WaitingCart = clientOnly(async () => ({ default: CartLink }))

function CartLink() {
  const { data: cart } = useCart()
  if (!cart || cart.items.length === 0) return null
  return (
    <p className="mt-6 max-w-prose rounded-xl border-(length:--rule) border-line bg-surface px-5 py-4">
      {m.queue_cart({ count: pieceCount(cart) })}{' '}
      <ShopLink to="/checkout" className="text-link">
        {m.queue_cart_link()}
      </ShopLink>
    </p>
  )
}
