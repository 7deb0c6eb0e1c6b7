/** Pays at the sandbox as a buyer does: on Stripe's page, at the bank, with a card in the shop's page, or in PayPal's window. */
import { type Buyer, http } from './buyer.ts'

export const ONLINE_METHODS = ['stripe_checkout', 'stripe_sofort', 'stripe_express', 'paypal'] as const
export type OnlineMethod = (typeof ONLINE_METHODS)[number]

/**
 * The ids of a payment: `session` of Stripe's page, `intent`, or the id of an order at PayPal. `clientSecret` is set if the
 * browser confirms the payment.
 */
export type StartedPayment = { session: string; intent: string; clientSecret: string; payPal: string }

type Intent = { amount: number; payment_method_types: string[] }

export const NOT_STARTED: StartedPayment = { session: '', intent: '', clientSecret: '', payPal: '' }

const GOOD_CARD = '4242424242424242'
const DECLINED_CARD = '4000000000000002'

export async function startPayment(
  buyer: Buyer,
  method: OnlineMethod,
  orderId: string,
  reference: string,
): Promise<StartedPayment> {
  if (method === 'stripe_express') {
    const { createStripeIntentPayment: started } = await buyer.startPaymentInPage(orderId, reference)
    return { ...NOT_STARTED, intent: started.externalPaymentId, clientSecret: started.externalPaymentToken }
  }
  if (method === 'paypal') {
    const { createPayPalPayment: started } = await buyer.startPayPal(orderId, reference)
    return { ...NOT_STARTED, payPal: started.externalPaymentId }
  }
  const { externalPaymentId: id } = (await buyer.startCardPayment(orderId, reference)).createStripePayment
  return method === 'stripe_sofort' ? { ...NOT_STARTED, intent: id } : { ...NOT_STARTED, session: id }
}

export class PaymentSandbox {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  /**
   * Lets the buyer of a started payment pay. Returns false if the provider refuses, for example because the page has
   * expired. A buyer at PayPal only approves the order, and the shop captures it.
   */
  async pay(started: StartedPayment, webhook: boolean): Promise<boolean> {
    const { session, intent, payPal } = started
    if (payPal !== '') {
      const approval = { times: webhook ? 1 : 0 }
      return (await this.post(`control/paypal/orders/${payPal}/approve`, approval)).status === 200
    }
    if (started.clientSecret !== '') return this.confirmCard(started, true)
    const path = session === '' ? `intents/${intent}/approve` : `sessions/${session}/approve`
    return (await this.post(`control/${path}`, { webhook })).status === 200
  }

  /** Confirms a payment as Stripe's script does in the browser. Returns whether the card was accepted. */
  async confirmCard({ intent, clientSecret }: StartedPayment, isGood: boolean): Promise<boolean> {
    const number = isGood ? GOOD_CARD : DECLINED_CARD
    const payer = { email: null, name: null }
    const { amount, payment_method_types: types } = await this.stripe<Intent>(`payment_intents/${intent}`)
    const returnUrl = 'http://localhost:8787/'
    const card = { key: 'pk_test_sandbox', type: 'card', number, payer, returnUrl, amount, types }
    const token = JSON.parse((await this.post('stripe-js/tokens', card)).body) as { id: string }
    const confirmation = { key: 'pk_test_sandbox', clientSecret, token: token.id, returnUrl: null }
    return (await this.post('stripe-js/confirm', confirmation)).status === 200
  }

  /** Sends a request to Stripe's API. Throws unless the status is 200. */
  async stripe<Shape>(path: string, form?: Record<string, string | number>): Promise<Shape> {
    const answer = await http(`${this.url}/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
      ...(form && {
        body: new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)])).toString(),
      }),
    })
    if (answer.status !== 200) throw new Error(`Stripe ${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as Shape
  }

  /** Acts as the buyer, the bank or Stripe. Throws unless the status is 200. */
  async control<Shape>(path: string, body: object): Promise<Shape> {
    const answer = await this.post(`control/${path}`, body)
    if (answer.status !== 200) throw new Error(`control ${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as Shape
  }

  /** Returns the objects of a list that the sandbox shows only to tests. */
  async listed<Shape>(noun: 'sessions' | 'intents' | 'paypal/orders' | 'paypal/events'): Promise<Shape[]> {
    return (JSON.parse((await http(`${this.url}/control/${noun}`)).body) as { data: Shape[] }).data
  }

  private post(path: string, body: object) {
    const headers = { 'content-type': 'application/json' }
    return http(`${this.url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
}
