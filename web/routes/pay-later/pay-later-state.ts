import { isCalledOff } from '../checkout/order-state.ts'

/** What the pay-later page shows for each status of an order (LATER-01). */
export type PayLaterState = 'payable' | 'done' | 'allPaid' | 'cancelled' | 'calledOff' | 'deadEnd'

export function payLaterState(order: Parameters<typeof isCalledOff>[0]): PayLaterState {
  const { status, balanceCents } = order
  if (isCalledOff(order)) return 'calledOff'
  switch (status) {
    case 'payment_pending':
    case 'incomplete':
    case 'problem':
      return balanceCents > 0 ? 'payable' : status === 'problem' ? 'deadEnd' : 'allPaid'
    case 'done':
    case 'pending_fulfillment':
    case 'fulfillment':
      return 'done'
    case 'processing':
      return 'allPaid'
    case 'cancelled':
      return 'cancelled'
    default:
      return 'deadEnd'
  }
}
