/**
 * Drafts an order from a cart at one instant. The draft's rows contain every price, sum and text, so that a resumed
 * placement writes what the first attempt would have written. Only a reference that is already taken is replaced. The
 * amounts for items, shipping and payment add up to the total; a check constraint of the table verifies this.
 */
import type { InferInsertModel } from 'drizzle-orm'
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { PlaceOrder } from '../../../schema/inputs/cart.ts'
import type { Locale } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import { isBeforePresale } from '../../../schema/rules/event-sale.ts'
import { type PaymentMethodId, paymentTakes } from '../../../schema/rules/payment-methods.ts'
import { NO_SHIPPING } from '../../../schema/rules/shipping.ts'
import { planText } from '../../../schema/seat-map.ts'
import type { orderItems, orders } from '../../../schema/tables/order.ts'
import type { OutboxKind } from '../../../schema/tables/outbox.ts'
import { type CartItem, type CartState, holdsByObject, type ObjectHolds } from '../cart/cart.ts'
import { type CartLine, flatLines, lineLacksNames, subtotalCents } from '../cart/cart-line.ts'
import type { CartVoucher } from '../cart/cart-voucher.ts'
import type { Sellable } from '../catalogue/sellable.ts'
import type { PlanName } from '../seats/seat-hold.ts'
import { ticketIsMissing } from '../tickets/ticket-limit.ts'
import { buyerKeyOf } from './buyer-address.ts'
import { orderVatCents } from './order-vat.ts'
import { type Carrier, carriersFor, parcelOf } from './shipping.ts'
import { type StockChange, stockOf } from './stock.ts'
import { type VoucherUse, voucherUse } from './voucher.ts'

/** An order's row without the status, which only db/order-move writes. */
type OrderRow = Omit<InferInsertModel<typeof orders>, 'status'>
type OrderItemRow = InferInsertModel<typeof orderItems>

/**
 * The holds that one seat object books. With `plan`, the object first loads that plan, and refuses holds of seats that are
 * not in it.
 */
type Booking = ObjectHolds & { plan?: PlanName }

export type OrderDraft = {
  order: OrderRow
  items: OrderItemRow[]
  /** Merchandise to take from stock, by variant. */
  stock: StockChange[]
  bookings: Booking[]
  /** Holds of the cart that are not ordered because their variants have left the catalogue. */
  unordered: Booking[]
  /** The voucher that pays a part of the order. Sagas that were stored before vouchers existed lack the field. */
  voucher?: DraftedVoucher | null
  /** The kind of the outbox entry that is written together with the order; null for none. */
  followUp: OutboxKind | null
}

export type DraftedVoucher = Pick<CartVoucher, 'programme' | 'reference'> & {
  /** In the order's language. */
  label: string
  cents: Cents
}

/**
 * The result of the batch that writes an order. If the result is unknown, the batch throws instead. `reference` is the
 * reference of the order that an earlier run of this placement wrote. `fault` is the problem behind the refusal; null
 * if operators need not investigate it.
 */
export type WriteOutcome =
  | 'written'
  | 'reference_taken'
  | { reference: string }
  | { refusal: Refusal; fault: string | null }

/** The values that an order takes from its payment method. */
export type PlannedPayment = {
  id: PaymentMethodId
  extraChargeCents: Cents
  /** The order's deadline, in epoch milliseconds. */
  dueAt: number
  /** When the buyer gets a mail about the order if it is still unpaid; null for an order that costs nothing. */
  remindAt: number | null
  followUp: OutboxKind | null
}

export type OrderPayments = {
  offered: PlannedPayment[]
  /** The method of an order that costs nothing (CHK-02). */
  skipped: PlannedPayment
}

/** `dueAt` is the end of the reservation. */
export type AddOnOf = { orderId: string; shippingMethod: string; shippingName: string; dueAt: number }

type DraftInput = {
  state: CartState
  lines: CartLine[]
  carriers: Carrier[]
  payments: OrderPayments
  input: PlaceOrder
  locale: Locale
  shopId: string
  /** Whether the ordering shop sells an item, which may have been added in another shop (SHOP-02). */
  shopSells: (sellable: Sellable) => boolean
  orderId: string
  reference: string
  /** Pseudonym of the visitor's network; null if the network is unknown. */
  networkKey: string | null
  /** Pseudonym of the delivery address. */
  deliveryKey: string
  /**
   * The order in whose parcel the items are sent, or null. The order is then only reserved: its buyer accepts the terms and
   * chooses the payment method on the page to pay later. `input` then contains the main order's values.
   */
  addOnOf: AddOnOf | null
  newItemId: () => string
  now: number
}

export function draftOrder(draft: DraftInput): { ok: true; draft: OrderDraft } | Refusal {
  const { state, lines, input, now, locale } = draft
  if (lines.length === 0) return refuse('CART_EMPTY', {})
  const isReserved = draft.addOnOf !== null
  if (!input.termsAccepted && !isReserved) return refuse('TERMS_NOT_ACCEPTED', {})
  const flat = flatLines(lines)
  const unavailable = flat.find(
    ({ sellable }) => !sellable.active || sellable.event?.closure === 'cancelled' || !draft.shopSells(sellable),
  )
  if (unavailable) return refuse('ITEM_NOT_AVAILABLE', { variantId: unavailable.sellable.variantId })
  const partial = refusePartial(state, flat)
  if (partial) return partial
  if (flat.some((line) => line.sellable.ageRestricted) && !input.ageConfirmed && !isReserved)
    return refuse('AGE_NOT_CONFIRMED', {})
  const unnamed = flat.find(
    (line) => line.sellable.personalised && line.items.some((item) => item.personalIdentifier === null),
  )
  if (unnamed) return refuse('PERSONALISATION_MISSING', { itemId: unnamed.id })
  const nameless = flat.find(lineLacksNames)
  if (nameless) return refuse('TICKET_NAMES_MISSING', { itemId: nameless.id })
  if (ticketIsMissing(flat.map(({ sellable }) => sellable))) return refuse('TICKET_REQUIRED', {})
  if (input.shippingAddress.countryCode !== state.countryCode) {
    return refuse('BAD_INPUT', { field: 'shippingAddress.countryCode', expected: state.countryCode })
  }

  const shipping = shippingOf(draft)
  if (!shipping.ok) return shipping
  const subtotal = subtotalCents(lines)
  const voucher = state.voucher ? { ...state.voucher, use: voucherUse(state.voucher, lines, now) } : null
  const voucherCents = voucher?.use.cents ?? 0
  const payment = paymentOf(draft, subtotal + shipping.priceCents - voucherCents)
  if (!payment.ok) return payment
  const total = subtotal + shipping.priceCents + payment.extraChargeCents - voucherCents
  if (total !== input.expectedTotalCents && !isReserved) return refuse('PRICE_CHANGED', { totalCents: total })

  const items = itemRows(draft, voucher?.use.parts ?? new Map())
  const order: OrderRow = {
    id: draft.orderId,
    reference: draft.reference,
    shopId: draft.shopId,
    cartId: state.id,
    locale,
    countryCode: state.countryCode,
    email: input.email,
    buyerKey: buyerKeyOf(input.email),
    networkKey: draft.networkKey,
    deliveryKey: draft.deliveryKey,
    shippingAddress: input.shippingAddress,
    billingAddress: input.billingAddress ?? input.shippingAddress,
    shippingMethod: shipping.id,
    shippingName: shipping.name,
    paymentMethod: payment.id,
    subtotalCents: subtotal,
    shippingCents: shipping.priceCents,
    extraChargeCents: payment.extraChargeCents,
    voucherCents,
    totalCents: total,
    vatCents: orderVatCents({
      countryCode: state.countryCode,
      lines: flat.map(({ totalCents, sellable }) => ({
        totalCents,
        vatBasisPoints: sellable.vatBasisPoints,
        physical: sellable.physical,
        placeCountryCode: sellable.event?.countryCode ?? null,
      })),
      shippingCents: shipping.priceCents + payment.extraChargeCents,
    }),
    newsletter: input.newsletter ?? false,
    ticketNewsletter: (input.ticketNewsletter ?? false) && flat.some(({ sellable }) => sellable.event !== null),
    termsAcceptedAt: now,
    ageConfirmedAt: input.ageConfirmed ? now : null,
    placedAt: now,
    dueAt: draft.addOnOf?.dueAt ?? payment.dueAt,
    remindAt: isReserved ? null : payment.remindAt,
    mergedIntoId: draft.addOnOf?.orderId ?? null,
    isReserved,
  }
  const ordered = new Set(flat.flatMap((line) => line.items))
  const plans = new Map(flat.flatMap(({ sellable: { event } }) => (event ? [[event.id, event.plan]] : [])))
  const bookingsOf = (ofCart: CartItem[]): Booking[] =>
    holdsByObject(ofCart).map((holds) => {
      const plan = plans.get(holds.eventId)
      return { ...holds, ...(plan && { plan }) }
    })
  const bookings = bookingsOf([...ordered])
  const unordered = bookingsOf(state.items.filter((item) => !ordered.has(item)))
  const drafted: OrderDraft = {
    order,
    items,
    stock: stockOf(items),
    bookings,
    unordered,
    voucher:
      voucher && voucherCents > 0
        ? {
            programme: voucher.programme,
            reference: voucher.reference,
            label: voucher.label[locale],
            cents: voucherCents,
          }
        : null,
    followUp: isReserved ? null : payment.followUp,
  }
  return { ok: true, draft: drafted }
}

/**
 * Refuses a cart if an item of a bundle has left the catalogue, or if the number of tickets is not the number that the
 * event forces. Either may happen after the items were added.
 */
function refusePartial({ items }: CartState, flat: CartLine[]): Refusal | null {
  const ordered = new Set(flat.flatMap((line) => line.items))
  const broken = items.find((item) => item.bundleKey !== null && !ordered.has(item))
  if (broken) return refuse('BUNDLE_NOT_AVAILABLE', {})
  const tickets = new Map<string, number>()
  for (const { sellable, amount } of flat) {
    if (sellable.event) tickets.set(sellable.event.id, (tickets.get(sellable.event.id) ?? 0) + amount)
  }
  for (const { sellable } of flat) {
    const forced = sellable.event?.rules.forceAmount ?? null
    if (forced !== null && tickets.get(sellable.event?.id ?? '') !== forced) {
      return refuse('TICKET_AMOUNT_FORCED', { amount: forced })
    }
  }
  return null
}

type Shipping = { ok: true; id: string; name: string; priceCents: number }

function shippingOf({ lines, carriers, state, input, locale, addOnOf }: DraftInput): Shipping | Refusal {
  if (addOnOf) return { ok: true, id: addOnOf.shippingMethod, name: addOnOf.shippingName, priceCents: 0 }
  const parcel = parcelOf(lines)
  if (!parcel) return { ok: true, id: NO_SHIPPING, name: '', priceCents: 0 }
  const able = carriersFor(carriers, parcel, state.countryCode)
  if (able.length === 0) return refuse('NO_DELIVERY_METHOD', {})
  const chosen = able.find(({ id }) => id === input.shippingMethod)
  if (!chosen) return refuse('DELIVERY_METHOD_INVALID', {})
  return { ok: true, id: chosen.id, name: chosen.name[locale], priceCents: chosen.priceCents }
}

function paymentOf({ payments, input }: DraftInput, amountCents: Cents): ({ ok: true } & PlannedPayment) | Refusal {
  if (amountCents === 0) return { ok: true, ...payments.skipped }
  const chosen = payments.offered.find(({ id }) => id === input.paymentMethod)
  if (!chosen || !paymentTakes(chosen.id, amountCents)) return refuse('PAYMENT_METHOD_INVALID', {})
  return { ok: true, ...chosen }
}

function itemRows(
  { lines, orderId, newItemId, locale, now }: DraftInput,
  voucherParts: VoucherUse['parts'],
): OrderItemRow[] {
  const rows: OrderItemRow[] = []
  const write = (line: CartLine, bundleRootId: string | null): string => {
    const [first] = line.items
    const { event } = line.sellable
    const id = newItemId()
    rows.push({
      id,
      orderId,
      position: rows.length,
      type: line.type,
      variantId: line.sellable.variantId,
      productId: line.sellable.productId,
      eventId: line.sellable.eventId,
      bundleRootId,
      descriptiveName: line.sellable.descriptiveName[locale],
      variantName: line.sellable.variantName[locale],
      amount: line.amount,
      unitCents: line.unitCents,
      totalCents: line.totalCents,
      vatBasisPoints: line.sellable.vatBasisPoints,
      physical: line.sellable.physical,
      sectionId: first?.hold?.sectionId ?? null,
      sectionName: first?.hold ? planText(first.hold.sectionName, locale) : null,
      seatId: first?.hold?.seatId ?? null,
      seatRow: first?.hold?.row ?? null,
      seatNumber: first?.hold?.number ?? null,
      seatFlags: first?.hold?.flags ?? 0,
      block: first?.hold?.block ?? null,
      personalIdentifier: first?.personalIdentifier ?? null,
      presaleCodeId: event && isBeforePresale(event.rules, now) ? (first?.presaleCodeId ?? null) : null,
      voucherCents: voucherParts.get(line) ?? 0,
    })
    return id
  }
  for (const line of lines) {
    const rootId = write(line, null)
    for (const part of line.bundled) write(part, rootId)
  }
  return rows
}
