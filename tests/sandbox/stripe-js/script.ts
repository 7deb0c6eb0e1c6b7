/**
 * Replaces Stripe.js in the browser: card fields, wallet buttons with a simulated wallet, and 3-D Secure. Its parameters have
 * the types of @stripe/stripe-js. It rejects what Stripe rejects: unknown options, and elements that differ from the intent.
 */
import type { ConfirmationToken, CreateConfirmationToken, PaymentIntent, StripeError } from '@stripe/stripe-js'
import { Elements, type Options } from './elements.ts'
import { add, ask, refuse, shadowOf, texts } from './parts.ts'

/** Shows the bank's page in a dialog until the buyer has answered. */
async function approve(intent: PaymentIntent, secret: { key: string; clientSecret: string }): Promise<PaymentIntent> {
  const action = intent.next_action as { use_stripe_sdk?: { stripe_js?: string } } | null
  const root = shadowOf(document.body)
  const text = texts[document.documentElement.lang === 'en' ? 'en' : 'de']
  const dialog = add(root, 'dialog', '', { ariaLabel: text.bank })
  add(dialog, 'iframe', '', { src: action?.use_stripe_sdk?.stripe_js ?? '', title: text.bank })
  dialog.oncancel = (event) => event.preventDefault()
  dialog.showModal()
  let current = intent
  while (current.status === 'requires_action') {
    await new Promise((resolve) => setTimeout(resolve, 250))
    const answer = await ask<PaymentIntent>('intent', secret)
    if (!('error' in answer)) current = answer
  }
  root.host.remove()
  return current
}

const construct = (key: string) => ({
  elements: (options: Options) => new Elements({ ...options }),
  async createConfirmationToken({
    elements,
    params,
  }: Omit<CreateConfirmationToken, 'elements'> & { elements: Elements }) {
    const given = elements.element?.source() ?? refuse('elements has no element')
    const billing = params?.payment_method_data?.billing_details ?? {}
    const payer = { email: billing.email ?? given.payer.email, name: billing.name ?? given.payer.name }
    const answer = await ask<ConfirmationToken>('tokens', {
      key,
      ...given,
      payer,
      returnUrl: params?.return_url ?? null,
      amount: elements.options.amount,
      types: elements.options.allowedPaymentMethodTypes ?? [],
    })
    return 'error' in answer ? answer : { confirmationToken: answer }
  },
  async confirmPayment(options: {
    clientSecret: string
    confirmParams: { return_url?: string; confirmation_token?: string }
    redirect: 'if_required'
  }): Promise<{ paymentIntent?: PaymentIntent; error?: StripeError }> {
    const { clientSecret, confirmParams, redirect } = options
    if (redirect !== 'if_required') refuse('This sandbox never redirects.')
    const secret = { key, clientSecret }
    const request = {
      ...secret,
      token: confirmParams.confirmation_token,
      returnUrl: confirmParams.return_url ?? null,
    }
    const answer = await ask<PaymentIntent>('confirm', request)
    if ('error' in answer) return { error: answer.error }
    const intent = answer.status === 'requires_action' ? await approve(answer, secret) : answer
    return intent.last_payment_error ? { error: intent.last_payment_error as StripeError } : { paymentIntent: intent }
  },
})
Object.assign(window, { Stripe: construct })
