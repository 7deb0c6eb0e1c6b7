/**
 * `npm run bench:catalogue [-- ROUNDS]` compares the same pages of a small and a large shop. Both run without the answer
 * cache. The small shop has 200 products, and 200 events of eight bands. The large shop has 20,000 products, and 2,000
 * events of eighty bands. Each of these bands therefore has 25 events. Requests alternate between the shops in short slices
 * of time. The command prints the median latency of each page. It exits with 1 if a page's median in the large shop is at
 * least 1.5 times its median in the small shop, or if a request fails.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { ROOT } from '../../worker/cli/root.ts'
import { expectOk } from './buyer.ts'
import { type Case, newFigures, quantile, slice } from './measure.ts'
import { openShop } from './state.ts'
import { BANDS, RARE_WORD, writeWideCatalogue } from './wide-catalogue.ts'

const MAX_GROWTH = 1.5
/** Slices are short, so that other load on the machine disturbs both shops equally. */
const SLICE_SECONDS = 0.25
const PAGES: Record<string, string> = {
  home: '/',
  'band home': '/band-3',
  category: '/categories/category-1',
  product: '/products/product-123',
  event: '/events/event-3',
  tickets: '/events',
  artists: '/artists',
  'search, few hits': `/search/${RARE_WORD}`,
  'search, a number': '/search/123',
  'search, all hits': '/search/schwarz',
  'search, a typo': '/search/kapuzenpulovre',
}

const rounds = Math.min(100, Math.max(2, Number(process.argv[2] ?? 20)))
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-catalogue-'))
await ensureBuilt()

async function open(name: string, products: number, events: number, busy: number) {
  const files = writeWideCatalogue(join(folder, `${name}-files`), { products, events, busy })
  const started = performance.now()
  const opened = await openShop(join(folder, name), files, { ANSWER_CACHE: 'off' })
  console.log(
    `${name}: ${products} products, ${events} events imported in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  return opened
}

const cpuOf = (of = newFigures()) => Number(((of.cpuSeconds * 1000) / of.requests).toFixed(1))

const small = await open('small', 200, 200, 8)
const large = await open('large', 20_000, 2_000, BANDS)

const rows = []
for (const [page, path] of Object.entries(PAGES)) {
  const sides = [small, large].map(({ shop, pid }) => {
    const bench: Case = {
      name: page,
      against: null,
      connections: 1,
      pid: () => pid,
      once: () => expectOk(`${shop.url}${path}`),
    }
    return { bench, figures: newFigures() }
  })
  for (const { bench } of sides) for (let warm = 0; warm < 10; warm++) await bench.once(warm)
  for (let round = 0; round < rounds; round++)
    for (const { bench, figures } of sides) await slice(bench, figures, SLICE_SECONDS)
  const [few = 0, many = 0] = sides.map(({ figures }) =>
    quantile(
      figures.latencies.sort((a, b) => a - b),
      0.5,
    ),
  )
  rows.push({
    page,
    'p50 ms at 200': Number(few.toFixed(2)),
    'p50 ms at 20,000': Number(many.toFixed(2)),
    ratio: Number((many / few).toFixed(2)),
    'CPU ms at 200': cpuOf(sides[0]?.figures),
    'CPU ms at 20,000': cpuOf(sides[1]?.figures),
    failures: sides.reduce((sum, { figures }) => sum + figures.failures, 0),
  })
}
console.table(rows)
writeFileSync(join(ROOT, 'dist/bench-catalogue.json'), JSON.stringify({ rounds, rows }, null, 2))
console.log('JSON: dist/bench-catalogue.json')
await small.shop.close()
await large.shop.close()
rmSync(folder, { recursive: true, force: true })
process.exit(rows.every(({ ratio, failures }) => ratio < MAX_GROWTH && failures === 0) ? 0 : 1)
