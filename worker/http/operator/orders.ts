/** The operator's endpoints for orders, their payments and refunds, and cancelled events. */
import * as z from 'zod/mini'
import { openDatabase } from '../../db/database.ts'
import { listOrders } from '../../db/order.ts'
import { markPaidByBank } from '../../services/bank-payment.ts'
import { cancelEventStep, eventCancellation } from '../../services/event-cancellation.ts'
import { cancelByOperator, completeOrder, listOpen, showOrder } from '../../services/order-desk.ts'
import { askAboutOrder } from '../../services/payment-inquiry.ts'
import { finishRefundByHand, repeatRefund } from '../../services/refund.ts'
import { LARGEST_COMMAND, readJson } from '../body.ts'
import type { EdgeContext } from '../edge-context.ts'

const bookingId = z.string().check(z.regex(/^[\x21-\x7e]{1,80}$/))
const reference = z.string().check(z.regex(/^\d{10}$/))

const markPaidSchema = z.strictObject({
  reference,
  amountCents: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  bookingId,
})
const orderSchema = z.strictObject({ reference })
const inquirySchema = z.union([orderSchema, z.strictObject({ paymentId: z.string().check(z.maxLength(40)) })])
const refundSchema = z.strictObject({ refundId: z.string().check(z.maxLength(40)) })
const refundDoneSchema = z.strictObject({ refundId: z.string().check(z.maxLength(40)), bookingId })

/** Null for a path that does not concern orders. */
export async function serveOperatorOrders(http: EdgeContext, path: string): Promise<Response | null> {
  const [, slug] = /^\/events\/([a-z0-9_-]+)\/cancellation$/.exec(path) ?? []
  return http.req.method === 'POST' ? act(http, path, slug) : read(http, path, slug)
}

async function read({ env, ...http }: EdgeContext, path: string, slug: string | undefined): Promise<Response | null> {
  if (path === '/orders') return http.json(await listOrders(openDatabase(env.DB), 50))
  if (path === '/orders/open') return http.json(await listOpen(env))
  if (slug) return http.json(await eventCancellation(env, slug))
  const [, shown] = /^\/orders\/(\d{10})$/.exec(path) ?? []
  return shown ? http.json(await showOrder(env, shown)) : null
}

async function act(http: EdgeContext, path: string, slug: string | undefined): Promise<Response | null> {
  const { env } = http
  const now = Date.now()
  switch (path) {
    case '/orders/mark-paid':
      return answer(http, markPaidSchema, (input) => markPaidByBank(env, input, now))
    case '/orders/complete':
      return answer(http, orderSchema, (input) => completeOrder(env, input.reference, now))
    case '/orders/cancel':
      return answer(http, orderSchema, (input) => cancelByOperator(env, input.reference, now))
    case '/orders/ask':
      return answer(http, inquirySchema, (input) => askAboutOrder(env, input, now))
    case '/refunds/done':
      return answer(http, refundDoneSchema, (input) => finishRefundByHand(env, input.refundId, input.bookingId, now))
    case '/refunds/retry':
      return answer(http, refundSchema, (input) => repeatRefund(env, input.refundId, now))
    default:
      return slug ? http.json(await cancelEventStep(env, slug, now)) : null
  }
}

async function answer<Schema extends z.ZodMiniType>(
  http: EdgeContext,
  schema: Schema,
  work: (input: z.infer<Schema>) => Promise<object>,
): Promise<Response> {
  const input = schema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  return input.success ? http.json(await work(input.data)) : http.json({ code: 'BAD_INPUT' }, 400)
}
