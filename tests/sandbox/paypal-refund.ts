/** Simulates PayPal's refunds and disputes. A refund is listed by its order only, and a dispute by its own resource. */
import { emitPayPalEvent, shown } from './paypal-event.ts'
import {
  type Capture,
  centsOf,
  type Money,
  orderOfCapture,
  type PayPalOrder,
  type Refund,
  requireAmount,
  withCapture,
} from './paypal-order.ts'
import { notFound, unprocessable } from './paypal-refusal.ts'
import { nowSeconds, randomText } from './stripe-id.ts'
import type { SandboxContext } from './stripe-payment.ts'

export type RefundRequest = { amount?: Money; custom_id?: string; invoice_id?: string; note_to_payer?: string }

const moneyOf = (cents: number): Money => ({ currency_code: 'EUR', value: (cents / 100).toFixed(2) })

const refundedCents = (order: PayPalOrder): number =>
  (order.purchase_units[0].payments?.refunds ?? [])
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { amount }) => sum + centsOf(amount), 0)

const storeRefund = (context: SandboxContext, order: PayPalOrder, capture: Capture, refund: Refund): void => {
  const changed = withCapture(order, capture, refund)
  const back = refundedCents(changed)
  const status = back === 0 ? 'COMPLETED' : back < centsOf(capture.amount) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  context.store.put(withCapture(order, { ...capture, status }, refund))
  const types = {
    COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
    PENDING: 'PAYMENT.REFUND.PENDING',
    FAILED: 'PAYMENT.REFUND.FAILED',
  }
  const event = { type: types[refund.status], resourceType: 'refund', resource: refund }
  emitPayPalEvent(context.store, context.delivery, event, { times: 1 })
}

/** Refunds a capture. The initial status comes from /control/refunds, as for Stripe. */
export const refundPayPalCapture = (
  context: SandboxContext,
  captureId: string,
  request: RefundRequest,
  apiBase: string,
): Refund => {
  const { store } = context
  const { order, capture } = orderOfCapture(store, captureId)
  const left = centsOf(capture.amount) - refundedCents(order)
  if (capture.status === 'PENDING' || capture.status === 'DECLINED')
    throw unprocessable('CAPTURE_STATUS_NOT_VALID', 'The capture is not completed.')
  if (left <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded')
  const amount = request.amount ?? moneyOf(left)
  requireAmount(amount)
  if (centsOf(amount) > left)
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'The refund amount must be less than or equal to the capture amount.')
  const begins = store.setting('refundStatusOf')[captureId] ?? store.setting('refundStatus')
  const id = randomText(17).toUpperCase()
  const now = new Date().toISOString()
  const refund: Refund = {
    id,
    status: ({ succeeded: 'COMPLETED', pending: 'PENDING', failed: 'FAILED' } as const)[begins],
    ...(begins === 'pending' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount,
    ...(request.custom_id === undefined ? {} : { custom_id: request.custom_id }),
    create_time: now,
    update_time: now,
    links: [
      { href: `${apiBase}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${apiBase}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
  }
  store.transaction(() => storeRefund(context, order, capture, refund))
  return refund
}

/** The bank answers to a refund. Returns null if there is none with this id. */
export const finishPayPalRefund = (
  context: SandboxContext,
  refundId: string,
  status: 'succeeded' | 'failed',
): Refund | null => {
  for (const order of context.store.list<PayPalOrder>('paypal.order')) {
    const { captures: [capture] = [], refunds = [] } = order.purchase_units[0].payments ?? { captures: [] }
    const known = refunds.find(({ id }) => id === refundId)
    if (!known || !capture) continue
    const { status_details: _reason, ...rest } = known
    const finished: Refund = { ...rest, status: status === 'succeeded' ? 'COMPLETED' : 'FAILED' }
    context.store.transaction(() => storeRefund(context, order, capture, finished))
    return finished
  }
  return null
}

export type PayPalDispute = {
  id: string
  object: 'paypal.dispute'
  created: number
  dispute_id: string
  reason: string
  status: 'OPEN' | 'RESOLVED'
  dispute_amount: Money
  disputed_transactions: { seller_transaction_id: string }[]
  dispute_outcome?: { outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' }
}

const disputeEvent = ({ store, delivery }: SandboxContext, dispute: PayPalDispute, type: string): void => {
  store.put(dispute)
  const event = { type: `CUSTOMER.DISPUTE.${type}`, resourceType: 'dispute', resource: shownDispute(dispute) }
  emitPayPalEvent(store, delivery, event, { times: 1 })
}

export const shownDispute = (dispute: PayPalDispute): object => {
  const { id: _id, ...rest } = shown(dispute)
  return rest
}

/** The buyer disputes a capture at PayPal. Without an amount, the whole capture is disputed. */
export const openPayPalDispute = (context: SandboxContext, captureId: string, cents?: number): PayPalDispute => {
  const { capture } = orderOfCapture(context.store, captureId)
  const id = `PP-D-${Math.floor(Math.random() * 90_000 + 10_000)}-${randomText(6)}`
  const dispute: PayPalDispute = {
    id,
    object: 'paypal.dispute',
    created: nowSeconds(),
    dispute_id: id,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: 'OPEN',
    dispute_amount: cents === undefined ? capture.amount : moneyOf(cents),
    disputed_transactions: [{ seller_transaction_id: captureId }],
  }
  context.store.transaction(() => disputeEvent(context, dispute, 'CREATED'))
  return dispute
}

export const closePayPalDispute = (context: SandboxContext, id: string, outcome: 'won' | 'lost'): PayPalDispute => {
  const dispute = context.store.get<PayPalDispute>('paypal.dispute', id)
  if (!dispute) throw notFound()
  const code = outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
  const closed: PayPalDispute = { ...dispute, status: 'RESOLVED', dispute_outcome: { outcome_code: code } }
  context.store.transaction(() => disputeEvent(context, closed, 'RESOLVED'))
  return closed
}
