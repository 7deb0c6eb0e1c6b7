/**
 * `npm run bench [-- SECONDS]` measures the built shop in workerd under miniflare, without dev proxy or request log. A
 * second shop has no answer cache. Two bare workers (`baseline-worker.js`) run for comparison, one of them behind the
 * routing of static files. Each shop and each bare worker has its own workerd. Each case runs for SECONDS. The cases take
 * turns in short slices, so that other load on the machine disturbs all of them equally.
 *
 * The benchmark prints a table of requests per second, p50, p99, CPU per request, and the ratio to the request rate of another
 * case. It also prints the peak memory, and writes everything to dist/bench.json. At the end, 200 buyers race for a stock of
 * 100 posters. The exit code is 1 unless exactly 100 posters are sold.
 *
 * A visitor's first hold creates a new cart object, whose files cost up to 4 ms of kernel time on a journaling disk. Therefore
 * the case with a new cart for each hold is compared with a bare worker that also creates a new object each time. TMPDIR
 * chooses the disk.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { ROOT } from '../../worker/cli/root.ts'
import { startBare } from './bare.ts'
import { Buyer, expectOk, Refused } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'
import { checkOut } from './checkout-steps.ts'
import { type Case, newFigures, peakMegabytes, rowOf, slice, workerdPids } from './measure.ts'
import { openShop } from './state.ts'

/** The duration is limited, because each hold takes one of the hall's 20,000 seats. */
const MAX_SECONDS = 20
const secondsEach = Math.min(MAX_SECONDS, Math.max(2, Number(process.argv[2] ?? 8)))
const SLICES = 4
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))

const LOAD = { seats: 20_000, standing: 100_000, products: 200, stock: 100, holdSeconds: 7200, cartLimit: 4 }

await ensureBuilt()
const files = writeLoadCatalogue(join(folder, 'catalogue'), LOAD)
const { shop, pid: shopPid } = await openShop(join(folder, 'shop'), files)
const { shop: fresh, pid: freshPid } = await openShop(join(folder, 'fresh'), files, {
  ANSWER_CACHE: 'off',
})
const otherPids = new Set(workerdPids())
const bare = await startBare(join(folder, 'bare'), false)
const barePid = workerdPids().find((pid) => !otherPids.has(pid)) ?? 0
otherPids.add(barePid)
const bareBehindAssets = await startBare(join(folder, 'bare-assets'), true)
const bareBehindAssetsPid = workerdPids().find((pid) => !otherPids.has(pid)) ?? 0

const operations = JSON.parse(readFileSync(join(ROOT, 'schema/generated/operations.json'), 'utf8')) as {
  name: string
  hash: string
}[]
const hashOf = (name: string) => operations.find((operation) => operation.name === name)?.hash ?? ''
const query = (base: string, name: string, variables: object) =>
  `${base}/api/v2/shops/stagedoor/graphql?hash=${hashOf(name)}&locale=de&variables=${encodeURIComponent(JSON.stringify(variables))}`

const reader = new Buyer(shop.url)
const seated = (await reader.event('sitzplatz')).event
const standing = (await reader.event('stehplatz')).event
const seatVariant = seated?.pricingCategories[0]?.variants[0]?.id ?? ''
const standingVariant = standing?.pricingCategories[0]?.variants[0]?.id ?? ''
const posterVariant = (await reader.product('knapp')).product?.variants[0]?.id ?? ''
let nextSeat = 0
/** Buyers with holds who want more seats. A buyer leaves the list during a request. */
const fans: { buyer: Buyer; wishes: number }[] = []
const seatIdOf = (index: number) => `A-${Math.floor(index / 50) + 1}-${(index % 50) + 1}`

async function holdSeat(buyer: Buyer): Promise<void> {
  await buyer.add([{ productVariantId: seatVariant, amount: 1, seatIds: [seatIdOf(nextSeat++)] }])
}

const cases: Case[] = [
  {
    name: 'bare: hello',
    against: null,
    connections: 50,
    pid: () => barePid,
    once: () => expectOk(`${bare.url}/hello`),
  },
  {
    name: 'bare: hello behind assets',
    against: 'bare: hello',
    connections: 50,
    pid: () => bareBehindAssetsPid,
    once: () => expectOk(`${bareBehindAssets.url}/hello`),
  },
  {
    name: 'cached persisted query',
    against: 'bare: hello behind assets',
    connections: 50,
    pid: () => shopPid,
    once: () => expectOk(query(shop.url, 'CategoryPage', { slug: 'shirts', first: 18 })),
  },
  {
    name: 'page HTML, cached',
    against: 'bare: hello behind assets',
    connections: 50,
    pid: () => shopPid,
    once: () => expectOk(`${shop.url}/categories/shirts`),
  },
  {
    name: 'bare: one D1 list of 18',
    against: null,
    connections: 50,
    pid: () => barePid,
    once: () => expectOk(`${bare.url}/list`),
  },
  {
    name: 'list of 18 products, uncached',
    against: 'bare: one D1 list of 18',
    connections: 50,
    pid: () => freshPid,
    once: () => expectOk(query(fresh.url, 'CategoryPage', { slug: 'shirts', first: 18 })),
  },
  {
    name: 'page HTML, uncached',
    against: 'bare: one D1 list of 18',
    connections: 50,
    pid: () => freshPid,
    once: () => expectOk(`${fresh.url}/categories/shirts`),
  },
  {
    name: 'bare: object writes one row',
    against: null,
    connections: 10,
    pid: () => barePid,
    once: () => expectOk(`${bare.url}/object`),
  },
  {
    name: 'bare: a new object each, one row',
    against: 'bare: object writes one row',
    connections: 10,
    pid: () => barePid,
    once: () => expectOk(`${bare.url}/new-object`),
  },
  {
    name: 'seat hold, 1 to 4 a cart',
    against: 'bare: object writes one row',
    connections: 10,
    pid: () => shopPid,
    once: async () => {
      const fan = fans.pop() ?? { buyer: new Buyer(shop.url), wishes: 1 + (nextSeat % LOAD.cartLimit) }
      await holdSeat(fan.buyer)
      if (--fan.wishes > 0) fans.push(fan)
    },
  },
  {
    name: 'seat hold, a new cart each',
    against: 'bare: a new object each, one row',
    connections: 10,
    pid: () => shopPid,
    once: () => holdSeat(new Buyer(shop.url)),
  },
  {
    name: 'place order (add, order)',
    against: null,
    connections: 10,
    pid: () => shopPid,
    once: async (turn) => {
      const buyer = new Buyer(shop.url)
      const added = await buyer.add([{ productVariantId: standingVariant, amount: 1 }])
      await buyer.placeOrder({
        totalCents: added.addItems.cart.totalCents,
        shipping: null,
        paymentMethod: 'bank_transfer',
        email: `fan${turn}@example.org`,
      })
    },
  },
  {
    name: 'whole checkout (7 requests)',
    against: 'place order (add, order)',
    connections: 10,
    pid: () => shopPid,
    once: async (turn) => {
      const email = `whole${turn}@example.org`
      await checkOut({ buyer: new Buyer(shop.url), productVariantId: standingVariant, email })
    },
  },
]

const figures = new Map(cases.map((bench) => [bench.name, newFigures()]))
for (const bench of cases) for (let warm = 0; warm < 20; warm++) await bench.once(1_000_000 + warm)
for (let round = 0; round < SLICES; round++) {
  for (const bench of cases) {
    const of = figures.get(bench.name)
    if (of) await slice(bench, of, secondsEach / SLICES)
  }
  console.log(`slice ${round + 1} of ${SLICES} done`)
}

/** Lets 200 buyers try to order one poster each, from a stock of 100. */
async function race(): Promise<{ buyers: number; stock: number; sold: number; refused: number }> {
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const buyer = new Buyer(shop.url)
      try {
        const added = await buyer.add([{ productVariantId: posterVariant, amount: 1 }])
        const shipping = await buyer.shipping()
        await buyer.placeOrder({
          totalCents: added.addItems.cart.totalCents,
          shipping,
          paymentMethod: 'bank_transfer',
          email: `racer${index}@example.org`,
        })
        return true
      } catch (error) {
        if (error instanceof Refused && error.code === 'ITEM_NOT_AVAILABLE') return false
        throw error
      }
    }),
  )
  const sold = outcomes.filter(Boolean).length
  return { buyers: 200, stock: 100, sold, refused: outcomes.length - sold }
}

const rates = new Map([...figures].map(([name, of]) => [name, of.requests / of.seconds]))
const rows = cases.map((bench) => rowOf(bench, figures.get(bench.name) ?? newFigures(), rates))
console.table(rows)
const raced = await race()
const memory = { 'shop MB': peakMegabytes(shopPid), 'bare MB': peakMegabytes(barePid) }
console.log('200 buyers, stock of 100:', raced)
console.log('peak memory of workerd:', memory)
const out = join(ROOT, 'dist/bench.json')
writeFileSync(out, JSON.stringify({ secondsEach, rows, race: raced, memory }, null, 2))
console.log(`JSON: ${out.slice(ROOT.length + 1)}`)
await bare.stop()
await bareBehindAssets.stop()
await fresh.close()
await shop.close()
rmSync(folder, { recursive: true, force: true })
process.exit(raced.sold === 100 ? 0 : 1)
