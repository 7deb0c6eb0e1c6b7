/**
 * Confirms the payment of a placed order in the shop's page. Stripe's script shows a further action, such as 3-D Secure, in
 * a dialog of its own, and resolves after it.
 */
import { CreateStripeIntentPaymentDocument } from '../../../../schema/generated/mutations.ts'
import { orderPath } from '../../../../schema/order-path.ts'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { sendWithRetries } from '../../../cart/send-with-retries.ts'
import { runOperation } from '../../../data/fetch.ts'
import { loadStripe } from './stripe-script.ts'

type PlacedOrder = { id: string; reference: string }

/**
 * `token` is the confirmation token of the card fields or the wallet. It is used up, even if the payment fails.
 *
 * Resolves to false if the payment was declined. Resolves to true if it has succeeded, is in progress, or if its outcome is
 * unknown because Stripe's answer was lost. The last step of the checkout then asks the server. Rejects if the payment
 * could not be started. `base` is the shop's URL without a trailing slash.
 */
export async function confirmInPage(
  script: ProviderScript,
  { id: orderId, reference }: PlacedOrder,
  token: string,
  base: string,
): Promise<boolean> {
  const [stripe, { createStripeIntentPayment }] = await Promise.all([
    loadStripe(script),
    sendWithRetries(() => runOperation(CreateStripeIntentPaymentDocument, { orderId, reference })),
  ])
  const { error, paymentIntent } = await stripe.confirmPayment({
    clientSecret: createStripeIntentPayment.externalPaymentToken,
    confirmParams: {
      return_url: `${base}${orderPath('done', orderId, reference)}?payment_received=1`,
      confirmation_token: token,
    },
    redirect: 'if_required',
  })
  // A second confirmation of a paid intent is refused. The payment has succeeded all the same.
  const state = (paymentIntent ?? error?.payment_intent)?.status
  const isUnknown = error?.type === 'api_connection_error' || error?.type === 'api_error'
  return isUnknown || state === 'succeeded' || state === 'processing'
}
