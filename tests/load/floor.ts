/**
 * `recordFloor` records the D1 queries, a mail and the answers of the shop (`floor-recorder.js`). `startFloor` runs the
 * floor (`floor-worker.js`) in its own workerd. The floor repeats the queries on the database that the recorded shop left.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { storesOf } from '../../worker/cli/local-stores.ts'
import { ROOT } from '../../worker/cli/root.ts'
import type { Server } from '../../worker/cli/server.ts'
import { Buyer, http } from './buyer.ts'
import { checkOut, type RecordedStep } from './checkout-steps.ts'
import { type LoneWorker, startLoneWorker } from './lone-worker.ts'
import { openShop } from './state.ts'

type Value = string | number | null
type Statement = { text: string; values: Value[] }
type Trip = Statement[]
/** A value that differs in each order: its fixed prefix, and the name of its variable part. */
type Fresh = [prefix: string, name: 'number']
type FreshTrip = { text: string; values: (Value | Fresh)[] }[]
type Answer = { status: number; headers: Record<string, string>; body: string }
type OrderSteps = {
  order: FreshTrip
  followUp: FreshTrip[]
  /** The message that the mail platform receives for an order. */
  mail: Record<string, unknown>
  /** The response bodies that a buyer receives. */
  holdAnswer: string
  orderAnswer: string
}
export type Recorded = OrderSteps & {
  /** The other requests of a checkout: their queries and their answers. */
  steps: Record<RecordedStep, { trips: Trip[]; answer: string }>
  list: Trip[]
  page: Trip[]
  queryAnswer: Answer
  pageAnswer: Answer
}

const HERE = import.meta.dirname
/**
 * A read is recorded this many times, and the shortest recording is used. A longer recording also contains the query for the
 * catalogue's version.
 */
const TRIES = 3
const FOLLOW_UP_MS = 20_000

/** Records the reads of two paths, and an order for one ticket of `event`, which must have a standing area. */
export async function recordFloor(
  stateDir: string,
  files: string,
  { listPath, pagePath, event }: { listPath: string; pagePath: string; event: string },
): Promise<Recorded> {
  const entry = readFileSync(join(HERE, 'floor-recorder.js'), 'utf8')
  const { shop } = await openShop(stateDir, files, { ANSWER_CACHE: 'off' }, entry)
  try {
    const page = await recordRead(shop.url, pagePath)
    const list = await recordRead(shop.url, listPath)
    return {
      ...(await recordOrder(shop, event)),
      steps: await recordSteps(shop, event),
      list,
      page,
      queryAnswer: await answerOf(`${shop.url}${listPath}`),
      pageAnswer: await answerOf(`${shop.url}${pagePath}`),
    }
  } finally {
    await shop.close()
  }
}

async function takeTrips(url: string): Promise<Trip[]> {
  return JSON.parse((await http(`${url}/recorded-trips`)).body)
}

async function recordRead(url: string, path: string): Promise<Trip[]> {
  for (let warm = 0; warm < TRIES; warm++) await http(`${url}${path}`)
  let fewest: Trip[] | null = null
  for (let tried = 0; tried < TRIES; tried++) {
    await takeTrips(url)
    await http(`${url}${path}`)
    const trips = await takeTrips(url)
    if (fewest === null || trips.length < fewest.length) fewest = trips
  }
  if (!fewest || fewest.length === 0) throw new Error(`${path} makes no D1 query`)
  return fewest
}

async function recordOrder({ url, miniflare }: Server, slug: string): Promise<OrderSteps> {
  const warmed = await placeOrder(url, slug)
  await tripsUntilDone(url, warmed.orderId)
  const { orderId, reference, email, holdAnswer, orderAnswer } = await placeOrder(url, slug)
  const { database } = await storesOf(miniflare)
  const row = await database.prepare('SELECT network_key FROM orders WHERE id = ?').bind(orderId).first()
  const network = String(row?.network_key)
  const trips = (await tripsUntilDone(url, orderId)).map((trip) =>
    freshTrip(trip, { orderId, reference, email, network }),
  )
  const order = trips.find((trip) => trip.some(({ text }) => text.startsWith('insert into "orders"')))
  if (!order) throw new Error('no order was recorded')
  const followUp = trips.filter((trip) => trip !== order && usesFresh(trip))
  const mail = JSON.parse((await http(`${url}/recorded-mail`)).body)
  if (!mail) throw new Error('no mail was recorded')
  return { order, followUp, mail, holdAnswer, orderAnswer }
}

/** The second of two checkouts is recorded, because the first one also reads what the isolate then remembers. */
async function recordSteps({ url }: Server, slug: string): Promise<Recorded['steps']> {
  const steps = new Map<RecordedStep, { trips: Trip[]; answer: string }>()
  const productVariantId = await standingVariant(url, slug)
  for (let tried = 0; tried < 2; tried++) {
    await checkOut({
      buyer: new Buyer(url),
      productVariantId,
      email: `floor-${crypto.randomUUID()}@example.org`,
      async around(step, request) {
        await takeTrips(url)
        const data = await request()
        steps.set(step, { trips: await takeTrips(url), answer: JSON.stringify({ data }) })
      },
    })
  }
  return Object.fromEntries(steps) as Recorded['steps']
}

async function standingVariant(url: string, slug: string): Promise<string> {
  const { event } = await new Buyer(url).event(slug)
  return event?.pricingCategories[0]?.variants[0]?.id ?? ''
}

async function placeOrder(url: string, slug: string) {
  const buyer = new Buyer(url)
  const productVariantId = await standingVariant(url, slug)
  const added = await buyer.add([{ productVariantId, amount: 1 }])
  const email = `floor-${crypto.randomUUID()}@example.org`
  const placed = await buyer.placeOrder({
    totalCents: added.addItems.cart.totalCents,
    shipping: null,
    paymentMethod: 'bank_transfer',
    email,
  })
  const { id, reference } = placed.placeOrder.cart
  const [holdAnswer, orderAnswer] = [added, placed].map((data) => JSON.stringify({ data })) as [string, string]
  return { orderId: id, reference, email, holdAnswer, orderAnswer }
}

/** Collects the trips until the queue has finished the order's follow-ups. */
async function tripsUntilDone(url: string, orderId: string): Promise<Trip[]> {
  const trips: Trip[] = []
  const end = Date.now() + FOLLOW_UP_MS
  const suffix = orderId.slice(orderId.indexOf('_') + 1)
  while (Date.now() < end) {
    trips.push(...(await takeTrips(url)))
    const isDone = trips.some((trip) =>
      trip.some(({ text, values }) => text.startsWith('update "outbox" set "done_at"') && mentions(values, suffix)),
    )
    if (isDone) return trips
    await wait(100)
  }
  throw new Error(`the order's follow-ups did not end within ${FOLLOW_UP_MS / 1000} s`)
}

function mentions(values: Value[], suffix: string): boolean {
  return values.some((value) => typeof value === 'string' && value.endsWith(suffix))
}

type OrderNames = { orderId: string; reference: string; email: string; network: string }

/** Marks the values that differ in each order: the ids of its rows, its reference, the email address and the network. */
function freshTrip(trip: Trip, { orderId, reference, email, network }: OrderNames): FreshTrip {
  const suffix = orderId.slice(orderId.indexOf('_') + 1)
  const insertsItem = /^insert into "order_items"/
  return trip.map(({ text, values }) => ({
    text,
    values: values.map((value, index) => {
      if (typeof value !== 'string') return value
      if (value === reference) return ['', 'number']
      if (value === email) return ['floor@example.org.', 'number']
      if (value === network) return ['network.', 'number']
      if (value.endsWith(suffix)) return [value.slice(0, -10), 'number']
      if (index === 0 && insertsItem.test(text)) return [value.slice(0, -10), 'number']
      return value
    }),
  }))
}

function usesFresh(trip: FreshTrip): boolean {
  return trip.some(({ values }) => values.some((value) => Array.isArray(value)))
}

async function answerOf(url: string): Promise<Answer> {
  const answer = await fetch(url)
  const headers = Object.fromEntries(
    [...answer.headers].filter(
      ([name]) => !/^(date|connection|transfer|content-length|content-encoding|set-cookie)/.test(name),
    ),
  )
  return { status: answer.status, headers, body: await answer.text() }
}

/** Starts the floor with the shop's static-file routing and bindings, but with its own Durable Objects. */
export async function startFloor(stateDir: string, recorded: Recorded): Promise<LoneWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'))
  const worker: V4WorkerOptions = {
    ...workerOptions,
    name: 'stagedoor',
    modules: [
      { type: 'ESModule', path: join(HERE, 'floor-worker.js') },
      { type: 'Text', path: join(HERE, 'recorded.txt'), contents: JSON.stringify(recorded) },
    ],
    modulesRoot: HERE,
    durableObjects: {
      CART: { className: 'Cart', useSQLite: true },
      SEATS: { className: 'Seats', useSQLite: true },
    },
  }
  return startLoneWorker(worker, stateDir)
}
