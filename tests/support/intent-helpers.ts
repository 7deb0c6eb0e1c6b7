/** Helps tests to pay orders with Stripe's payment intents, as a buyer and as the bank. */
import { allowNextCheck, type Placed, sandbox, startPayment, stripeObject } from './payment-helpers.ts'
import { testEnv } from './test-env.ts'

export type Intent = {
  id: string
  amount: number
  status: string
  client_secret: string
  payment_method_types: string[]
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  description: string | null
  metadata: Record<string, string>
  next_action: { redirect_to_url?: { return_url: string; url: string } } | null
}

export const intentOf = (id: string) => stripeObject<Intent>(`payment_intents/${id}`)

/** Acts as the buyer at the bank, or as the bank that settles a pending payment. No webhook is sent. */
export async function actAtBank(
  intentId: string,
  action: 'approve' | 'decline' | 'delay' | 'settle' | 'fail',
): Promise<void> {
  await sandbox(`/control/intents/${intentId}/${action}`, { webhook: false })
}

/** Starts an instant transfer. Returns the ids at Stripe and the address of the bank's page. */
export async function openBankPage(order: Placed): Promise<{ id: string; url: string }> {
  await allowNextCheck(order.id)
  const { data, code } = await startPayment(order)
  if (!data) throw new Error(code ?? 'no page')
  return { id: data.createStripePayment.externalPaymentId, url: data.createStripePayment.externalPaymentUrl }
}

type Started = { createStripeIntentPayment: { externalPaymentId: string; externalPaymentToken: string } }

export function startInPage({ visitor, id, reference }: Placed) {
  return visitor.run<Started>('CreateStripeIntentPayment', { orderId: id, reference })
}

/** Starts a payment in the shop's page. Returns the intent's id and its client secret. */
export async function openIntent(order: Placed): Promise<{ id: string; clientSecret: string }> {
  const { data, code } = await startInPage(order)
  if (!data) throw new Error(code ?? 'no intent')
  const { externalPaymentId: id, externalPaymentToken: clientSecret } = data.createStripeIntentPayment
  return { id, clientSecret }
}

export const CARDS = { good: '4242424242424242', declined: '4000000000000002', threeDSecure: '4000002760003184' }

async function fromBrowser(action: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${testEnv.STRIPE_API_BASE}/stripe-js/${action}`, {
    method: 'POST',
    body: JSON.stringify({ key: 'pk_test_sandbox', ...body }),
  })
  return { status: response.status, body: await response.json() }
}

/** Confirms a payment as Stripe's script does in the browser. A declined card has the status 402. */
export async function confirmInBrowser(clientSecret: string, number: string) {
  const payer = { email: null, name: null }
  const { amount, payment_method_types: types } = await intentOf(clientSecret.split('_secret_')[0] ?? '')
  const card = { type: 'card', number, payer, amount, types, returnUrl: 'http://localhost:8787/' }
  const token = await fromBrowser('tokens', card)
  return fromBrowser('confirm', { clientSecret, token: token.body.id, returnUrl: null })
}
