/** When and how the order arrives: beside the order button (§ 312j BGB), and on the first step if it is later than usual. */
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import type { Cart } from '../../cart/use-cart.ts'
import { formatDate } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { LoadedCheckout } from './use-checkout.ts'

/** The notice that an item ships later (CHK-03); null if all items are in stock. */
export function delayText({ shippableFrom, shippableFromUntil }: Cart): string | null {
  if (shippableFrom === null) return null
  const from = formatDate(shippableFrom, SHOP_ZONE)
  return shippableFromUntil === null
    ? m.checkout_delayed({ from })
    : m.checkout_delayed_window({ from, until: formatDate(shippableFromUntil, SHOP_ZONE) })
}

export function DeliveryNote({ checkout: { cart, carrier } }: { checkout: LoadedCheckout }) {
  return (
    <div className="space-y-1 text-sm text-muted">
      {cart.physical && carrier && (
        <p>
          {[carrier.name, carrier.description].filter(Boolean).join(': ')}.{' '}
          {delayText(cart) ?? m.checkout_delivery_usual()}
        </p>
      )}
      {cart.containsOnlineTickets && <p>{m.checkout_delivery_online()}</p>}
    </div>
  )
}
