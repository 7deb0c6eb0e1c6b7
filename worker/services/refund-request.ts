/**
 * SUP-01: refunds that fans request for tickets of a cancelled or moved event. The fan proves with the codes to have the
 * tickets, which become void at once. The money of a provider goes back the way it came, and other money to the account that
 * the fan names. The event must have the meta key `mass_refund`, which the organiser opens and pauses.
 */
import { gtin } from 'cdigit'
import type { RefundQuoteInput, RefundRequestInput } from '../../schema/inputs/refund.ts'
import type { Cents } from '../../schema/money.ts'
import { ibanIn } from '../../schema/rules/iban.ts'
import { massRefundState, refundReleaseDueAt } from '../../schema/rules/mass-refund.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import type { ShopContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type GoodsReturn, goodsReturnsOf } from '../db/goods-return.ts'
import { eventsOf, findOrder, type Order, type OrderEvent, type Ticket, type WholeOrder } from '../db/order.ts'
import { type Payment, paymentsOf } from '../db/payment.ts'
import { type Refund, type RefundAccount, refundsOfOrder } from '../db/refund.ts'
import { type FormerReturn, formerReturn, ticketsOfOrder, writeTicketReturn } from '../db/ticket-return.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { splitOverPayments, unreturnedExtras, unreturnedMoney } from '../domain/orders/refund-split.ts'
import { type KeptFees, refundFor, returnTickets } from '../domain/orders/ticket-return.ts'
import { methodOf } from '../payments/table.ts'
import { isBlocked, noteWrongShopCode } from './code-tries.ts'
import { log } from './log.ts'
import { wakeOutbox } from './outbox.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

export type RefundableOrder = WholeOrder & {
  event: OrderEvent
  /** The tickets of the order for this event. */
  tickets: Ticket[]
  /** The captured payments of the order. */
  payments: Payment[]
  refunds: Refund[]
  goodsReturns: GoodsReturn[]
}

/**
 * Returns the order with its tickets of the event. Throws REFUND_ORDER_NOTFOUND, whether the order is unknown, belongs to
 * another band's shop, has no such ticket, or was placed with another address than `email`. Throws TOO_MANY_REQUESTS if the
 * network sends too many requests, or too many wrong ones about this order.
 */
export async function requireRefundable(
  context: ShopContext,
  orderId: string,
  eventId: string,
  email: string | null,
): Promise<RefundableOrder> {
  const { env, db, shop, network, now } = context
  await withinRate(env.TICKET_TRIES, env.TICKET_TRIES_WIDE, context)
  const whole = await findOrder(db, orderId)
  const event = whole && (await eventsOf(db, whole.items)).get(eventId)
  const subject = subjectOf(shop.id, orderId)
  if (network !== '' && isBlocked(subject, context, now)) throw new ShopError('TOO_MANY_REQUESTS', {})
  const isOwn = email === null || whole?.order.buyerKey === buyerKeyOf(email)
  const isShown = !shop.isBand || whole?.order.shopId === shop.id
  // The purge deletes the buyer's key together with the other contact data.
  if (!whole || !event || !isOwn || !isShown || whole.order.buyerKey === '') {
    await noteWrong(context, orderId)
    throw refused('REFUND_ORDER_NOTFOUND', orderId)
  }
  return refundableOf(db, whole, event)
}

/**
 * Throws REFUND_ORDER_NOTFOUND unless `email` is the address of the order, and TOO_MANY_REQUESTS after too many wrong ones.
 * The purge deletes the buyer's key, so nobody has the address of an old order.
 */
export async function requireBuyer(context: ShopContext, order: Order, email: string): Promise<void> {
  const { env, shop, network, now } = context
  await withinRate(env.TICKET_TRIES, env.TICKET_TRIES_WIDE, context)
  if (network !== '' && isBlocked(subjectOf(shop.id, order.id), context, now))
    throw new ShopError('TOO_MANY_REQUESTS', {})
  if (order.buyerKey !== '' && order.buyerKey === buyerKeyOf(email)) return
  await noteWrong(context, order.id)
  throw refused('REFUND_ORDER_NOTFOUND', order.id)
}

/** Reads what a return of the event's tickets needs. The caller has checked who asks. */
export async function refundableOf(db: Database, whole: WholeOrder, event: OrderEvent): Promise<RefundableOrder> {
  const { id } = whole.order
  const [tickets, payments, refunds, goodsReturns] = await Promise.all([
    ticketsOfOrder(db, id),
    paymentsOf(db, id),
    refundsOfOrder(db, id),
    goodsReturnsOf(db, id),
  ])
  return {
    ...whole,
    event,
    goodsReturns,
    tickets: tickets.filter((ticket) => ticket.eventId === event.id),
    payments: payments.filter(({ status }) => status === 'captured'),
    refunds,
  }
}

/**
 * Wrong addresses and codes count per order and network. Nobody can guess an order's id, so only people who know the order
 * can use up its limit, and a stranger in the same network cannot. An unknown order counts like a known one.
 */
const subjectOf = (shopId: string, orderId: string) => `refund/${shopId}/${orderId}`

async function noteWrong(context: ShopContext, orderId: string): Promise<void> {
  const { env, shop, network, now } = context
  if (network !== '') await noteWrongShopCode(env, subjectOf(shop.id, orderId), context, now)
}

/** Whether a ticket can be returned. Nobody could enter a cancelled event, so its check-ins do not count. */
export function isReturnable(ticket: Ticket, event: Pick<OrderEvent, 'status'>): boolean {
  return ticket.invalidatedAt === null && ticket.disputedAt === null && !isUsed(ticket, event)
}

export function isUsed({ checkedInAt }: Ticket, { status }: Pick<OrderEvent, 'status'>): boolean {
  return checkedInAt !== null && status !== 'cancelled'
}

export function returnableTickets({ order, tickets, event }: RefundableOrder): Ticket[] {
  return PAID_STATUSES.includes(order.status) ? tickets.filter((ticket) => isReturnable(ticket, event)) : []
}

export function feesOf({ meta }: OrderEvent): KeptFees {
  return { feeCents: meta.mass_refund?.kept_fee ?? 0, keepsShipping: meta.mass_refund?.keeps_shipping ?? false }
}

/** What the order loses with these tickets, and the amounts that go back to each payment and to the voucher. */
export function planRefund(
  { order, items, payments, refunds, event, goodsReturns }: RefundableOrder,
  chosen: Ticket[],
  fees: KeptFees = feesOf(event),
) {
  const counts = new Map<string, number>()
  for (const { orderItemId } of chosen) counts.set(orderItemId, (counts.get(orderItemId) ?? 0) + 1)
  const loss = returnTickets(items, counts)
  const left = unreturnedMoney(payments, refunds)
  const leftCents = left.reduce((sum, payment) => sum + payment.leftCents, 0)
  const extraCents = unreturnedExtras(order, goodsReturns)
  const owedCents = refundFor(loss, chosen.length, { leftCents, extraCents }, fees)
  const parts = splitOverPayments(owedCents, left)
  const voidItems = items.filter(({ id }) => loss.voidItemIds.includes(id))
  return {
    loss,
    parts,
    amountCents: parts.reduce((sum, part) => sum + part.amountCents, 0),
    voucherCents: [...voidItems, ...loss.splits].reduce((sum, part) => sum + part.voucherCents, 0),
  }
}

type Way = { needsAccount: boolean; allowsAccount: boolean }

/** How the money of these payments goes back. */
export function refundWay(payments: readonly Pick<Payment, 'method'>[]): Way {
  const accounts = payments.map(({ method }) => methodOf(method).online?.account ?? null)
  return {
    needsAccount: accounts.includes(null),
    allowsAccount: accounts.some((account) => account?.allowsTransfer === true),
  }
}

/** `releaseDueAt`: until when the refund waits for the organiser; null if it does not wait. */
export type RequestedRefund = {
  amountCents: number
  isConfirmed: boolean
  reference: string
  releaseDueAt: number | null
}

/** Throws REFUND_NOT_POSSIBLE or REFUND_PAUSED if the tickets of the event cannot be returned now. */
function requireOpen({ order, event }: RefundableOrder, now: number): void {
  const state = massRefundState(event, now)
  if (state === 'NONE' || !PAID_STATUSES.includes(order.status)) throw refused('REFUND_NOT_POSSIBLE', order.id)
  if (state === 'PAUSED') throw refused('REFUND_PAUSED', order.id)
}

/**
 * Returns the amounts that `requestRefund` would pay back for the tickets now, and changes nothing. Throws the errors of
 * `requireRefundable`, and the errors of the codes and of the event.
 */
export async function quoteRefund(
  context: ShopContext,
  { orderId, productId, email, validationCodes }: RefundQuoteInput,
): Promise<{ amountCents: Cents; voucherCents: Cents }> {
  const found = await requireRefundable(context, orderId, productId, email)
  requireOpen(found, context.now)
  const { amountCents, voucherCents } = planRefund(found, await ticketsOfCodes(context, found, validationCodes))
  return { amountCents, voucherCents }
}

/**
 * Returns the tickets and records the refund, once per key. Throws the errors of `requireRefundable`, BAD_INPUT for a
 * missing or wrong account, and the errors of the codes and of the event.
 */
export async function requestRefund(context: ShopContext, input: RefundRequestInput): Promise<RequestedRefund> {
  const { env, db, now } = context
  const { orderId, productId, clientMutationId: key } = input
  const found = await requireRefundable(context, orderId, productId, input.email)
  const { order, event } = found
  const former = await formerReturn(db, orderId, key)
  if (former.isKnown) return answerOf(former)
  requireOpen(found, now)
  const chosen = await ticketsOfCodes(context, found, input.validationCodes)
  const { loss, parts, amountCents } = planRefund(found, chosen)
  const account = accountOf(input.bankAccount ?? null)
  const written = await writeTicketReturn(
    db,
    {
      ...loss,
      orderId,
      event,
      key,
      tickets: chosen,
      validItems: found.items.filter(({ invalidatedAt }) => invalidatedAt === null).length,
      parts: parts.map((part) => ({ ...part, account: accountFor(found, part.paymentId, account) })),
      releaseDueAt: refundReleaseDueAt(event, now),
    },
    now,
  )
  // If the request was repeated, or another one returned a ticket first, the rows show which of them succeeded.
  const made = await formerReturn(db, orderId, key)
  if (!made.isKnown) throw refused('REFUND_FAILED', orderId)
  if (written) log('info', 'tickets returned', { order: orderId, tickets: chosen.length, amountCents })
  await wakeOutbox(env, orderId)
  return answerOf(made)

  function answerOf({ amountCents, hasTransfer, releaseDueAt }: FormerReturn): RequestedRefund {
    return { amountCents, isConfirmed: !hasTransfer, reference: order.reference, releaseDueAt }
  }
}

function accountOf(given: RefundRequestInput['bankAccount']): RefundAccount | null {
  if (!given) return null
  const iban = ibanIn(given.iban)
  if (iban === null) throw new ShopError('BAD_INPUT', { field: 'input.bankAccount.iban', expected: 'a valid IBAN' })
  return { holder: given.name, iban }
}

/** The account for the refund of a payment; null if the provider makes it. Throws BAD_INPUT if an account is missing. */
function accountFor(
  { payments }: RefundableOrder,
  paymentId: string,
  given: RefundAccount | null,
): RefundAccount | null {
  const way = refundWay(payments.filter(({ id }) => id === paymentId))
  if (way.needsAccount && !given)
    throw new ShopError('BAD_INPUT', { field: 'input.bankAccount', expected: 'the account for the refund' })
  return way.needsAccount || way.allowsAccount ? given : null
}

/** Throws REFUND_TICKET_INVALID or REFUND_TICKET_USED. A code of another order is treated like an unknown one. */
async function ticketsOfCodes(context: ShopContext, found: RefundableOrder, codes: string[]): Promise<Ticket[]> {
  const { tickets, event, order } = found
  const byCode = new Map(tickets.map((ticket) => [ticket.validationCode, ticket]))
  const named = codes.map((code) => byCode.get(gtin.generate(code)))
  const indexes = named.flatMap((ticket, index) =>
    ticket && ticket.invalidatedAt === null && ticket.disputedAt === null ? [] : [index],
  )
  if (indexes.length > 0) {
    if (named.includes(undefined)) await noteWrong(context, order.id)
    throw refused('REFUND_TICKET_INVALID', order.id, { indexes })
  }
  const chosen = named.filter((ticket) => ticket !== undefined)
  const used = chosen.filter((ticket) => isUsed(ticket, event)).map(({ validationCode }) => validationCode)
  if (used.length > 0) throw refused('REFUND_TICKET_USED', order.id, { codes: used })
  return chosen
}

type RefusalParams = { indexes: number[] } | { codes: string[] } | Record<never, never>

/** All refusals are logged, so that customer service knows that a fan did not succeed. The log contains no codes. */
function refused(
  code:
    | 'REFUND_ORDER_NOTFOUND'
    | 'REFUND_NOT_POSSIBLE'
    | 'REFUND_PAUSED'
    | 'REFUND_TICKET_INVALID'
    | 'REFUND_TICKET_USED'
    | 'REFUND_FAILED',
  orderId: string,
  params: RefusalParams = {},
): ShopError {
  log('warn', 'refund request refused', { code, order: orderId })
  return new ShopError(code, params)
}
