/**
 * `npm run crash [-- KILLS]` lets buyers hold, order and pay. Meanwhile, it kills the server with SIGKILL at random moments and
 * restarts it on the same state, fifty times by default. Afterwards, it checks:
 * - Sold, held and free seats add up, and so do sold and available posters.
 * - No seat is in two orders.
 * - Each acknowledged order exists under the number that its buyer got.
 * - Each paid order has its tickets, and each online payment is recorded on its order.
 * - The audit finds nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { storesOf } from '../../worker/cli/local-stores.ts'
import { startServer } from '../../worker/cli/server.ts'
import type { AuditSlice } from '../../worker/domain/orders/book-audit.ts'
import { Buyer, Refused, retryUntilAnswered } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'
import type { SeatCount } from './onsale-verdict.ts'
import { operator } from './operator.ts'
import { ONLINE_METHODS, type OnlineMethod, PaymentSandbox, startPayment } from './payment-sandbox.ts'
import { type ServerProcess, spawnSandbox, spawnServer } from './process.ts'
import { prepareState } from './state.ts'

const rounds = Math.max(1, Number(process.argv[2] ?? 50))
const PORT = Number(process.env.PORT ?? 8997)
const BUYERS = 12
const SEATS = 3000
const STANDING = 4000
const STOCK = 1500
const SETTLED_WITHIN_MS = 20 * 60_000

const base = `http://localhost:${PORT}`
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-crash-'))
const stateDir = join(folder, 'state')

type Acknowledged = {
  id: string
  reference: string
  method: string
  seats: string[]
  paidByBank: boolean
  paidOnline: boolean
}
const acknowledged: Acknowledged[] = []
const counts = { carts: 0, holds: 0, refused: 0, broken: 0 }

const pick = <Value>(values: Value[]): Value | undefined => values[Math.floor(Math.random() * values.length)]

type Goods = {
  seatEvent: string
  seatVariant: string
  standingVariant: string
  shirtVariants: string[]
  posterVariant: string
}

async function readGoods(): Promise<Goods> {
  const buyer = new Buyer(base)
  const [seated, standing, shirt, poster] = await Promise.all([
    buyer.event('sitzplatz'),
    buyer.event('stehplatz'),
    buyer.product('shirt-1'),
    buyer.product('knapp'),
  ])
  const variantOf = (page: typeof seated) => page.event?.pricingCategories[0]?.variants[0]?.id ?? ''
  return {
    seatEvent: seated.event?.id ?? '',
    seatVariant: variantOf(seated),
    standingVariant: variantOf(standing),
    shirtVariants: shirt.product?.variants.map(({ id }) => id) ?? [],
    posterVariant: poster.product?.variants[0]?.id ?? '',
  }
}

const countBroken = () => {
  counts.broken++
}

async function buyOnce(goods: Goods, token: string, free: string[]): Promise<void> {
  const deadline = Date.now() + 60_000
  const buyer = new Buyer(base)
  counts.carts++
  const requests: { productVariantId: string; amount: number; seatIds?: string[] }[] = []
  const seats = Math.random() < 0.7 ? [...new Set([pick(free), pick(free)].flatMap((id) => id ?? []))] : []
  if (seats.length > 0) requests.push({ productVariantId: goods.seatVariant, amount: seats.length, seatIds: seats })
  else requests.push({ productVariantId: goods.standingVariant, amount: 1 + Math.floor(Math.random() * 3) })
  if (Math.random() < 0.3) requests.push({ productVariantId: goods.posterVariant, amount: 1 })
  const key = crypto.randomUUID()
  const added = await retryUntilAnswered(() => buyer.add(requests, key), deadline, countBroken)
  counts.holds++
  if (Math.random() < 0.15) return
  const shipping = added.addItems.cart.physical
    ? await retryUntilAnswered(() => buyer.shipping(), deadline, countBroken)
    : null
  const method = pick<OnlineMethod | 'bank_transfer'>(['bank_transfer', ...ONLINE_METHODS]) ?? 'bank_transfer'
  const orderKey = crypto.randomUUID()
  const placed = await retryUntilAnswered(
    () => buyer.placeOrder({ totalCents: added.addItems.cart.totalCents, shipping, paymentMethod: method }, orderKey),
    deadline,
    countBroken,
  )
  const order: Acknowledged = { ...placed.placeOrder.cart, method, seats, paidByBank: false, paidOnline: false }
  acknowledged.push(order)
  if (Math.random() < 0.2) return
  if (method === 'bank_transfer') {
    const paid = await retryUntilAnswered(
      () =>
        operator(base, 'POST', '/orders/mark-paid', token, {
          reference: order.reference,
          amountCents: null,
          bookingId: `booking-${order.reference}`,
        }),
      deadline,
      countBroken,
    )
    order.paidByBank = paid.status === 200
    return
  }
  const started = await retryUntilAnswered(
    () => startPayment(buyer, method, order.id, order.reference),
    deadline,
    countBroken,
  )
  // Some webhooks are never sent. The shop must recover these notices.
  order.paidOnline = await payments.pay(started, Math.random() < 0.7)
  // Some buyers close the window. PayPal's order is then captured after a notice.
  if (method === 'paypal' && Math.random() < 0.5)
    await retryUntilAnswered(() => buyer.capturePayment(order.id, order.reference), deadline, countBroken)
}

/** Lets buyers buy, even through crashes, until `stop` is called. */
function sendBuyers(goods: Goods, token: string): { stop(): Promise<void> } {
  let open = true
  const free = Array.from({ length: SEATS }, (_, index) => `A-${Math.floor(index / 50) + 1}-${(index % 50) + 1}`)
  const loops = Array.from({ length: BUYERS }, async () => {
    while (open) {
      try {
        await buyOnce(goods, token, free)
      } catch (error) {
        if (error instanceof Refused) counts.refused++
        else counts.broken++
        await wait(20)
      }
    }
  })
  return {
    async stop() {
      open = false
      await Promise.all(loops)
    },
  }
}

type Faults = string[]

async function findFaults(server: ServerProcess, goods: Goods): Promise<Faults> {
  const faults: Faults = []
  const soldNow: number[] = []
  const check = (holds: boolean, text: string) => {
    if (!holds) faults.push(text)
  }
  for (const [slug, total] of [
    ['sitzplatz', SEATS],
    ['stehplatz', STANDING],
  ] as const) {
    const counted = JSON.parse((await operator(base, 'GET', `/events/${slug}/seats`, server.token)).body) as SeatCount
    console.log(`  ${slug}: ${JSON.stringify(counted)}`)
    check(counted.total === total, `${slug}: ${counted.total} seats instead of ${total}`)
    check(counted.free + counted.held + counted.sold === total, `${slug}: sold, held and free seats do not add up`)
    soldNow.push(counted.sold)
    faults.push(...counted.faults)
  }
  faults.push(...(await auditFaults(server.token)))
  await server.stop()

  const local = await startServer({ port: 0, stateDir, cronSeconds: 0 })
  const { database } = await storesOf(local.miniflare)
  const rows = async <Row>(sql: string): Promise<Row[]> => (await database.prepare(sql).all<Row>()).results
  const orders = await rows<{ id: string; reference: string; status: string; paid_cents: number; total_cents: number }>(
    'SELECT id, reference, status, paid_cents, total_cents FROM orders',
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const { id, reference, paidByBank, paidOnline } of acknowledged) {
    const order = byId.get(id)
    check(order !== undefined, `acknowledged order ${reference} does not exist`)
    check(
      order === undefined || order.reference === reference,
      `the buyer of ${id} got the number ${reference}, but the order has ${order?.reference}`,
    )
    if (order && (paidByBank || paidOnline))
      check(
        order.paid_cents === order.total_cents,
        `order ${reference} was paid, but ${order.paid_cents} of ${order.total_cents} cents are recorded (${order.status})`,
      )
  }
  const twice = await rows<{ seat_id: string }>(
    "SELECT i.seat_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.seat_id IS NOT NULL AND o.status <> 'cancelled' GROUP BY i.event_id, i.seat_id HAVING count(*) > 1",
  )
  check(twice.length === 0, `${twice.length} seats are in two orders`)
  const ticketless = await rows<{ id: string }>(
    'SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.paid_at IS NOT NULL AND i.event_id IS NOT NULL GROUP BY o.id HAVING sum(i.amount) <> (SELECT count(*) FROM tickets t WHERE t.order_id = o.id)',
  )
  check(ticketless.length === 0, `${ticketless.length} paid orders have too few or too many tickets`)
  const [ordered] = await rows<{ seats: number; standing: number }>(
    `SELECT sum(i.seat_id IS NOT NULL) AS seats, sum(CASE WHEN i.seat_id IS NULL AND i.event_id IS NOT NULL THEN i.amount ELSE 0 END) AS standing FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.status <> 'cancelled'`,
  )
  const counted = soldNow.reduce((sum, sold) => sum + sold, 0)
  check(
    counted === (ordered?.seats ?? 0) + (ordered?.standing ?? 0),
    `${counted} tickets are sold, but ${JSON.stringify(ordered)} are in orders`,
  )
  const [poster] = await rows<{ initial: number; available: number; sold: number }>(
    `SELECT s.initial, s.available, (SELECT ifnull(sum(i.amount), 0) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.variant_id = s.variant_id AND o.status <> 'cancelled') AS sold FROM variant_stock s WHERE s.variant_id = '${goods.posterVariant}'`,
  )
  check(poster !== undefined && poster.available + poster.sold === poster.initial, `stock: ${JSON.stringify(poster)}`)
  const ofPayPal = await rows<{ external_id: string; order_id: string }>(
    "SELECT external_id, order_id FROM payments WHERE provider = 'paypal' AND external_id IS NOT NULL",
  )
  const byPayPal = new Map(ofPayPal.map(({ external_id, order_id }) => [external_id, byId.get(order_id)]))
  const money = (await payments.listed<PaymentIntent>('intents')).filter(({ status }) => status === 'succeeded')
  for (const { id, amount_received, metadata } of money) {
    const order = byId.get(metadata.order)
    check(
      order !== undefined && order.paid_cents === amount_received,
      `the payment ${id} of ${amount_received} cents is not recorded on order ${metadata.order}`,
    )
  }
  for (const { id, purchase_units } of await payments.listed<PayPalOrder>('paypal/orders')) {
    for (const { status, amount } of purchase_units[0]?.payments?.captures ?? []) {
      const order = byPayPal.get(id)
      check(
        status !== 'COMPLETED' || (order !== undefined && order.paid_cents === Math.round(Number(amount.value) * 100)),
        `the capture of ${amount.value} euros of ${id} is not recorded on order ${order?.reference}`,
      )
    }
  }
  console.log(
    `  orders ${orders.length}, acknowledged ${acknowledged.length}, online payments ${money.length}, ordered ${JSON.stringify(ordered)}, stock ${JSON.stringify(poster)}`,
  )
  await local.close()
  return faults
}

/** Runs the audit while nobody buys, so that it also checks the youngest orders. This audit repairs nothing. */
async function auditFaults(token: string): Promise<Faults> {
  const faults: Faults = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const slice = JSON.parse(
      (await operator(base, 'POST', '/audit', token, { cursor, resting: true })).body,
    ) as AuditSlice
    for (const { kind, subjectId, details } of slice.findings)
      faults.push(`audit: ${kind} ${subjectId} ${JSON.stringify(details)}`)
    cursor = slice.cursor
  }
  return faults
}

/** The shop captures an approved order, so an approved order is not unpaid for good. */
const WAITS_FOR_BUYER = new Set(['CREATED', 'PAYER_ACTION_REQUIRED'])

type PayPalOrder = {
  id: string
  status: string
  purchase_units: { payments?: { captures: { status: string; amount: { value: string } }[] } }[]
}
type PaymentIntent = { id: string; status: string; amount_received: number; metadata: { order: string } }

/**
 * Waits until the outbox is empty and only the payments are open whose buyers never paid. This may take minutes, because a
 * payment without a webhook is checked less and less often.
 */
async function waitUntilSettled(server: ServerProcess): Promise<void> {
  const pages = (await payments.listed<{ status: string }>('sessions')).filter(({ status }) => status === 'open')
  const intents = (await payments.listed<PaymentIntent>('intents')).filter(({ status }) =>
    status.startsWith('requires_'),
  )
  const orders = (await payments.listed<PayPalOrder>('paypal/orders')).filter(({ status }) =>
    WAITS_FOR_BUYER.has(status),
  )
  const unpaid = pages.length + intents.length + orders.length
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { body } = await operator(base, 'GET', '/unsettled', server.token)
    const left = JSON.parse(body) as { outbox: number; payments: number }
    if (left.outbox === 0 && left.payments <= unpaid) return
    if (Date.now() > deadline) throw new Error(`work is left after ${SETTLED_WITHIN_MS / 60_000} minutes: ${body}`)
    await wait(1_000)
  }
}

process.setMaxListeners(1_000)
await ensureBuilt()
const files = writeLoadCatalogue(join(folder, 'catalogue'), {
  seats: SEATS,
  standing: STANDING,
  products: 20,
  stock: STOCK,
  holdSeconds: 7200,
  cartLimit: 4,
})
await prepareState(stateDir, files)
const sandbox = await spawnSandbox({
  port: PORT + 1,
  stateDir: join(folder, 'sandbox'),
  webhookTarget: `${base}/webhooks/stripe`,
})
const payments = new PaymentSandbox(sandbox.url)
let server = await spawnServer({ port: PORT, stateDir, sandboxUrl: sandbox.url })
const goods = await readGoods()
const buyers = sendBuyers(goods, server.token)
for (let round = 1; round <= rounds; round++) {
  await wait(300 + Math.random() * 2_000)
  await server.kill()
  server = await spawnServer({ port: PORT, stateDir, sandboxUrl: sandbox.url })
  if (round % 10 === 0)
    console.log(`${round} kills, ${acknowledged.length} orders acknowledged, ${JSON.stringify(counts)}`)
}
await buyers.stop()
await waitUntilSettled(server)
const faults = await findFaults(server, goods)
await sandbox.stop()
if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
console.log(
  faults.length === 0
    ? `After ${rounds} kills, nothing is lost and nothing was sold twice.`
    : `FAULTS (state kept in ${folder}):\n${faults.join('\n')}`,
)
process.exit(faults.length === 0 ? 0 : 1)
