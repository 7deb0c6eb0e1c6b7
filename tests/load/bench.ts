/**
 * `npm run bench [-- SECONDS]`: the built shop in workerd under miniflare, without dev proxy or request log, beside a bare
 * worker in a second workerd, measured in turn in short slices of one run, so that a noisy neighbour disturbs both. Says
 * requests a second, p50, p99, CPU a request, peak memory and the ratio to the bare thing; writes a table and JSON. A
 * visitor's first command makes a new object, whose files cost a disk with a journal up to 4 ms of the kernel's time: that
 * case stands beside a bare object that is new each time, and TMPDIR says which disk it is. Traffic stays on loopback and ends by itself. At the end 200 buyers race for a stock of 100.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { ensureBuilt, ROOT } from '../../worker/cli/build.ts'
import { applyMigrations, storesOf } from '../../worker/cli/local-stores.ts'
import { startServer } from '../../worker/cli/server.ts'
import { importCatalogue } from '../../worker/import/index.ts'
import { Buyer, http, Refused } from './buyer.ts'
import { writeLoadCatalogue } from './catalogue.ts'

/** Not more: every hold takes a seat of a room of 20,000. */
const MOST_SECONDS = 20
const secondsEach = Math.min(MOST_SECONDS, Math.max(2, Number(process.argv[2] ?? 8)))
const SLICES = 4
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))

type Case = {
  name: string
  against: string | null
  connections: number
  pid: () => number
  once: (turn: number) => Promise<void>
}
type Figures = { requests: number; failures: number; seconds: number; latencies: number[]; cpuSeconds: number }

function childPids(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function workerdPids(): number[] {
  return childPids(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd')
    } catch {
      return false
    }
  })
}

/** User and system seconds of a process; clock ticks are hundredths of a second on Linux. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

async function slice(bench: Case, figures: Figures, seconds: number): Promise<void> {
  const before = cpuSeconds(bench.pid())
  const started = performance.now()
  const end = started + seconds * 1000
  let turn = figures.requests
  await Promise.all(
    Array.from({ length: bench.connections }, async () => {
      while (performance.now() < end) {
        const at = performance.now()
        try {
          await bench.once(turn++)
          figures.requests++
          figures.latencies.push(performance.now() - at)
        } catch (error) {
          figures.failures++
          if (figures.failures <= 3)
            console.warn(`  ${bench.name}: ${error instanceof Error ? error.message : String(error)}`)
          if (figures.failures > 1_000) throw error
        }
      }
    }),
  )
  figures.seconds += (performance.now() - started) / 1000
  figures.cpuSeconds += cpuSeconds(bench.pid()) - before
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * The bare worker; with `assets` it stands behind the same routing of static files as the shop does, which costs every
 * request a step before any worker sees it.
 */
async function startBare(assets: boolean): Promise<{ url: string; stop(): Promise<void> }> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'))
  const worker: V4WorkerOptions = {
    ...(assets ? workerOptions : {}),
    name: 'bare',
    compatibilityDate: '2026-10-23',
    modules: [
      {
        type: 'ESModule',
        path: 'bare.js',
        contents: readFileSync(join(import.meta.dirname, 'baseline-worker.js'), 'utf8'),
      },
    ],
    d1Databases: { DB: 'bare' },
    durableObjects: { ROW: { className: 'Row', useSQLite: true } },
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: join(folder, assets ? 'bare-assets' : 'bare'),
      workers: [worker],
    }),
  )
  const { port } = await miniflare.ready
  const url = `http://127.0.0.1:${port}`
  await http(`${url}/fill`)
  return { url, stop: () => miniflare.dispose() }
}

async function expectOk(url: string): Promise<void> {
  const answer = await http(url)
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body.slice(0, 200)}`)
  if (answer.body.includes('"errors":[')) throw new Error(answer.body.slice(0, 300))
}

const LOAD = { seats: 20_000, places: 100_000, products: 200, stock: 100, holdSeconds: 7200, cartLimit: 4 }

/** A shop of its own with the load catalogue; `variables` differ for the one whose answers are never kept. */
async function openShop(name: string, variables: Record<string, string>) {
  const before = new Set(workerdPids())
  const shop = await startServer({ port: 0, stateDir: join(folder, name), cronSeconds: 0, variables })
  const pid = workerdPids().find((candidate) => !before.has(candidate)) ?? 0
  const stores = await storesOf(shop.miniflare)
  await applyMigrations(stores.database)
  const report = await importCatalogue(stores.target, [files], { cacheDir: join(folder, 'images') })
  if (!report.ok) throw new Error(report.text)
  return { shop, pid }
}

ensureBuilt()
const files = writeLoadCatalogue(join(folder, 'catalogue'), LOAD)
const { shop, pid: shopPid } = await openShop('shop', {})
const { shop: fresh, pid: freshPid } = await openShop('fresh', { ANSWER_CACHE: 'off' })
const known = new Set(workerdPids())
const bare = await startBare(false)
const barePid = workerdPids().find((pid) => !known.has(pid)) ?? 0
known.add(barePid)
const routed = await startBare(true)
const routedPid = workerdPids().find((pid) => !known.has(pid)) ?? 0

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
const placeVariant = standing?.pricingCategories[0]?.variants[0]?.id ?? ''
const posterVariant = (await reader.product('knapp')).product?.variants[0]?.id ?? ''
let nextSeat = 0
/** Who holds some seats and wants more; one request of a fan at a time. */
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
    pid: () => routedPid,
    once: () => expectOk(`${routed.url}/hello`),
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
      const added = await buyer.add([{ productVariantId: placeVariant, amount: 1 }])
      await buyer.placeOrder({
        totalCents: added.addItems.cart.totalCents,
        shipping: null,
        paymentMethod: 'bank_transfer',
        email: `fan${turn}@example.org`,
      })
    },
  },
]

const figures = new Map(
  cases.map((bench) => [bench.name, { requests: 0, failures: 0, seconds: 0, latencies: [], cpuSeconds: 0 } as Figures]),
)
for (const bench of cases) for (let warm = 0; warm < 20; warm++) await bench.once(1_000_000 + warm)
for (let round = 0; round < SLICES; round++) {
  for (const bench of cases) {
    const of = figures.get(bench.name)
    if (of) await slice(bench, of, secondsEach / SLICES)
  }
  console.log(`slice ${round + 1} of ${SLICES} done`)
}

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
const rows = cases.map((bench) => {
  const of = figures.get(bench.name) ?? { requests: 0, failures: 0, seconds: 1, latencies: [], cpuSeconds: 0 }
  const sorted = of.latencies.sort((a, b) => a - b)
  const rate = of.requests / of.seconds
  return {
    case: bench.name,
    connections: bench.connections,
    'requests/s': Math.round(rate),
    'p50 ms': Number(quantile(sorted, 0.5).toFixed(1)),
    'p99 ms': Number(quantile(sorted, 0.99).toFixed(1)),
    'CPU ms/request': Number(((of.cpuSeconds * 1000) / Math.max(1, of.requests)).toFixed(2)),
    ratio: bench.against ? Number((rate / (rates.get(bench.against) ?? 1)).toFixed(2)) : null,
    against: bench.against ?? '',
    failures: of.failures,
  }
})
console.table(rows)
const raced = await race()
const memory = { 'shop MB': peakMegabytes(shopPid), 'bare MB': peakMegabytes(barePid) }
console.log('200 buyers, stock of 100:', raced)
console.log('peak memory of workerd:', memory)
const out = join(ROOT, 'dist/bench.json')
writeFileSync(out, JSON.stringify({ secondsEach, rows, race: raced, memory }, null, 2))
console.log(`JSON: ${out.slice(ROOT.length + 1)}`)
await bare.stop()
await routed.stop()
await fresh.close()
await shop.close()
rmSync(folder, { recursive: true, force: true })
process.exit(raced.sold === 100 ? 0 : 1)
