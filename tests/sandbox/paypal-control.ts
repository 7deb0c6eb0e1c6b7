/**
 * Lets tests control PayPal's side: approve, void or settle orders, capture them as another process would, make requests
 * fail, act as the bank, list events, and sign transmissions.
 */
import { z } from 'zod'
import { type Answer, jsonAnswer } from './http.ts'
import { type PayPalEvent, shown, transmissionHeaders } from './paypal-event.ts'
import {
  approvePayPalOrder,
  captureOutcomes,
  capturePayPalOrder,
  findPayPalOrder,
  type PayPalOrder,
  settlePayPalCapture,
  voidPayPalOrder,
} from './paypal-order.ts'
import { closePayPalDispute, finishPayPalRefund, openPayPalDispute } from './paypal-refund.ts'
import { PayPalRefusal } from './paypal-refusal.ts'
import type { SandboxContext } from './stripe-payment.ts'

const times = z.int().min(0).max(10).default(1)
const approval = z.object({
  capture: z.enum(captureOutcomes).default('completed'),
  times,
  email: z.string().default('fan@paypal.example'),
  countryCode: z.string().default('DE'),
})
const settlement = z.object({ outcome: z.enum(['completed', 'denied']), times })
const failures = z.object({ failNext: z.int().min(0), about: z.string().min(1).optional() })
const transmission = z.object({ body: z.string(), apiBase: z.string(), webhookId: z.string().optional() })
const refundEnd = z.object({ status: z.enum(['succeeded', 'failed']) })
const disputeEnd = z.object({ status: z.enum(['won', 'lost']) })
const disputed = z.object({ amount: z.int().min(1).optional() })

const actOnOrder = (context: SandboxContext, id: string, action: string, body: unknown): object | null => {
  const order = findPayPalOrder(context.store, id)
  switch (action) {
    case 'approve': {
      const { email, countryCode, capture, times: count } = approval.parse(body)
      const address = { street: 'Elbchaussee 12', postCode: '22765', city: 'Hamburg', countryCode }
      const payer = { email, givenName: 'Ayşe', surname: 'Brückner', ...address }
      return shown(approvePayPalOrder(context, order, { payer, capture, times: count }))
    }
    case 'void':
      return shown(voidPayPalOrder(context, order))
    case 'forget':
      context.store.run('DELETE FROM objects WHERE id = ?', id)
      return { forgotten: id }
    case 'capture':
      return shown(capturePayPalOrder(context, order, ''))
    case 'settle': {
      const { outcome, times: count } = settlement.parse(body)
      const settled = settlePayPalCapture(context, order, outcome, count)
      return settled && shown(settled)
    }
    default:
      return null
  }
}

const act = (context: SandboxContext, path: string, body: unknown): object | null => {
  const [, orderId = '', action = ''] = /^\/control\/paypal\/orders\/([A-Z0-9]+)\/(\w+)$/.exec(path) ?? []
  if (orderId !== '') return actOnOrder(context, orderId, action, body)
  const [, noun = '', id = ''] = /^\/control\/paypal\/(refunds|disputes|captures)\/([\w-]+)$/.exec(path) ?? []
  if (noun === 'refunds') return finishPayPalRefund(context, id, refundEnd.parse(body).status)
  if (noun === 'disputes') return closePayPalDispute(context, id, disputeEnd.parse(body).status)
  if (noun === 'captures') return openPayPalDispute(context, id, disputed.parse(body).amount)
  if (path === '/control/paypal/transmissions') {
    const { body: text, apiBase, webhookId } = transmission.parse(body)
    return transmissionHeaders(context.store, text, apiBase, webhookId)
  }
  if (path !== '/control/paypal/failures') return null
  const { failNext, about } = failures.parse(body)
  if (about === undefined) context.store.set('payPalFailures', failNext)
  else {
    const known = context.store.setting('payPalFailuresAbout')
    context.store.set('payPalFailuresAbout', { ...known, [about]: failNext })
  }
  return { failNext }
}

const read = ({ store }: SandboxContext, path: string, query: URLSearchParams): object | null => {
  if (path === '/control/paypal/orders') return { data: store.list<PayPalOrder>('paypal.order').map(shown) }
  if (path !== '/control/paypal/events') return null
  const about = query.get('about') ?? ''
  const events = store.list<PayPalEvent>('paypal.event').map(shown)
  return { data: events.filter(({ resource }) => JSON.stringify(resource).includes(about)) }
}

/** Answers `/control/paypal/…`. `body` is undefined for a GET. Errors of `zod` are answered by the caller. */
export const answerPayPalControl = (
  context: SandboxContext,
  path: string,
  query: URLSearchParams,
  body: unknown,
): Answer => {
  try {
    const value = body === undefined ? read(context, path, query) : act(context, path, body)
    return value === null ? jsonAnswer({ error: `No ${path}` }, 404) : jsonAnswer(value)
  } catch (error) {
    if (error instanceof PayPalRefusal) return jsonAnswer(error.body(), error.status)
    throw error
  }
}
