/** The page that follows a payment in PayPal's window. */
import { orderPath } from '../../../../schema/order-path.ts'
import type { PayPalOutcome, PlacedOrder, payApproved } from './paypal-payment.ts'

/** The value of the flag `payment_error` after PayPal declined the card or bank account that the buyer had chosen. */
export const DECLINED = 'declined'

/** Returns the path without the shop's base path. */
export function payPalEnding(outcome: PayPalOutcome, { id, reference }: PlacedOrder): string {
  if (outcome === 'paid' || outcome === 'pending') return `${orderPath('done', id, reference)}?payment_received=1`
  return `${orderPath('payment', id, reference)}?payment_error=${outcome === 'declined' ? DECLINED : '1'}`
}

/**
 * Pays a placed order with the payment that the buyer approved on the cart step. Returns the path of the next page. Never
 * rejects: if the code for the payment does not load, the page to pay later offers PayPal again.
 */
export async function endingOfApproved(
  order: PlacedOrder,
  approvedId: string,
  load: () => Promise<{ payApproved: typeof payApproved }>,
): Promise<string> {
  try {
    const loaded = await load()
    return payPalEnding(await loaded.payApproved(order, approvedId), order)
  } catch {
    return payPalEnding('failed', order)
  }
}
