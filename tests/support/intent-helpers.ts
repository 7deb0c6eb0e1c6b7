/** Helps tests to pay orders with Stripe's payment intents, as a buyer and as the bank. */
import { allowNextCheck, type Placed, sandbox, startPayment, stripeObject } from './payment-helpers.ts'

export type Intent = {
  id: string
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
