/** When and how the order arrives: beside the order button (§ 312j BGB), and on the first step if it is later than usual. */
import { daysText, PACKING_DAYS } from '../../../schema/rules/delivery-days.ts'
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

/** The goods that come by mail, such as gift vouchers. */
function digitalGoods({ items }: Pick<Cart, 'items'>) {
  return items
    .flatMap((item) => [item, ...item.bundled])
    .filter(({ type, physical }) => type === 'product' && !physical)
}

export function hasDigitalGoods(cart: Pick<Cart, 'items'>): boolean {
  return digitalGoods(cart).length > 0
}

type MailedCart = Pick<Cart, 'items' | 'physical' | 'containsOnlineTickets'>

/** The products that are not shipped and have a time of delivery of their own, such as a song that the band records. */
function ownTimes(cart: Pick<Cart, 'items'>, isFree: boolean): string[] {
  return digitalGoods(cart).flatMap(({ productName: item, deliveryDays }) => {
    if (!deliveryDays) return []
    const days = daysText(deliveryDays)
    return isFree ? m.checkout_delivery_own_free({ item, days }) : m.checkout_delivery_own({ item, days })
  })
}

/** When the mail with the tickets or codes arrives; null if nothing comes by mail at once. */
export function mailText(cart: MailedCart, isFree: boolean): string | null {
  const goods = digitalGoods(cart)
  const atOnce = goods.filter(({ deliveryDays }) => !deliveryDays)
  if (!cart.physical && atOnce.length > 0) {
    if (atOnce.length < goods.length) return isFree ? m.checkout_delivery_others_free() : m.checkout_delivery_others()
    return isFree ? m.checkout_delivery_digital_free() : m.checkout_delivery_digital()
  }
  if (!cart.containsOnlineTickets) return null
  return isFree ? m.checkout_delivery_online_free() : m.checkout_delivery_online()
}

export function DeliveryNote({ checkout: { cart, carrier, isFree } }: { checkout: LoadedCheckout }) {
  const mail = mailText(cart, isFree)
  return (
    <div className="space-y-1 text-sm text-muted">
      {cart.physical && carrier && (
        <p>
          {[carrier.name, carrier.description].filter(Boolean).join(': ')}.{' '}
          {delayText(cart) ??
            (isFree
              ? m.checkout_delivery_usual({ days: PACKING_DAYS })
              : m.checkout_delivery_paid({ days: PACKING_DAYS }))}
        </p>
      )}
      {[...new Set(ownTimes(cart, isFree))].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {mail !== null && <p>{mail}</p>}
    </div>
  )
}
