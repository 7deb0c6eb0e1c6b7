/**
 * Lets tests control the sandbox. Tests can end sessions, intents, refunds and disputes, open disputes, and choose the initial status
 * of refunds. They can stop webhooks, and make mails and requests to Stripe fail. They can list sessions, refunds,
 * deliveries and subscribers, and reset everything.
 */
import { z } from 'zod'
import type { Answer } from './http.ts'
import { jsonAnswer } from './http.ts'
import { listSubscribers } from './newsletter.ts'
import { answerPayPalControl } from './paypal-control.ts'
import type { PayPalEvent } from './paypal-event.ts'
import type { StoredObject } from './store.ts'
import { closeDispute, type Dispute, openDispute } from './stripe-dispute.ts'
import type { StripeEvent } from './stripe-event.ts'
import { answerAction, settleIntent } from './stripe-intent.ts'
import type { Charge, Intent, SandboxContext } from './stripe-payment.ts'
import { finishRefund, type Refund } from './stripe-refund.ts'
import {
  approveSession,
  currentSession,
  declineSession,
  delaySession,
  expireSession,
  type Session,
  settleSession,
} from './stripe-session.ts'

const decision = z.object({ webhook: z.boolean().default(true), times: z.int().min(0).max(10).default(1) })
const webhooks = z.object({ enabled: z.boolean() })
const stripeFailure = z.object({
  failNext: z.int().min(0),
  /** If set, only requests that mention this id fail. */
  about: z.string().min(1).optional(),
  status: z.union([z.literal(500), z.literal(429)]).default(500),
})
const refundStart = z.object({
  next: z.enum(['pending', 'succeeded', 'failed']),
  /** If set, only the refunds of this payment intent start with the status `next`. */
  of: z.string().min(1).optional(),
})
const refundDecision = z.object({ status: z.enum(['succeeded', 'failed']) })
const disputeDecision = z.object({ status: z.enum(['won', 'lost']) })
const disputed = z.object({ amount: z.int().min(1).optional() })
const mailFailure = z.object({ failNext: z.int().min(0) })

type Delivery = {
  id: number
  event_id: string
  state: string
  attempts: number
  next_at: number
  last_status: number | null
  last_error: string | null
  delivered_at: number | null
}

type Decision = 'approve' | 'decline' | 'delay' | 'expire' | 'fail' | 'settle'

const actOnSession = (context: SandboxContext, id: string, action: Decision, body: unknown): Answer => {
  const session = context.store.get<Session>('checkout.session', id)
  if (!session) return jsonAnswer({ error: `No session ${id}` }, 404)
  const { webhook, times } = decision.parse(body)
  const notices = { times: webhook ? times : 0 }
  const open = currentSession(context, session)
  const refusal = jsonAnswer({ error: `The session is ${open.status}`, session: open }, 409)
  if (action === 'settle' || action === 'fail') {
    const settled = settleSession(context, open, action === 'settle' ? 'paid' : 'declined', notices)
    return settled ? jsonAnswer(settled) : refusal
  }
  if (open.status !== 'open') return refusal
  if (action === 'expire') return jsonAnswer(expireSession(context, open, notices))
  const step = { approve: approveSession, decline: declineSession, delay: delaySession }[action]
  const done = step?.(context, open, notices)
  return done ? jsonAnswer(done) : refusal
}

/** Acts on an intent as its buyer at the bank, or as the bank, which settles a pending payment. */
const actOnIntent = (context: SandboxContext, id: string, action: Decision, body: unknown): Answer => {
  const intent = context.store.get<Intent>('payment_intent', id)
  if (!intent) return jsonAnswer({ error: `No intent ${id}` }, 404)
  const { webhook, times } = decision.parse(body)
  const notices = { times: webhook ? times : 0 }
  const done =
    action === 'settle' || action === 'fail'
      ? settleIntent(context, intent, action === 'settle' ? 'paid' : 'declined', notices)
      : action === 'expire'
        ? null
        : answerAction(context, intent, action, notices)
  return done ? jsonAnswer(done) : jsonAnswer({ error: `The intent is ${intent.status}`, intent }, 409)
}

/** Acts as the bank: ends a refund or a dispute, or opens a dispute about the paid charge of a payment intent. */
const answerBank = (context: SandboxContext, noun: string, id: string, body: unknown): Answer => {
  const { store } = context
  if (noun === 'refunds') {
    const refund = store.get<Refund>('refund', id)
    const { status } = refundDecision.parse(body)
    return refund ? jsonAnswer(finishRefund(context, refund, status)) : jsonAnswer({ error: `No refund ${id}` }, 404)
  }
  if (noun === 'disputes') {
    const dispute = store.get<Dispute>('dispute', id)
    const { status } = disputeDecision.parse(body)
    return dispute ? jsonAnswer(closeDispute(context, dispute, status)) : jsonAnswer({ error: `No dispute ${id}` }, 404)
  }
  const [charge] = store.list<Charge>('charge', id).filter(({ paid }) => paid)
  const { amount } = disputed.parse(body)
  return charge ? jsonAnswer(openDispute(context, charge, amount)) : jsonAnswer({ error: `No charge of ${id}` }, 404)
}

/** The type of an event of Stripe or PayPal, and the id of the object that it reports. */
const subjectOf = (event: StoredObject | undefined): { type: string | null; objectId: string | null } => {
  if (!event) return { type: null, objectId: null }
  if (event.object === 'paypal.event') {
    const { event_type, resource } = event as PayPalEvent
    return { type: event_type, objectId: resource.id ?? null }
  }
  const { type, data } = event as StripeEvent
  return { type, objectId: data.object.id }
}

const deliveries = (context: SandboxContext): object[] =>
  context.store.all<Delivery>('SELECT * FROM deliveries ORDER BY id DESC').map((delivery) => {
    const event = context.store.event(delivery.event_id)
    return {
      id: delivery.id,
      eventId: delivery.event_id,
      ...subjectOf(event),
      state: delivery.state,
      attempts: delivery.attempts,
      nextAt: delivery.state === 'pending' ? delivery.next_at : null,
      lastStatus: delivery.last_status,
      lastError: delivery.last_error,
      deliveredAt: delivery.delivered_at,
    }
  })

const read = (context: SandboxContext, path: string): Answer | null => {
  switch (path) {
    case '/control/sessions':
      return jsonAnswer({ data: context.store.list<StoredObject>('checkout.session') })
    case '/control/intents':
      return jsonAnswer({ data: context.store.list<StoredObject>('payment_intent') })
    case '/control/refunds':
      return jsonAnswer({ data: context.store.list<StoredObject>('refund') })
    case '/control/subscribers':
      return jsonAnswer({ data: listSubscribers(context.store) })
    case '/control/deliveries':
      return jsonAnswer({ data: deliveries(context) })
    default:
      return null
  }
}

const write = (context: SandboxContext, path: string, body: unknown): Answer | null => {
  const session = /^\/control\/sessions\/([^/]+)\/(approve|decline|delay|expire|fail|settle)$/.exec(path)
  if (session) return actOnSession(context, session[1] ?? '', session[2] as Decision, body)
  const intent = /^\/control\/intents\/([^/]+)\/(approve|decline|delay|fail|settle)$/.exec(path)
  if (intent) return actOnIntent(context, intent[1] ?? '', intent[2] as Decision, body)
  const [, noun = '', id = ''] = /^\/control\/(refunds|disputes|intents)\/([^/]+)$/.exec(path) ?? []
  if (noun !== '') return answerBank(context, noun, id, body)
  switch (path) {
    case '/control/refunds': {
      const { next, of } = refundStart.parse(body)
      if (of === undefined) context.store.set('refundStatus', next)
      else context.store.set('refundStatusOf', { ...context.store.setting('refundStatusOf'), [of]: next })
      return jsonAnswer({ next })
    }
    case '/control/webhooks': {
      const { enabled } = webhooks.parse(body)
      context.store.set('webhooksEnabled', enabled)
      return jsonAnswer({ enabled })
    }
    case '/control/stripe': {
      const { failNext, status, about } = stripeFailure.parse(body)
      if (about === undefined) context.store.set('stripeFailures', failNext)
      else
        context.store.set('stripeFailuresAbout', { ...context.store.setting('stripeFailuresAbout'), [about]: failNext })
      context.store.set('stripeFailureStatus', status)
      return jsonAnswer({ failNext, status })
    }
    case '/control/mail': {
      const { failNext } = mailFailure.parse(body)
      context.store.set('mailFailures', failNext)
      return jsonAnswer({ failNext })
    }
    case '/control/reset':
      context.store.reset()
      return jsonAnswer({ reset: true })
    default:
      return null
  }
}

/** Answers `/control/…`. An invalid body is answered with 400 and the reason. */
export const answerControl = (
  context: SandboxContext,
  method: string,
  path: string,
  query: URLSearchParams,
  body: string,
): Answer => {
  try {
    if (path.startsWith('/control/paypal/')) {
      return answerPayPalControl(context, path, query, method === 'GET' ? undefined : JSON.parse(body || '{}'))
    }
    const answer = method === 'GET' ? read(context, path) : write(context, path, JSON.parse(body || '{}'))
    return answer ?? jsonAnswer({ error: `No ${method} ${path}` }, 404)
  } catch (error) {
    if (error instanceof z.ZodError) return jsonAnswer({ error: z.prettifyError(error) }, 400)
    if (error instanceof SyntaxError) return jsonAnswer({ error: 'The body is not JSON' }, 400)
    throw error
  } finally {
    context.delivery.wake()
  }
}
