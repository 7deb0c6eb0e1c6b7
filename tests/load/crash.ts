/**
 * `npm run crash [-- KILLS]` lets buyers hold, order and pay, and add to their orders. Meanwhile, it kills the server with
 * SIGKILL at random moments and restarts it on the same state, fifty times by default. Afterwards, it checks:
 * - Sold, held and free seats add up, and so do sold and available posters.
 * - No seat is in two orders.
 * - Each acknowledged order exists under the number that its buyer got.
 * - Each paid order has its tickets, and each online payment is recorded on its order.
 * - Each acknowledged add-on belongs to its main order, has no shipping of its own, and is ordered or undone as its buyer was
 *   told. The posters of undone add-ons are in the cart once. No add-on stays reserved for ever.
 * - No order was charged twice.
 * - The audit finds nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { storesOf } from '../../worker/cli/local-stores.ts'
import { type Server, startServer } from '../../worker/cli/server.ts'
import type { AuditSlice } from '../../worker/domain/orders/book-audit.ts'
import { faultsOfAddOns, type OrderRow } from './add-on-verdict.ts'
import { Buyer } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'
import { CrashBuyers, type Goods } from './crash-buyer.ts'
import type { SeatCount } from './onsale-verdict.ts'
import { operator } from './operator.ts'
import { PaymentSandbox } from './payment-sandbox.ts'
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

async function readGoods(): Promise<Goods> {
  const buyer = new Buyer(base)
  const [seated, standing, poster] = await Promise.all([
    buyer.event('sitzplatz'),
    buyer.event('stehplatz'),
    buyer.product('knapp'),
  ])
  const variantOf = (page: typeof seated) => page.event?.pricingCategories[0]?.variants[0]?.id ?? ''
  return {
    seatVariant: variantOf(seated),
    standingVariant: variantOf(standing),
    posterVariant: poster.product?.variants[0]?.id ?? '',
    freeSeats: Array.from({ length: SEATS }, (_, index) => `A-${Math.floor(index / 50) + 1}-${(index % 50) + 1}`),
  }
}

type Faults = string[]
type Database = Awaited<ReturnType<typeof storesOf>>['database']

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

  const local = await startServer({ port: 0, stateDir, sandboxUrl: sandbox.url, cronSeconds: 0 })
  const { database } = await storesOf(local.miniflare)
  await expireReservations(local, database)
  const rows = async <Row>(sql: string): Promise<Row[]> => (await database.prepare(sql).all<Row>()).results
  const orders = await rows<OrderRow>(
    `SELECT id, reference, status, paid_cents, total_cents, shipping_cents, is_reserved, cancel_reason,
       ifnull(merged_into_id, parted_from_id) AS main_id FROM orders`,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  faults.push(...faultsOfAddOns(buyers.addOns, orders))
  for (const { id, reference, paidByBank, paidOnline } of buyers.acknowledged) {
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
  const charges: (OrderRow | undefined)[] = []
  for (const { id, amount_received, metadata } of money) {
    const order = byId.get(metadata.order)
    charges.push(order)
    check(
      order !== undefined && order.paid_cents === amount_received,
      `the payment ${id} of ${amount_received} cents is not recorded on order ${metadata.order}`,
    )
  }
  for (const { id, purchase_units } of await payments.listed<PayPalOrder>('paypal/orders')) {
    for (const { status, amount } of purchase_units[0]?.payments?.captures ?? []) {
      const order = byPayPal.get(id)
      if (status === 'COMPLETED') charges.push(order)
      check(
        status !== 'COMPLETED' || (order !== undefined && order.paid_cents === Math.round(Number(amount.value) * 100)),
        `the capture of ${amount.value} euros of ${id} is not recorded on order ${order?.reference}`,
      )
    }
  }
  check(new Set(charges).size === charges.length, `of ${charges.length} charges, some are for the same order`)
  console.log(
    `  orders ${orders.length}, acknowledged ${buyers.acknowledged.length}, add-ons ${buyers.addOns.length}, online payments ${money.length}, ordered ${JSON.stringify(ordered)}, stock ${JSON.stringify(poster)}`,
  )
  await local.close()
  return faults
}

/** Moves the deadlines of reserved add-ons into the past, and lets the cron cancel them. */
async function expireReservations({ runScheduled }: Server, database: Database): Promise<void> {
  await database.prepare('UPDATE orders SET due_at = placed_at WHERE is_reserved = 1').run()
  for (let runs = 0; runs < 10; runs++) await runScheduled()
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
const buyers = new CrashBuyers(base, server.token, goods, payments)
const shopping = buyers.run(BUYERS)
for (let round = 1; round <= rounds; round++) {
  await wait(300 + Math.random() * 2_000)
  await server.kill()
  server = await spawnServer({ port: PORT, stateDir, sandboxUrl: sandbox.url })
  if (round % 10 === 0)
    console.log(`${round} kills, ${buyers.acknowledged.length} orders acknowledged, ${JSON.stringify(buyers.counts)}`)
}
buyers.stop()
await shopping
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
