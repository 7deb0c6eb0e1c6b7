/** The page that follows a payment in PayPal's window. */
import { orderPath } from '../../../../schema/order-path.ts'
import type { PayPalOutcome, PlacedOrder } from './paypal-payment.ts'

/** The value of the flag `payment_error` after PayPal declined the card or bank account that the buyer had chosen. */
export const DECLINED = 'declined'

/** Returns the path without the shop's base path. */
export function payPalEnding(outcome: PayPalOutcome, { id, reference }: PlacedOrder): string {
  if (outcome === 'paid' || outcome === 'pending') return `${orderPath('done', id, reference)}?payment_received=1`
  return `${orderPath('payment', id, reference)}?payment_error=${outcome === 'declined' ? DECLINED : '1'}`
}
