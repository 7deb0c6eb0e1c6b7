/**
 * Changes the name on a paid ticket, for a fan with the link to the order (TIX-04). A free change takes effect at once. A fee
 * is an order of its own, and the change takes effect when it is paid. The former code is invalid from that moment on.
 */
import { newId } from '../../schema/ids.ts'
import { emailSchema } from '../../schema/inputs/address.ts'
import { completeNames } from '../../schema/inputs/holder.ts'
import { UNPAID_ORDERS_OF_ADDRESS } from '../../schema/limits.ts'
import { shownInstant } from '../../schema/rules/event-sale.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { NO_SHIPPING } from '../../schema/rules/shipping.ts'
import { comparableName } from '../../schema/rules/ticket-names.ts'
import type { ShopContext } from '../context.ts'
import { type Database, openDatabase } from '../db/database.ts'
import {
  applyPaidNameChange,
  capturedPaymentIds,
  type FeeOrder,
  findNameChangeByRequest,
  findNameChangeOfFee,
  type NameChange,
  type NameMailReader,
  nameChangeBefore,
  returnNameChangeFee,
  writeFreeNameChange,
  writePaidNameChange,
} from '../db/name-change.ts'
import { eventsOf, findOrder, findTicketedOrders, type OrderEvent, type TicketedOrder } from '../db/order.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { newOrderReference } from '../domain/orders/order-reference.ts'
import { orderVatCents } from '../domain/orders/order-vat.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import {
  isAhead,
  nameChangeFee,
  nameChangeObstacle,
  nameChangeUntil,
  namesAreChangeable,
} from '../domain/tickets/name-change.ts'
import { holderName, holderOf } from '../domain/tickets/personal-identifier.ts'
import { newValidationCode } from '../domain/tickets/validation-code.ts'
import type { Env } from '../env.ts'
import { paymentsToPlace } from '../payments/table.ts'
import { feeMethodsAmong, offersForOrder } from './checkout-options.ts'
import { log } from './log.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'

export type NameChangeWish = {
  orderId: string
  ticketId: string
  personalIdentifier: string
  /** The address of the new holder, who gets the ticket by mail. */
  email: string
  expectedFeeCents: number
  termsAccepted: boolean
  /** The idempotency key of the browser. */
  key: string
}

/** The order of the fee that the fan has to pay; null if the change has taken effect. */
export type NameChangeAnswer = { feeOrder: { id: string; reference: string } | null }

/**
 * The caller has checked that the visitor has the link to the order. Throws BAD_INPUT, NOT_FOUND, TERMS_NOT_ACCEPTED,
 * PRICE_CHANGED if the fee is not the expected one, NAME_CHANGE_CLOSED, TICKET_BY_POST, TICKET_NOT_CHANGEABLE, NAME_CHANGE_UNPAID, or TICKET_CHANGED if another change was
 * faster.
 */
export async function changeTicketName(context: ShopContext, wish: NameChangeWish): Promise<NameChangeAnswer> {
  const { db, env, now } = context
  const whole = (await findTicketedOrders(db, [wish.orderId])).get(wish.orderId)
  const ticket = whole?.tickets.find(({ id }) => id === wish.ticketId)
  const event = ticket && whole?.events.get(ticket.eventId)
  if (!whole || !ticket || !event) throw new ShopError('NOT_FOUND', { what: 'ticket' })
  const requestKey = `${ticket.id}/${wish.key}`
  const { holder, email } = parsed(wish, event)
  const earlier = await findNameChangeByRequest(db, requestKey)
  if (earlier) return answerOf(db, sameChange(earlier, holder, email))

  const obstacle = nameChangeObstacle(whole.order.status, ticket, event, now)
  if (obstacle === 'CLOSED') throw new ShopError('NAME_CHANGE_CLOSED', {})
  if (obstacle === 'BY_POST') throw new ShopError('TICKET_BY_POST', {})
  // The purge has deleted the address of an old order, so nobody could be told about the change.
  if (obstacle !== null || whole.order.email === '') throw new ShopError('TICKET_NOT_CHANGEABLE', {})
  if (comparableName(holderName(ticket.personalIdentifier)) === comparableName(holderName(holder)))
    throw new ShopError('BAD_INPUT', { field: 'personalIdentifier', expected: 'another name' })
  const feeCents = nameChangeFee(event)
  if (feeCents !== wish.expectedFeeCents) throw new ShopError('PRICE_CHANGED', { totalCents: feeCents })
  if (feeCents > 0 && !wish.termsAccepted) throw new ShopError('TERMS_NOT_ACCEPTED', {})

  const change = {
    id: newId('nameChange', now),
    requestKey,
    ticketId: ticket.id,
    orderId: whole.order.id,
    eventId: event.id,
    formerHolder: ticket.personalIdentifier,
    holder,
    email,
    formerCode: ticket.validationCode,
  }
  if (feeCents > 0) {
    const fee = feeOrderOf(context, whole, event, ticket.orderItemId, feeCents)
    const refusal = await refusalOf(writePaidNameChange(db, change, fee, now))
    if (refusal) {
      // A repeated request may have been faster.
      const winner = await findNameChangeByRequest(db, requestKey)
      if (winner) return answerOf(db, sameChange(winner, holder, email))
      throw refusal
    }
    log('info', 'name change waits for its fee', { order: whole.order.id, feeOrder: fee.order.id })
    await wakeOutbox(env, fee.order.id)
    return { feeOrder: { id: fee.order.id, reference: fee.order.reference } }
  }
  const readers = await readersOf(db, change.ticketId, [whole.order.email, email], now)
  if (await writeFreeNameChange(db, change, newValidationCode(), readers, now)) {
    log('info', 'name of a ticket changed', { order: whole.order.id, change: change.id })
    await wakeOutbox(env, whole.order.id)
    return { feeOrder: null }
  }
  // A repeated request may have been faster.
  const winner = await findNameChangeByRequest(db, requestKey)
  if (winner) return answerOf(db, sameChange(winner, holder, email))
  throw new ShopError('TICKET_CHANGED', {})
}

function parsed({ personalIdentifier, email: typed }: NameChangeWish, event: OrderEvent) {
  const asksContact = event.meta.contact_tracing === true
  const text = completeNames(personalIdentifier, 1, { requirement: 'check_in_required', asksContact })
  if (text === null) throw new ShopError('BAD_INPUT', { field: 'personalIdentifier', expected: 'a complete name' })
  const email = emailSchema.safeParse(typed)
  if (!email.success) throw new ShopError('BAD_INPUT', { field: 'email', expected: 'an email address' })
  return { holder: holderOf(text, 'check_in_required', 0), email: email.data }
}

function sameChange(earlier: NameChange, holder: NameChange['holder'], email: string): NameChange {
  if (earlier.email !== email || JSON.stringify(earlier.holder) !== JSON.stringify(holder))
    throw new ShopError('IDEMPOTENCY_KEY_REUSED', {})
  return earlier
}

async function answerOf(db: Database, { status, feeOrderId }: NameChange): Promise<NameChangeAnswer> {
  const whole = status === 'awaiting_payment' && feeOrderId !== null ? await findOrder(db, feeOrderId) : null
  return { feeOrder: whole && { id: whole.order.id, reference: whole.order.reference } }
}

/** Returns why a constraint refused the rows; null if they were written. */
async function refusalOf(written: Promise<void>): Promise<ShopError | null> {
  try {
    await written
    return null
  } catch (error) {
    const message = rootMessageOf(error)
    if (/name_changes\.(ticket_id|request_key)/.test(message)) return new ShopError('NAME_CHANGE_UNPAID', {})
    if (!message.includes('orders_unpaid_by_buyer')) throw error
    return new ShopError('UNPAID_ORDERS_EXCEEDED', { limit: UNPAID_ORDERS_OF_ADDRESS })
  }
}

/** The buyer and the new holder get a mail, and also the holder before if their address is known and is a third one. */
export async function readersOf(
  db: Database,
  ticketId: string,
  addresses: string[],
  now: number,
): Promise<NameMailReader[]> {
  const last = await nameChangeBefore(db, ticketId, now)
  const isThird = last !== null && last.email !== '' && !addresses.includes(last.email)
  return ['buyer', 'holder', ...(isThird ? (['former'] as const) : [])]
}

/** The address of the holder before this change; empty if no earlier change has named it. */
export async function formerHolderEmail(db: Database, { ticketId, createdAt }: NameChange): Promise<string> {
  return (await nameChangeBefore(db, ticketId, createdAt))?.email ?? ''
}

const FEE_NAME = { de: 'Namensänderung', en: 'Name change' }

/**
 * The fee is taxed like the admission. Its item has the ticket's variant, but no event, so it brings neither a ticket nor a
 * seat, and does not count against the limits of tickets.
 */
function feeOrderOf(
  context: ShopContext,
  whole: TicketedOrder,
  event: OrderEvent,
  orderItemId: string,
  feeCents: number,
): FeeOrder {
  const { now, locale, shops } = context
  const { order, items } = whole
  const item = items.find(({ id }) => id === orderItemId)
  const { variantId } = item ?? {}
  if (variantId === undefined) throw new ShopError('TICKET_NOT_CHANGEABLE', {})
  const offers = feeMethodsAmong(offersForOrder(context, whole, new Map(), feeCents))
  const { offered } = paymentsToPlace(offers, now)
  const method = offered.find(({ id }) => id === order.paymentMethod) ?? offered[0]
  if (!method) throw new ShopError('PAYMENT_METHOD_INVALID', {})
  const id = newId('order', now)
  return {
    order: {
      id,
      reference: newOrderReference(),
      shopId: shops.find((shop) => shop.id === order.shopId)?.id ?? context.shop.id,
      cartId: '',
      locale,
      countryCode: order.countryCode,
      email: order.email,
      buyerKey: buyerKeyOf(order.email),
      shippingAddress: order.billingAddress,
      billingAddress: order.billingAddress,
      shippingMethod: NO_SHIPPING,
      shippingName: '',
      paymentMethod: method.id,
      subtotalCents: feeCents,
      shippingCents: 0,
      totalCents: feeCents,
      vatCents: orderVatCents({
        countryCode: order.countryCode,
        lines: [
          {
            totalCents: feeCents,
            vatBasisPoints: event.vatBasisPoints,
            physical: false,
            placeCountryCode: event.venue.countryCode,
          },
        ],
        shippingCents: 0,
      }),
      termsAcceptedAt: now,
      placedAt: now,
      // The end of the period would reveal a secret date. A payment after it is refunded.
      dueAt: Math.min(method.dueAt, shownInstant(event, nameChangeUntil(event)) ?? method.dueAt),
      remindAt: method.remindAt,
    },
    item: {
      id: newId('orderItem', now),
      orderId: id,
      position: 0,
      type: 'product',
      variantId,
      descriptiveName: `${FEE_NAME[locale]}: ${event.descriptiveName[locale]}`,
      variantName: '',
      amount: 1,
      unitCents: feeCents,
      totalCents: feeCents,
      vatBasisPoints: event.vatBasisPoints,
      physical: false,
    },
    followUp: method.followUp,
  }
}

/**
 * Makes a change effective whose fee has been paid. If the fee was paid after the organiser's deadline, the ticket can no
 * longer be changed, or the event has begun, the fee is refunded. Idempotent.
 */
export async function settleNameChange(env: Env, feeOrderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const [change, fee] = await Promise.all([findNameChangeOfFee(db, feeOrderId), findOrder(db, feeOrderId)])
  if (!change || !fee || change.status === 'done' || !PAID_STATUSES.includes(fee.order.status)) return
  const main = await findOrder(db, change.orderId)
  const event = main && (await eventsOf(db, main.items)).get(change.eventId)
  // The outbox may run late, so only the time of the payment counts for the organiser's deadline.
  const isInTime = event && isAhead(event, now) && namesAreChangeable(event, fee.order.paidAt ?? now)
  if (main && isInTime) {
    const readers = await readersOf(db, change.ticketId, [main.order.email, change.email], now)
    if (await applyPaidNameChange(db, change, newValidationCode(), readers, now)) {
      log('info', 'name of a ticket changed', { order: change.orderId, change: change.id })
      return wakeOutbox(env, change.orderId)
    }
  }
  await returnNameChangeFee(db, change, await capturedPaymentIds(db, feeOrderId), now)
  log('warn', 'fee of a name change returned', { order: feeOrderId, change: change.id })
  await wakeOutbox(env, feeOrderId)
}
