/**
 * `npm run bench:floor [-- ROUNDS]` compares the shop with the floor (`floor-worker.js`), a worker that makes the same
 * platform calls (Durable Objects, D1, rate limits, mail) without the shop's code. The two take short turns. The benchmark
 * measures the CPU time (user and system) of their workerd processes. The CPU time of an order includes its follow-ups in
 * the queue. For each kind of request, the benchmark prints both CPU times, their ratio, the spread over the rounds, and
 * whether the ratio meets its target. It exits with 1 only if a request fails.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { ROOT } from '../../worker/cli/root.ts'
import { Buyer, expectOk, http } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'
import { checkOut, RECORDED_STEPS, type RecordedStep } from './checkout-steps.ts'
import { recordFloor, startFloor } from './floor.ts'
import { type Case, type Figures, latencyOf, newFigures, quantile, slice, workerdPids } from './measure.ts'
import { openShop } from './state.ts'

const MAX_ROUNDS = 30
const TURN_SECONDS = 0.6
/** The queue collects messages for a second before it delivers them. */
const REST_MS = 1_600
/**
 * The number of calls before the measurement. V8 optimises the shop's code only after a few hundred calls, while the floor has
 * almost no code to optimise.
 */
const WARM = 300
const OBJECTS = 64

const rounds = Math.min(MAX_ROUNDS, Math.max(2, Number(process.argv[2] ?? 8)))
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-floor-'))
const operations = JSON.parse(readFileSync(join(ROOT, 'schema/generated/operations.json'), 'utf8')) as {
  name: string
  hash: string
}[]
const listHash = operations.find(({ name }) => name === 'CategoryPage')?.hash ?? ''
const listVariables = encodeURIComponent(JSON.stringify({ slug: 'shirts', first: 18 }))
const listPath = `/api/v2/shops/stagedoor/graphql?hash=${listHash}&locale=de&variables=${listVariables}`
const pagePath = '/categories/shirts'

await ensureBuilt()
const size = { seats: 20_000, standing: 100_000, products: 200, stock: 100, holdSeconds: 7200, cartLimit: 4 }
const files = writeLoadCatalogue(join(folder, 'catalogue'), size)
const recorded = await recordFloor(join(folder, 'floor'), files, { listPath, pagePath, event: 'stehplatz' })
const { shop, pid: shopPid } = await openShop(join(folder, 'shop'), files)
const { shop: fresh, pid: freshPid } = await openShop(join(folder, 'fresh'), files, { ANSWER_CACHE: 'off' })
const known = new Set(workerdPids())
const floor = await startFloor(join(folder, 'floor'), recorded)
const floorPid = workerdPids().find((pid) => !known.has(pid)) ?? 0

const reader = new Buyer(shop.url)
const seatVariant = (await reader.event('sitzplatz')).event?.pricingCategories[0]?.variants[0]?.id ?? ''
const standingVariant = (await reader.event('stehplatz')).event?.pricingCategories[0]?.variants[0]?.id ?? ''
let nextSeat = 0
let nextClaim = 0

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await http(`${floor.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
}

function floorHold(cart: string, isSeat: boolean, objects: number): Promise<void> {
  return post('/hold', { cart, place: `A-${nextClaim++}`, isSeat, key: crypto.randomUUID(), objects })
}

async function placeOrder(turn: number): Promise<void> {
  const buyer = new Buyer(shop.url)
  const added = await buyer.add([{ productVariantId: standingVariant, amount: 1 }])
  const { totalCents } = added.addItems.cart
  const email = `fan${turn}@example.org`
  await buyer.placeOrder({ totalCents, shipping: null, paymentMethod: 'bank_transfer', email })
}

async function floorCheckout(): Promise<void> {
  const cart = crypto.randomUUID()
  const step = (name: RecordedStep) => post('/step', { cart, name, key: crypto.randomUUID() })
  await floorHold(cart, false, 0)
  for (const name of RECORDED_STEPS) {
    // The order is placed before its page is shown.
    if (name === 'show') await post('/order', { cart, key: crypto.randomUUID() })
    await step(name)
  }
}

async function floorOrder(): Promise<void> {
  const cart = crypto.randomUUID()
  await floorHold(cart, false, 0)
  await post('/order', { cart, key: crypto.randomUUID() })
}

type Side = { bench: Case; figures: Figures }
/**
 * Two requests whose CPU times are compared, normally one to the shop and one to the floor. `maxRatio` is the target, or null
 * if there is none. If `hasFollowUps` is true, a turn also waits for the queue.
 */
type Pair = {
  name: string
  maxRatio: number | null
  sides: [ours: Side, floor: Side]
  ratios: number[]
  hasFollowUps: boolean
}

function side(name: string, pid: number, once: Case['once']): Side {
  return { bench: { name, against: null, connections: 10, pid: () => pid, once }, figures: newFigures() }
}

function pair(name: string, maxRatio: number | null, ours: Side, floorSide: Side, hasFollowUps = false): Pair {
  return { name, maxRatio, sides: [ours, floorSide], ratios: [], hasFollowUps }
}

const pairs = [
  pair(
    'hold with a new cart',
    1.15,
    side('hold', shopPid, () =>
      new Buyer(shop.url).add([{ productVariantId: seatVariant, amount: 1, seatIds: [seatIdOf(nextSeat++)] }]).then(),
    ),
    side('floor: hold', floorPid, () => floorHold(crypto.randomUUID(), true, 0)),
  ),
  pair(
    'add and place order',
    1.15,
    side('order', shopPid, placeOrder),
    side('floor: order', floorPid, floorOrder),
    true,
  ),
  pair(
    'whole checkout (7 requests)',
    null,
    side('checkout', shopPid, async (turn) => {
      const email = `fan${turn}@example.org`
      await checkOut({ buyer: new Buyer(shop.url), productVariantId: standingVariant, email })
    }),
    side('floor: checkout', floorPid, floorCheckout),
    true,
  ),
  pair(
    'list of 18, uncached',
    null,
    side('list', freshPid, () => expectOk(`${fresh.url}${listPath}`)),
    side('floor: list', floorPid, () => expectOk(`${floor.url}/list`)),
  ),
  pair(
    'page, uncached',
    1.7,
    side('page', freshPid, () => expectOk(`${fresh.url}${pagePath}`)),
    side('floor: page', floorPid, () => expectOk(`${floor.url}/page`)),
  ),
  pair(
    'query, cached',
    1.1,
    side('cached query', shopPid, () => expectOk(`${shop.url}${listPath}`)),
    side('floor: ready query', floorPid, () => expectOk(`${floor.url}/ready-query`)),
  ),
  pair(
    'page, cached',
    1.1,
    side('cached page', shopPid, () => expectOk(`${shop.url}${pagePath}`)),
    side('floor: ready page', floorPid, () => expectOk(`${floor.url}/ready-page`)),
  ),
  pair(
    `floor alone: one object per cart against ${OBJECTS} objects`,
    null,
    side('one object per cart', floorPid, () => floorHold(crypto.randomUUID(), true, 0)),
    side(`${OBJECTS} objects`, floorPid, () => floorHold(crypto.randomUUID(), true, OBJECTS)),
  ),
]

function seatIdOf(index: number): string {
  return `A-${Math.floor(index / 50) + 1}-${(index % 50) + 1}`
}

const perRequest = ({ cpuSeconds, requests }: Figures) => (cpuSeconds * 1000) / Math.max(1, requests)

/**
 * Runs one turn of a side and adds it to the side's totals. Only `requests` and `cpuSeconds` of the result are figures of
 * this turn.
 */
async function turn({ bench, figures }: Side, hasFollowUps: boolean): Promise<Figures> {
  const before = { ...figures, latencies: [] }
  await slice(bench, figures, TURN_SECONDS, hasFollowUps ? REST_MS : 0)
  return {
    ...before,
    requests: figures.requests - before.requests,
    cpuSeconds: figures.cpuSeconds - before.cpuSeconds,
  }
}

for (const { sides } of pairs)
  for (const { bench } of sides) for (let warm = 0; warm < WARM; warm++) await bench.once(1_000_000 + warm)
for (let round = 0; round < rounds; round++) {
  for (const { sides, ratios, hasFollowUps } of pairs) {
    const [ours, floorSide] = sides
    // The side that goes first alternates, so that the sequence favours neither side.
    const first = round % 2 === 0 ? await turn(ours, hasFollowUps) : null
    const base = await turn(floorSide, hasFollowUps)
    ratios.push(perRequest(first ?? (await turn(ours, hasFollowUps))) / perRequest(base))
  }
}

const round2 = (value: number) => Number(value.toFixed(2))
const rows = pairs.map(({ name, maxRatio, sides, ratios }) => {
  const [ours, floorSide] = sides.map(({ figures }) => figures) as [Figures, Figures]
  const sorted = ratios.toSorted((a, b) => a - b)
  const ratio = perRequest(ours) / perRequest(floorSide)
  return {
    request: name,
    'CPU ms': round2(perRequest(ours)),
    'floor CPU ms': round2(perRequest(floorSide)),
    ratio: round2(ratio),
    'middle half of the rounds': `${round2(quantile(sorted, 0.25))} to ${round2(quantile(sorted, 0.75))}`,
    target: maxRatio ?? '',
    met: maxRatio === null ? '' : ratio <= maxRatio,
    'p50 ms': latencyOf(ours.latencies)['p50 ms'],
    'floor p50 ms': latencyOf(floorSide.latencies)['p50 ms'],
    failures: ours.failures + floorSide.failures,
  }
})
console.table(rows)
writeFileSync(join(ROOT, 'dist/bench-floor.json'), JSON.stringify({ rounds, rows }, null, 2))
console.log('JSON: dist/bench-floor.json')
await floor.stop()
await fresh.close()
await shop.close()
rmSync(folder, { recursive: true, force: true })
process.exit(rows.every(({ failures }) => failures === 0) ? 0 : 1)
