/**
 * Measures holds per second on one seat object through the whole worker (GraphQL, cart object and seat object). Ten
 * connections fill carts with up to four seats, one seat per request. For comparison, an object of the bare worker
 * (`baseline-worker.js`) writes one row per request.
 */
import { join } from 'node:path'
import { startBare } from './bare.ts'
import { Buyer, expectOk } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'
import { type Case, newFigures, rowOf, slice, workerdPids } from './measure.ts'
import { openShop } from './state.ts'

const CART = 4
const ROW = 50
const SEATS = 20_000
const CONNECTIONS = 10
const SLICES = 4
const WARM = 40

const BARE = 'bare: object writes one row'
const HOLD = 'seat hold, whole worker, one object'

export async function runHoldBench(folder: string, seconds: number) {
  const files = writeLoadCatalogue(join(folder, 'hold-catalogue'), {
    seats: SEATS,
    standing: 100,
    products: 1,
    stock: 1,
    holdSeconds: 7200,
    cartLimit: CART,
  })
  const { shop, pid } = await openShop(join(folder, 'hold-shop'), files)
  const otherPids = new Set(workerdPids())
  const bare = await startBare(join(folder, 'hold-bare'), false)
  const barePid = workerdPids().find((candidate) => !otherPids.has(candidate)) ?? 0
  const { event } = await new Buyer(shop.url).event('sitzplatz')
  const productVariantId = event?.pricingCategories[0]?.variants[0]?.id ?? ''
  const held: string[] = []
  const carts: { buyer: Buyer; left: number }[] = []
  let nextSeat = 0
  const cases: Case[] = [
    {
      name: BARE,
      against: null,
      connections: CONNECTIONS,
      pid: () => barePid,
      once: () => expectOk(`${bare.url}/object`),
    },
    {
      name: HOLD,
      against: BARE,
      connections: CONNECTIONS,
      pid: () => pid,
      async once() {
        const cart = carts.pop() ?? { buyer: new Buyer(shop.url), left: CART }
        const index = nextSeat++
        const seatId = `A-${Math.floor(index / ROW) + 1}-${(index % ROW) + 1}`
        await cart.buyer.add([{ productVariantId, amount: 1, seatIds: [seatId] }])
        held.push(seatId)
        cart.left--
        if (cart.left > 0) carts.push(cart)
      },
    },
  ]
  const figures = new Map(cases.map(({ name }) => [name, newFigures()]))
  for (const bench of cases) for (let warm = 0; warm < WARM; warm++) await bench.once(warm)
  for (let round = 0; round < SLICES; round++) {
    for (const bench of cases) {
      const of = figures.get(bench.name)
      if (of) await slice(bench, of, seconds / SLICES)
    }
  }
  const rates = new Map([...figures].map(([name, of]) => [name, of.requests / of.seconds]))
  const rows = cases.map((bench) => rowOf(bench, figures.get(bench.name) ?? newFigures(), rates))
  const free = (await new Buyer(shop.url).free(event?.id ?? '')).availableSeatIds.seatIds
  await bare.stop()
  await shop.close()
  const faults =
    free.length === SEATS - held.length && held.every((seatId) => !free.includes(seatId))
      ? []
      : [`${held.length} holds were acknowledged, but ${SEATS - free.length} seats are taken`]
  const [, hold] = rows
  const targets = {
    'at least half the request rate of the bare object': (hold?.ratio ?? 0) >= 0.5,
    'at least 300 holds a second': (hold?.['requests/s'] ?? 0) >= 300,
    'p99 under 100 ms': (hold?.['p99 ms'] ?? Number.POSITIVE_INFINITY) < 100,
  }
  return { rows, targets, faults }
}
