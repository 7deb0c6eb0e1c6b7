/** What a cart may be shipped and paid with in a shop: the same answer for the checkout's lists and for placing the order. */
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { RoomRow } from '../db/waiting-room.ts'
import { type CartLine, flatLines } from '../domain/cart/cart-line.ts'
import { type PaymentMethodOffer, paymentMethodsFor, type QueuedEvents } from '../domain/orders/payment-method.ts'
import type { Env } from '../env.ts'

/** `all`: a waiting room guards the whole shop. */
export function queuedEventsOf(rooms: readonly RoomRow[], shopId: string): QueuedEvents {
  if (rooms.some((room) => room.scope === 'shop' && room.shopId === shopId)) return 'all'
  return rooms.flatMap(({ eventId }) => eventId ?? [])
}

export function offeredPayments(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'BANK_IBAN'>,
  shop: ShopRow,
  lines: CartLine[],
  { locale, queuedEvents, now }: { locale: Locale; queuedEvents: QueuedEvents; now: number },
): PaymentMethodOffer[] {
  const events = flatLines(lines).flatMap(({ sellable: { event } }) =>
    event ? [{ ...event, presaleAt: event.rules.presaleAt, meta: event.transfers }] : [],
  )
  return paymentMethodsFor({
    blacklist: shop.paymentBlacklist,
    stripeConfigured: Boolean(env.STRIPE_SECRET_KEY),
    bankConfigured: Boolean(env.BANK_IBAN),
    events,
    queuedEvents,
    locale,
    now,
  })
}
