/** Decides what the pages of a placed order show. The decision depends on the order's status, balance and events. */
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'
import { paymentFlow, paymentUsesWindow } from '../../../schema/rules/payment-methods.ts'

type OrderState = { status: string; balanceCents: number; hasCancelledEvent: boolean }

/** Whether one of the order's events is cancelled. Returns false if the order is already paid or refunded. */
export function isCalledOff(order: OrderState): boolean {
  return order.hasCancelledEvent && (order.status === 'cancelled' || orderIsPayable(order))
}

/** What the page to pay later shows. For `done`, it redirects to the last step of the checkout (LATER-01). */
export type PayLaterState = 'payable' | 'done' | 'allPaid' | 'cancelled' | 'calledOff' | 'deadEnd'

export function payLaterState(order: OrderState): PayLaterState {
  if (isCalledOff(order)) return 'calledOff'
  if (orderIsPayable(order)) return 'payable'
  switch (order.status) {
    case 'done':
    case 'pending_fulfillment':
    case 'fulfillment':
      return 'done'
    case 'payment_pending':
    case 'processing':
      return 'allPaid'
    case 'cancelled':
      return 'cancelled'
    default:
      return 'deadEnd'
  }
}

type Progress = OrderState & {
  totalCents: number
  isPaymentPending: boolean
  bankTransfer: unknown
}

/**
 * What the last step of the checkout says about the payment. `checking` and `slow`: the provider is being asked, or has not
 * answered in time. `pending`: a bank confirms the payment in some days. `settling`: it is paid, and the shop prepares the
 * order. `transfer` and `open`: the buyer must transfer the money, or has not paid on the provider's page.
 */
export type DoneState =
  | 'checking'
  | 'slow'
  | 'pending'
  | 'settling'
  | 'free'
  | 'paid'
  | 'transfer'
  | 'open'
  | 'refunded'
  | 'cancelled'
  | 'calledOff'
  | 'deadEnd'

export function doneState(order: Progress, confirmation: 'none' | 'checking' | 'finished' | 'slow'): DoneState {
  const state = payLaterState(order)
  if (state === 'done') return order.totalCents === 0 ? 'free' : 'paid'
  if (state === 'allPaid') return 'settling'
  if (state === 'payable' && order.isPaymentPending) return 'pending'
  // While the provider is being asked, a late payment may still revive a cancelled order.
  if (confirmation === 'checking') return 'checking'
  if (state === 'payable') {
    if (confirmation === 'slow') return 'slow'
    return order.bankTransfer === null ? 'open' : 'transfer'
  }
  return order.status === 'refunded' ? 'refunded' : state
}

/** Whether the page should ask the provider again, although the buyer does not come from the provider's page. */
export function mayProgress(order: Progress): boolean {
  return order.isPaymentPending || payLaterState(order) === 'allPaid'
}

/** A method with which the buyer of a bank transfer could pay at once: cards first, because nearly everybody has one. */
export function methodInstead<Method extends { id: string }>(order: {
  paymentMethod: string
  paymentMethods: Method[]
}): Method | undefined {
  if (paymentFlow(order.paymentMethod) !== 'transfer') return undefined
  const atOnce = order.paymentMethods.filter(({ id }) => paymentFlow(id) !== 'transfer')
  return atOnce.find(({ id }) => !paymentUsesWindow(id)) ?? atOnce[0]
}

/** Returns the method that the page to pay later first shows as chosen. `wanted` is the method that a link names. */
export function methodAtFirst(
  { paymentMethod, paymentMethods }: { paymentMethod: string; paymentMethods: { id: string }[] },
  wanted: string | null,
): string {
  const isOffered = (method: string | null) => paymentMethods.some(({ id }) => id === method)
  if (wanted !== null && isOffered(wanted)) return wanted
  // The order may have a method that only the checkout offers, such as a wallet.
  return isOffered(paymentMethod) ? paymentMethod : (paymentMethods[0]?.id ?? paymentMethod)
}
