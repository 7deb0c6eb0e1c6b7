/** The cart at the bottom of the window on phones. Event pages have their own bar instead, and the checkout has none. */
import { ShopLink } from '../catalogue/shop-link.tsx'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { barHeightRef } from '../ui/bar-height.ts'
import { Countdown } from './cart-summary.tsx'
import { pieceCount, useCart } from './use-cart.ts'

const measured = barHeightRef('--cart-bar')

export default function MobileCartBar() {
  const { data: cart } = useCart()
  if (!cart || cart.items.length === 0) return null
  return (
    // A screen reader lists it among the page's regions, because it lies outside of the main content.
    <aside
      aria-label={m.cart_title()}
      ref={measured}
      className="mobile-cart-bar fixed inset-x-0 bottom-(--consent-bar,0px) z-10 border-t border-line bg-ground/95 px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] backdrop-blur sm:hidden"
    >
      <ShopLink to="/checkout" className="button-primary flex min-h-12 w-full items-center gap-3 py-2 text-left">
        <span className="grow">
          <span className="block leading-tight">
            {m.cart_to_cart()} ({pieceCount(cart)})
          </span>
          {cart.heldUntil !== null && (
            <Countdown
              heldUntil={cart.heldUntil}
              text={m.event_reserved_for}
              className="block text-sm leading-tight font-normal"
            />
          )}
        </span>
        <span className="text-lg font-bold tabular-nums">{formatPrice(cart.totalCents)}</span>
      </ShopLink>
    </aside>
  )
}
