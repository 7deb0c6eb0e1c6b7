/** Runs in the sandbox's PayPal window. Tells the shop's page the buyer's decision, and closes the window. */
import type { PayPalMessage } from './paypal-message.ts'

{
  const { result, order } = document.currentScript?.dataset ?? {}
  if ((result === 'approved' || result === 'cancelled') && order !== undefined) {
    const message: PayPalMessage = { source: 'sandbox-paypal', result, orderId: order }
    window.opener?.postMessage(message, '*')
    window.close()
  }
}
