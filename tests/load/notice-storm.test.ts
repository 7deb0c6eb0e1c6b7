/**
 * Reports thousands of notices about the payments of many orders to the built shop: in random order, repeated, and some never.
 * The final state of each order must equal the state in a sequential model.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { storesOf } from '../../worker/cli/local-stores.ts'
import { type Server, startServer } from '../../worker/cli/server.ts'
import { importCatalogue } from '../../worker/import/index.ts'
import { type Sandbox, startSandbox } from '../sandbox/server.ts'
import { PATIENCE } from '../support/patience.ts'
import { Random } from '../support/random.ts'
import { Buyer } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'
import { type Actor, type Outcome, outcomeOf, Providers, type Report, STORIES } from './notice-storm.ts'
import { operator } from './operator.ts'
import { PaymentSandbox } from './payment-sandbox.ts'

const ORDERS = 200
const NOTICES = 10_000
const AT_ONCE = 12
/** The share of the notices that never arrive. */
const DROPPED = 0.15

let folder: string
let sandbox: Sandbox
let server: Server
let stores: Awaited<ReturnType<typeof storesOf>>
let providers: Providers
let variantId: string

beforeAll(async () => {
  await ensureBuilt()
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-storm-'))
  sandbox = await startSandbox({ port: 0, stateDir: join(folder, 'sandbox'), webhookTarget: '' })
  server = await startServer({ port: 0, stateDir: join(folder, 'state'), sandboxUrl: sandbox.url, cronSeconds: 0 })
  stores = await storesOf(server.miniflare)
  const size = { seats: 50, standing: 5000, products: 1, stock: 1, holdSeconds: 7200, cartLimit: 4 }
  const files = writeLoadCatalogue(join(folder, 'catalogue'), size)
  const report = await importCatalogue(stores.target, [files], { codeSecrets: { CODE_SECRET: server.codeSecret } })
  if (!report.ok) throw new Error(report.text)
  providers = new Providers(server.url, new PaymentSandbox(sandbox.url), server.operatorToken)
  const { event } = await new Buyer(server.url).event('stehplatz')
  variantId = event?.pricingCategories[0]?.variants[0]?.id ?? ''
}, 240_000)
afterAll(async () => {
  await server.close()
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

async function inParallel(reports: Iterable<Report>): Promise<void> {
  const queue = reports[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await next.value()
    }),
  )
}

/** Each story occurs at least once. */
async function placeOrders(random: Random, amount: number): Promise<Actor[]> {
  const actors: Actor[] = []
  for (let index = 0; index < amount; index++) {
    actors.push(await providers.order(STORIES[index] ?? random.one(STORIES), variantId, 1 + random.below(2)))
  }
  return actors
}

async function outcomes(actors: Actor[]): Promise<Outcome[]> {
  const { results } = await stores.database
    .prepare(
      `SELECT id, status, paid_cents AS paidCents, refunded_cents AS refundedCents,
        (SELECT count(*) FROM tickets WHERE order_id = orders.id AND invalidated_at IS NULL) AS validTickets,
        (SELECT json_group_array(status) FROM (SELECT status FROM payments WHERE order_id = orders.id ORDER BY attempt)) AS payments
      FROM orders`,
    )
    .all<Omit<Outcome, 'payments'> & { id: string; payments: string }>()
  const byId = new Map(
    results.map(({ id, payments, ...row }) => [id, { ...row, payments: JSON.parse(payments) as string[] }]),
  )
  return actors.flatMap(({ id }) => byId.get(id) ?? [])
}

async function auditFindings(): Promise<unknown[]> {
  const { body } = await operator(server.url, 'POST', '/audit', server.operatorToken, { cursor: '', resting: true })
  const { findings, cursor } = JSON.parse(body) as { findings: unknown[]; cursor: string | null }
  return cursor === null ? findings : ['the audit is not complete']
}

describe('a storm of notices', () => {
  it('PAY-07 brings each of 200 orders to the one state that a sequential model gives it', async () => {
    const random = new Random(20_261_123)
    const actors = await placeOrders(random, ORDERS)
    const rounds = Math.max(...STORIES.map(({ steps }) => steps.length))
    let reported = 0
    for (let round = 0; round < rounds; round++) {
      for (const actor of actors) {
        const step = actor.story.steps[round]
        if (step) await providers.act(actor, step)
      }
      // Notices of earlier rounds arrive again. The same bank statement is recorded twice.
      const reports = [...(await providers.stripeReports(actors)), ...(await providers.payPalReports(actors))]
      const arriving = reports.filter(() => !random.chance(DROPPED))
      const bookings = [...providers.bankReports(actors), ...providers.bankReports(actors)]
      const webhooks = Array.from({ length: Math.ceil(NOTICES / rounds) }, () => random.one(arriving))
      const storm = random.some([...webhooks, ...bookings], webhooks.length + bookings.length)
      await inParallel(storm)
      reported += storm.length
    }
    expect(reported).toBeGreaterThanOrEqual(NOTICES)
    // The cron recovers the notices that never arrived.
    await server.runScheduled()
    const expected = actors.map(outcomeOf)
    await expect.poll(() => outcomes(actors), PATIENCE).toEqual(expected)
    // The queue still releases the seats of refunded orders.
    await expect.poll(auditFindings, PATIENCE).toEqual([])
  }, 300_000)
})

describe('orders whose notices are all lost', () => {
  it('PAY-07 are paid after one run of the cron, if their buyers have paid', async () => {
    const random = new Random(7)
    const paying = STORIES.filter(({ method, steps }) => method !== 'bank_transfer' && steps.at(-1) === 'approve')
    const actors = await Promise.all(
      Array.from({ length: 60 }, () => providers.order(random.one(paying), variantId, 1)),
    )
    for (const actor of actors) for (const step of actor.story.steps) await providers.act(actor, step)
    await stores.database.prepare('DELETE FROM job_runs').run()
    await server.runScheduled()
    await expect.poll(() => outcomes(actors), PATIENCE).toEqual(actors.map(outcomeOf))
  }, 120_000)
})
