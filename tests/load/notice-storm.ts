/**
 * The parts of the test with thousands of notices: what may happen to an order's payment, what a sequential model makes of
 * it, and how Stripe and the bank report it. The model shares no code with the shop.
 */
import { createHmac } from 'node:crypto'
import { Buyer, http } from './buyer.ts'
import { operator } from './operator.ts'
import {
  NOT_STARTED,
  type OnlineMethod,
  type PaymentSandbox,
  type StartedPayment,
  startPayment,
} from './payment-sandbox.ts'

/** What happens at Stripe or at the bank. */
type Step =
  | 'approve'
  | 'decline'
  | 'delay'
  | 'settle'
  | 'fail'
  | 'expire'
  | 'refund_half'
  | 'refund_rest'
  | 'dispute'
  | 'lose'
  | 'book_half'
  | 'book_rest'
export type Story = { method: OnlineMethod | 'bank_transfer'; steps: Step[] }

export const STORIES: Story[] = [
  { method: 'stripe_checkout', steps: ['approve'] },
  { method: 'stripe_checkout', steps: ['decline', 'approve'] },
  { method: 'stripe_checkout', steps: ['decline', 'expire'] },
  { method: 'stripe_checkout', steps: ['delay', 'settle'] },
  { method: 'stripe_checkout', steps: ['delay', 'fail'] },
  { method: 'stripe_checkout', steps: ['delay'] },
  { method: 'stripe_checkout', steps: ['approve', 'refund_half'] },
  { method: 'stripe_checkout', steps: ['approve', 'refund_half', 'refund_rest'] },
  { method: 'stripe_checkout', steps: ['approve', 'dispute', 'lose'] },
  { method: 'stripe_sofort', steps: ['approve'] },
  { method: 'stripe_sofort', steps: ['decline'] },
  { method: 'stripe_sofort', steps: ['delay', 'settle', 'refund_half'] },
  { method: 'stripe_sofort', steps: ['delay', 'fail'] },
  { method: 'stripe_express', steps: ['approve'] },
  { method: 'stripe_express', steps: ['decline', 'approve', 'refund_half'] },
  { method: 'stripe_express', steps: ['decline'] },
  { method: 'paypal', steps: ['approve'] },
  { method: 'paypal', steps: ['delay', 'settle'] },
  { method: 'paypal', steps: ['delay', 'fail'] },
  { method: 'bank_transfer', steps: ['book_half'] },
  { method: 'bank_transfer', steps: ['book_half', 'book_rest'] },
]

export type Outcome = {
  status: string
  paidCents: number
  refundedCents: number
  validTickets: number
  payments: string[]
}

/** Returns the state of an order after its story if each notice arrived once and in order. */
export function outcomeOf({ story, totalCents, tickets }: Actor): Outcome {
  const state: Outcome = { status: 'payment_pending', paidCents: 0, refundedCents: 0, validTickets: 0, payments: [] }
  const pay = (cents: number) => {
    state.paidCents += cents
    if (state.paidCents === totalCents) Object.assign(state, { status: 'done', validTickets: tickets })
  }
  const giveBack = (cents: number) => {
    state.refundedCents += cents
    if (state.refundedCents === totalCents) Object.assign(state, { status: 'refunded', validTickets: 0 })
  }
  for (const step of story.steps) {
    switch (step) {
      case 'approve':
      case 'settle':
        state.payments = ['captured']
        pay(totalCents)
        break
      case 'decline':
        // A page or a form accepts another card. A bank's refusal is final.
        state.payments = [story.method === 'stripe_sofort' ? 'failed' : 'open']
        break
      case 'delay':
        state.payments = ['open']
        break
      case 'fail':
        state.payments = ['failed']
        break
      case 'expire':
        state.payments = ['expired']
        break
      case 'refund_half':
      case 'refund_rest':
        giveBack(centsOf(step, totalCents))
        break
      case 'lose':
        giveBack(totalCents)
        break
      case 'book_half':
      case 'book_rest':
        state.payments = [...state.payments, 'captured']
        pay(centsOf(step, totalCents))
        break
      case 'dispute':
        break
    }
  }
  return state
}

function centsOf(step: Step, totalCents: number): number {
  const half = Math.floor(totalCents / 2)
  return step.endsWith('half') ? half : totalCents - half
}

/** An order with its story. `intent` of a page is empty until the buyer acts on the page. */
export type Actor = StartedPayment & {
  story: Story
  id: string
  reference: string
  totalCents: number
  tickets: number
  buyer: Buyer
  dispute: string
  booked: Step[]
}

type Notice = { id: string; data: { object: { id: string; payment_intent?: string | null } } }

/** Reports one notice to the shop once. Returns false if the shop could not apply it, so that it must be reported again. */
export type Report = () => Promise<boolean>

export class Providers {
  private readonly shop: string
  private readonly sandbox: PaymentSandbox
  private readonly token: string

  constructor(shop: string, sandbox: PaymentSandbox, token: string) {
    this.shop = shop
    this.sandbox = sandbox
    this.token = token
  }

  /** Places an order of standing tickets, and opens its payment page if it has one. */
  async order(story: Story, variantId: string, tickets: number): Promise<Actor> {
    const buyer = new Buyer(this.shop)
    const added = await buyer.add([{ productVariantId: variantId, amount: tickets }])
    const { totalCents } = added.addItems.cart
    const placed = await buyer.placeOrder({ totalCents, shipping: null, paymentMethod: story.method })
    const { id, reference } = placed.placeOrder.cart
    const { method } = story
    const started = method === 'bank_transfer' ? NOT_STARTED : await startPayment(buyer, method, id, reference)
    return { story, id, reference, totalCents, tickets, ...started, buyer, dispute: '', booked: [] }
  }

  async act(actor: Actor, step: Step): Promise<void> {
    switch (step) {
      case 'refund_half':
      case 'refund_rest':
        await this.sandbox.stripe('refunds', { payment_intent: actor.intent, amount: centsOf(step, actor.totalCents) })
        return
      case 'dispute':
        actor.dispute = (await this.sandbox.control<{ id: string }>(`intents/${actor.intent}`, {})).id
        return
      case 'lose':
        await this.sandbox.control(`disputes/${actor.dispute}`, { status: 'lost' })
        return
      case 'book_half':
      case 'book_rest':
        actor.booked.push(step)
        return
      default:
        if (actor.payPal !== '') return this.actAtPayPal(actor, step)
        if (actor.clientSecret !== '') return void (await this.sandbox.confirmCard(actor, step === 'approve'))
        if (actor.session === '')
          return void (await this.sandbox.control(`intents/${actor.intent}/${step}`, { webhook: false }))
        await this.sandbox.control(`sessions/${actor.session}/${step}`, { webhook: false })
        actor.intent =
          (await this.sandbox.stripe<{ payment_intent: string | null }>(`checkout/sessions/${actor.session}`))
            .payment_intent ?? ''
    }
  }

  /** `approve`: the buyer closes the shop's page after the approval. `delay`: PayPal examines the captured payment. */
  private async actAtPayPal({ payPal, buyer, id, reference }: Actor, step: Step): Promise<void> {
    const path = `paypal/orders/${payPal}`
    if (step === 'settle' || step === 'fail') {
      const outcome = step === 'settle' ? 'completed' : 'denied'
      await this.sandbox.control(`${path}/settle`, { outcome, times: 0 })
      return
    }
    await this.sandbox.control(`${path}/approve`, { capture: step === 'delay' ? 'pending' : 'completed', times: 0 })
    if (step === 'delay') await buyer.capturePayment(id, reference)
  }

  /** Returns a report of each of PayPal's notices about the orders so far. */
  async payPalReports(actors: Actor[]): Promise<Report[]> {
    const ours = actors.flatMap(({ payPal }) => payPal || [])
    const notices = await this.sandbox.listed<{ id: string }>('paypal/events')
    const bodies = notices
      .map((notice) => JSON.stringify(notice))
      .filter((body) => ours.some((id) => body.includes(id)))
    return Promise.all(
      bodies.map(async (body) => {
        const apiBase = `${this.sandbox.url}/paypal`
        const signature = await this.sandbox.control<Record<string, string>>('paypal/transmissions', { body, apiBase })
        return () => this.post('paypal', body, signature)
      }),
    )
  }

  /** Returns a report of each of Stripe's notices about the orders so far. The caller decides which of them arrive. */
  async stripeReports(actors: Actor[]): Promise<Report[]> {
    const ours = new Set(actors.flatMap(({ session, intent }) => [session, intent]).filter(Boolean))
    const found: Report[] = []
    for (let after = ''; ; ) {
      const page = await this.sandbox.stripe<{ data: Notice[]; has_more: boolean }>(`events?limit=100${after}`)
      for (const notice of page.data) {
        const { id, payment_intent: intent } = notice.data.object
        if (ours.has(id) || ours.has(intent ?? '')) found.push(() => this.deliver(notice))
      }
      if (!page.has_more) return found
      after = `&starting_after=${page.data.at(-1)?.id}`
    }
  }

  /** A bank statement may be recorded more than once. */
  bankReports(actors: Actor[]): Report[] {
    return actors.flatMap(({ booked, reference, totalCents }) =>
      booked.map((step) => async () => {
        const booking = { reference, amountCents: centsOf(step, totalCents), bookingId: `${reference}-${step}` }
        return (await operator(this.shop, 'POST', '/orders/mark-paid', this.token, booking)).status === 200
      }),
    )
  }

  private async deliver(notice: Notice): Promise<boolean> {
    const body = JSON.stringify(notice)
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', 'whsec_sandbox').update(`${seconds}.${body}`).digest('hex')
    return this.post('stripe', body, { 'stripe-signature': `t=${seconds},v1=${signature}` })
  }

  private async post(provider: 'stripe' | 'paypal', body: string, signature: Record<string, string>): Promise<boolean> {
    const headers = { 'content-type': 'application/json', ...signature }
    const { status } = await http(`${this.shop}/webhooks/${provider}`, {
      method: 'POST',
      headers,
      body,
      timeoutMs: 60_000,
    })
    if (status !== 200 && status !== 500) throw new Error(`the webhook answered ${status}`)
    return status === 200
  }
}
