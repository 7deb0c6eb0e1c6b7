/**
 * Helps payment tests to place orders as fans do, to control the Stripe sandbox, to deliver signed webhooks, and to read an
 * order with its payments, refunds, tickets and outbox entries.
 */
import { exports } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { orders } from '../../schema/tables/order.ts'
import { type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import { payments, refunds } from '../../schema/tables/payment.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { openDatabase } from '../../worker/db/database.ts'
import type { Env } from '../../worker/env.ts'
import { type BankReceipt, markPaidByBank } from '../../worker/services/bank-payment.ts'
import { buildWorld, Visitor, type World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

const WEBHOOK_SECRET = 'whsec_sandbox'
const ORIGIN = 'http://localhost:8787'

export const db = openDatabase(testEnv.DB)

/** Builds the test shop with a standing area of 5000 tickets, which is enough for all orders of a test file. */
export async function buildPaymentWorld(now: number): Promise<World> {
  const world = await buildWorld(now)
  const key = 'seat-plans/standing.json'
  const plan = await (await testEnv.BUCKET.get(key))?.json<SeatPlan>()
  if (!plan) throw new Error('the test shop has no standing area')
  const allotments = plan.allotments.map((floor) => ({ ...floor, capacity: 5000 }))
  await testEnv.BUCKET.put(key, JSON.stringify({ ...plan, allotments }))
  return world
}

export type Placed = { id: string; reference: string; totalCents: number; visitor: Visitor }

/** Adds the given tickets and items to the cart of `visitor` and orders them. By default, the visitor is a new one. */
export async function placeOrder(
  world: World,
  wish: { seatIds?: string[]; standing?: number; scarce?: number; method?: string; visitor?: Visitor; more?: object },
): Promise<Placed> {
  const { seatIds = [], standing = 0, scarce = 0, method = 'stripe_checkout', visitor = new Visitor() } = wish
  const requests = [
    ...(seatIds.length > 0 ? [{ productVariantId: world.seatVariant, amount: seatIds.length, seatIds }] : []),
    ...(standing > 0 ? [{ productVariantId: world.standingVariant, amount: standing }] : []),
    ...(scarce > 0 ? [{ productVariantId: world.scarce, amount: scarce }] : []),
  ]
  const added = await visitor.add(requests)
  const cart = added.data?.addItems.cart
  if (!cart) throw new Error(`not added: ${added.code} ${JSON.stringify(added.params)}`)
  const shipping = cart.physical ? { shippingMethod: world.parcel } : {}
  const answer = await visitor.placeOrder(cart.totalCents + (cart.physical ? 590 : 0), {
    paymentMethod: method,
    ...shipping,
    ...wish.more,
  })
  const placed = answer.data?.placeOrder.cart
  if (!placed) throw new Error(`not placed: ${answer.code} ${JSON.stringify(answer.params)}`)
  return { id: placed.id, reference: placed.reference, totalCents: placed.totalCents, visitor }
}

export const returnUrlsOf = ({ id, reference }: Pick<Placed, 'id' | 'reference'>) => ({
  successUrl: `${ORIGIN}/checkout/done/${id}/${reference}?payment_received`,
  cancelUrl: `${ORIGIN}/checkout/payment/${id}/${reference}?payment_error`,
})

type PaymentPage = { createStripePayment: { externalPaymentId: string; externalPaymentUrl: string } }

export function startPayment(order: Placed, addresses: object = returnUrlsOf(order)) {
  const { visitor, id, reference } = order
  return visitor.run<PaymentPage>('CreateStripePayment', { orderId: id, reference, ...addresses })
}

/** Starts a payment, and returns the id of its Stripe session. */
export async function openPaymentPage(order: Placed): Promise<string> {
  const { data, code } = await startPayment(order)
  if (!data) throw new Error(code ?? 'no page')
  return data.createStripePayment.externalPaymentId
}

export type ShownOrder = {
  id: string
  status: string
  balanceCents: number
  vatCents: number
  paymentMethod: string
  dueAt: number
  hasCancelledEvent: boolean
  bankTransfer: { reference: string; amountCents: number; iban: string; giroCode: string } | null
  paymentMethods: { id: string }[]
}

export function confirmPayment({ visitor, id, reference }: Placed) {
  return visitor.run<{ confirmOrderPayment: ShownOrder }>('ConfirmOrderPayment', { orderId: id, reference })
}

export async function fetchOrder({ visitor, id, reference }: Placed): Promise<ShownOrder | null> {
  return (await visitor.run<{ order: ShownOrder | null }>('Order', { orderId: id, reference })).data?.order ?? null
}

/** Sends a request to the sandbox, with the shop's secret key. */
export async function sandbox(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${testEnv.STRIPE_API_BASE}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Acts on a session as the fan, the bank or Stripe. No webhook is sent, because tests deliver the notices themselves. */
export async function actOnPaymentPage(
  sessionId: string,
  action: 'approve' | 'decline' | 'delay' | 'expire' | 'fail' | 'settle',
): Promise<void> {
  await sandbox(`/control/sessions/${sessionId}/${action}`, { webhook: false })
}

/**
 * Makes one request to Stripe fail: the next one that mentions the id `about`. Other test files share the sandbox, but their
 * requests do not mention this id. Stripe's library repeats a failed request once, so the sandbox refuses two attempts.
 */
export async function failNextStripeRequest(about: string): Promise<void> {
  await sandbox('/control/stripe', { failNext: 2, about })
}

/** Sets the initial status of all further refunds of a payment. */
export async function setNextRefundOutcome(next: 'pending' | 'succeeded' | 'failed', captureId: string): Promise<void> {
  await sandbox('/control/refunds', { next, of: captureId })
}

/** Reports the bank's answer to a refund. A refund that has succeeded may still fail. */
export async function finishRefund(refundId: string, status: 'succeeded' | 'failed'): Promise<void> {
  await sandbox(`/control/refunds/${refundId}`, { status })
}

/** Refunds a payment as in Stripe's dashboard, which does not send the shop's metadata. */
export async function refundInDashboard(captureId: string, amount?: number): Promise<{ id: string }> {
  const response = await fetch(`${testEnv.STRIPE_API_BASE}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      payment_intent: captureId,
      ...(amount === undefined ? {} : { amount: String(amount) }),
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

/** Opens a dispute over the whole charge, unless an amount in cents is given. */
export const openDispute = (captureId: string, amount?: number) =>
  sandbox(`/control/intents/${captureId}`, amount === undefined ? {} : { amount }) as Promise<{ id: string }>

export async function closeDispute(disputeId: string, status: 'won' | 'lost'): Promise<void> {
  await sandbox(`/control/disputes/${disputeId}`, { status })
}

/** Returns Stripe's latest notice of the given type about an object. */
export async function noticeAbout(objectId: string, type: string): Promise<Notice> {
  const { data } = await stripeObject<{ data: Notice[] }>(`events?limit=100&type=${type}`)
  const notice = data.find(({ data: { object } }) => object.id === objectId)
  if (!notice) throw new Error(`no ${type} of ${objectId}`)
  return notice
}

/** Places an order and records a bank transfer for it. */
export async function placePaidOrder(world: World, wish: Parameters<typeof placeOrder>[1]): Promise<Placed> {
  const order = await placeOrder(world, { method: 'bank_transfer', ...wish })
  await payByBank(order)
  return order
}

let bookings = 0
/** Records a bank transfer for the order. Without an amount, it covers the whole balance. */
export function payByBank(
  { reference }: Pick<Placed, 'reference'>,
  amountCents: number | null = null,
  bookingId = `booking-${++bookings}-${crypto.randomUUID()}`,
): Promise<BankReceipt> {
  return markPaidByBank(testEnv, { reference, amountCents, bookingId }, Date.now())
}

/** Sends a request as an operator. */
export async function operator(method: string, path: string, body?: object, token = 'only-for-tests') {
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? await response.json() : null }
}

export const stripeObject = <Shape>(path: string) => sandbox(`/v1/${path}`) as Promise<Shape>

export type Notice = { id: string; type: string; data: { object: { id: string; metadata?: { payment?: string } } } }

/** Returns Stripe's events about a session and its payment intent. */
async function noticesOf(sessionId: string): Promise<Notice[]> {
  const session = await stripeObject<{ payment_intent: string | null }>(`checkout/sessions/${sessionId}`)
  const { data } = await stripeObject<{ data: Notice[] }>('events?limit=100')
  return data.filter(({ data: { object } }) => object.id === sessionId || object.id === session.payment_intent)
}

export async function noticeOf(sessionId: string, type: string): Promise<Notice> {
  const notice = (await noticesOf(sessionId)).find((known) => known.type === type)
  if (!notice) throw new Error(`no ${type} of ${sessionId}`)
  return notice
}

/** Posts a notice as Stripe does, signed at `signedAt` (epoch milliseconds). */
export async function deliverNotice(notice: object, signedAt = Date.now(), secret = WEBHOOK_SECRET): Promise<Response> {
  const body = JSON.stringify(notice)
  const seconds = Math.floor(signedAt / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return exports.default.fetch(
    new Request(`${ORIGIN}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
      body,
    }),
  )
}

/**
 * Returns an order with its payments, refunds and tickets. `followUps` contains the kinds of the outbox entries about the
 * order and its refunds.
 */
export async function recordsOf(orderId: string) {
  const refundIds = db.select({ id: refunds.id }).from(refunds).where(eq(refunds.orderId, orderId))
  const [[order], paymentRows, refundRows, ticketRows, followUps] = await Promise.all([
    db.select().from(orders).where(eq(orders.id, orderId)),
    db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.attempt)),
    db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id)),
    db
      .select()
      .from(tickets)
      .where(eq(tickets.orderId, orderId))
      .orderBy(asc(tickets.orderItemId), asc(tickets.position)),
    db
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(sql`${outbox.subjectId} = ${orderId} or ${outbox.subjectId} in ${refundIds}`)
      .orderBy(asc(outbox.kind)),
  ])
  if (!order) throw new Error(`no order ${orderId}`)
  return {
    order,
    payments: paymentRows,
    refunds: refundRows,
    tickets: ticketRows,
    followUps: followUps.map(({ kind }) => kind),
  }
}

export const setOrder = (id: string, values: Partial<typeof orders.$inferInsert>) =>
  db.update(orders).set(values).where(eq(orders.id, id))

/**
 * Moves the order's deadline into the past. Tests do not advance the clock instead, because all tests of a file share the
 * seat objects, whose clocks never go back.
 */
export async function makeOverdue(orderId: string): Promise<void> {
  await setOrder(orderId, { dueAt: Date.now() - 1000 })
}

/** Backdates the last check of the order's payments, so that the shop may ask Stripe again. */
export async function allowNextCheck(orderId: string): Promise<void> {
  await db
    .update(payments)
    .set({ checkedAt: sql`${payments.createdAt} - 60000` })
    .where(eq(payments.orderId, orderId))
}

export type SentMail = Parameters<Env['EMAIL']['send']>[0]

/** Returns bindings with a queue that delivers nothing and a mailbox that the test can read. */
export function isolatedEnv(): { env: Env; mails: SentMail[] } {
  const mails: SentMail[] = []
  const quiet = {
    EMAIL: { send: async (message: SentMail) => mails.push(message) },
    OUTBOX: { send: async () => undefined, sendBatch: async () => undefined },
  }
  return { env: { ...testEnv, ...quiet } as Env, mails }
}

/** Hides the warnings of each test of a file, and fails a test if the shop could not enqueue outbox rows. */
export function requireEnqueuedOutbox(): void {
  let warnings: string[] = []
  beforeEach(() => {
    warnings = []
    vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    expect(warnings.filter((line) => line.includes('outbox rows not enqueued'))).toEqual([])
  })
}

/** Adds an outbox row, and returns its id. */
export async function addOutboxRow(kind: OutboxKind, subjectId: string): Promise<string> {
  const id = newId('outbox', Date.now())
  await db
    .insert(outbox)
    .values({ id, kind, subjectId, discriminator: id, createdAt: Date.now(), nextAttemptAt: Date.now() })
  return id
}

export async function outboxRow(id: string) {
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id))
  if (!row) throw new Error(`no outbox row ${id}`)
  return row
}

export const mailsWithId = (mails: SentMail[], id: string) =>
  mails.filter((mail) => mail.headers?.['X-Stagedoor-Id'] === id)
