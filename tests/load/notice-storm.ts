/**
 * The parts of the test with thousands of notices: what may happen to an order's payment, what a sequential model makes of
 * it, and how Stripe and the bank report it. The model shares no code with the shop.
 */
import { createHmac } from 'node:crypto'
import { Buyer, http } from './buyer.ts'
import { operator } from './operator.ts'

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
export type Story = { method: 'stripe_checkout' | 'bank_transfer'; steps: Step[] }

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

/** An order with its story. `session` is empty for bank transfers. */
export type Actor = {
  story: Story
  id: string
  reference: string
  totalCents: number
  tickets: number
  session: string
  intent: string
  dispute: string
  booked: Step[]
}

type Notice = { id: string; data: { object: { id: string; payment_intent?: string | null } } }

/** Reports one notice to the shop once. Returns false if the shop could not apply it, so that it must be reported again. */
export type Report = () => Promise<boolean>

export class Providers {
  private readonly shop: string
  private readonly sandbox: string
  private readonly token: string

  constructor(shop: string, sandbox: string, token: string) {
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
    const session =
      story.method === 'bank_transfer'
        ? ''
        : (await buyer.startCardPayment(id, reference)).createStripePayment.externalPaymentId
    return { story, id, reference, totalCents, tickets, session, intent: '', dispute: '', booked: [] }
  }

  async act(actor: Actor, step: Step): Promise<void> {
    switch (step) {
      case 'refund_half':
      case 'refund_rest':
        await this.stripe('refunds', { payment_intent: actor.intent, amount: centsOf(step, actor.totalCents) })
        return
      case 'dispute':
        actor.dispute = (await this.control<{ id: string }>(`intents/${actor.intent}`, {})).id
        return
      case 'lose':
        await this.control(`disputes/${actor.dispute}`, { status: 'lost' })
        return
      case 'book_half':
      case 'book_rest':
        actor.booked.push(step)
        return
      default:
        await this.control(`sessions/${actor.session}/${step}`, { webhook: false })
        actor.intent =
          (await this.stripe<{ payment_intent: string | null }>(`checkout/sessions/${actor.session}`)).payment_intent ??
          ''
    }
  }

  /** Returns a report of each of Stripe's notices about the orders so far. The caller decides which of them arrive. */
  async stripeReports(actors: Actor[]): Promise<Report[]> {
    const ours = new Set(actors.flatMap(({ session, intent }) => [session, intent]).filter(Boolean))
    const found: Report[] = []
    for (let after = ''; ; ) {
      const page = await this.stripe<{ data: Notice[]; has_more: boolean }>(`events?limit=100${after}`)
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
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` }
    const { status } = await http(`${this.shop}/webhooks/stripe`, { method: 'POST', headers, body, timeoutMs: 60_000 })
    if (status !== 200 && status !== 500) throw new Error(`the webhook answered ${status}`)
    return status === 200
  }

  private async stripe<Shape>(path: string, form?: Record<string, string | number>): Promise<Shape> {
    const answer = await http(`${this.sandbox}/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
      ...(form && {
        body: new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)])).toString(),
      }),
    })
    if (answer.status !== 200) throw new Error(`Stripe ${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as Shape
  }

  private async control<Shape>(path: string, body: object): Promise<Shape> {
    const headers = { 'content-type': 'application/json' }
    const url = `${this.sandbox}/control/${path}`
    const answer = await http(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`control ${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as Shape
  }
}
