/**
 * PAY-01: the payment methods on offer for a cart or an order. The checkout and the placement of an order both use
 * `offersForCart`. The page of an open order and the mutations of its payment both use `offersForOrder`, and `choosableMethods` for
 * the choice of another method.
 */
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import { paymentPlace, paymentTakes } from '../../schema/rules/payment-methods.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { ShopContext } from '../context.ts'
import { findNameChangeOfFee } from '../db/name-change.ts'
import type { OrderEvent, WholeOrder } from '../db/order.ts'
import type { RoomRow } from '../db/waiting-room.ts'
import { type CartLine, flatLines } from '../domain/cart/cart-line.ts'
import type { QueuedEvents } from '../domain/orders/transfer-offer.ts'
import type { OfferSettings } from '../payments/method.ts'
import { methodOf, offersFor, type PaymentOffer } from '../payments/table.ts'

/** `all`: a waiting room guards the whole shop. */
export function queuedEventsOf(rooms: readonly RoomRow[], shopId: string): QueuedEvents {
  if (rooms.some((room) => room.scope === 'shop' && room.shopId === shopId)) return 'all'
  return rooms.flatMap(({ eventId }) => eventId ?? [])
}

export function offersForCart(
  settings: OfferSettings,
  { paymentBlacklist: blacklist, meta }: ShopRow,
  lines: CartLine[],
  { locale, queuedEvents, now }: { locale: Locale; queuedEvents: QueuedEvents; now: number },
): PaymentOffer[] {
  const events = flatLines(lines).flatMap(({ sellable: { event } }) =>
    event ? [{ ...event, presaleAt: event.rules.presaleAt, meta: event.transfers }] : [],
  )
  const cardFields = meta.card_fields === true
  return offersFor(settings, { blacklist, events, queuedEvents, cardFields, locale, now })
}

/**
 * Applies the blacklist of the shop that sold the order, whichever shop shows it. `events` are the events of the order's
 * tickets. `amountCents` is the amount to pay.
 */
export function offersForOrder(
  { env, shops, shop, rooms, locale, now }: ShopContext,
  { order }: WholeOrder,
  events: ReadonlyMap<string, OrderEvent>,
  amountCents: Cents = order.totalCents - order.paidCents,
): PaymentOffer[] {
  const { paymentBlacklist: blacklist, meta } = shops.find(({ id }) => id === order.shopId) ?? shop
  const queuedEvents = queuedEventsOf(rooms, order.shopId)
  const cardFields = meta.card_fields === true
  const offers = offersFor(env, { blacklist, events: [...events.values()], queuedEvents, cardFields, locale, now })
  return offers.filter(({ id }) => paymentTakes(id, amountCents))
}

/** The buyer of an open order chooses among these methods. The others are buttons of the cart step. */
export async function choosableMethods(
  context: ShopContext,
  whole: WholeOrder,
  events: ReadonlyMap<string, OrderEvent>,
): Promise<PaymentOffer[]> {
  const offers = offersForOrder(context, whole, events).filter(({ id }) => paymentPlace(id) === 'payment_step')
  // The item of a fee is neither merch nor a ticket, so most orders need no query.
  const mayBeFee = whole.items.every(({ productId, eventId }) => productId === null && eventId === null)
  const isFee = mayBeFee && (await findNameChangeOfFee(context.db, whole.order.id)) !== null
  return isFee ? feeMethodsAmong(offers) : offers
}

/**
 * The methods for the fee of a name change. A method that takes days could pay after the organiser's deadline, and nothing may
 * make the fee dearer than the fan has accepted.
 */
export function feeMethodsAmong(offers: PaymentOffer[]): PaymentOffer[] {
  return offers.filter(
    ({ id, extraChargeCents }) =>
      paymentPlace(id) === 'payment_step' && extraChargeCents === 0 && !methodOf(id).holdsForDays,
  )
}
