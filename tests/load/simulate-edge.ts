/**
 * `npm run simulate:edge [-- FANS]` simulates one minute of a presale, by default with a million fans. The edge has 330
 * locations, which together have about 10,000 isolates at a time. Halfway through the minute, an import ends. The simulation
 * runs the real cache code (worker/services/cache) in virtual time. The command prints the hit rates, the load of the
 * database and the origin shields (shield-store.ts), and the cost. It exits with 1 if a target is missed.
 */
import { type EdgeScenario, EdgeSimulation } from '../support/edge-simulation.ts'
import { costOf, number, PRICES } from './simulation-report.ts'

const MAX_D1 = 200
const MAX_STALE_MS = 5_000
const MAX_SHIELD = 1_000

const scenario: EdgeScenario = {
  fans: Number(process.argv[2] ?? 1_000_000),
  locations: 330,
  isolates: 10_000,
  isolateSeconds: 20,
  shops: 80,
  importAtSecond: 30,
  shield: true,
  seed: 11,
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`
const begun = performance.now()
const simulation = new EdgeSimulation(scenario)
await simulation.run()

const { counts, d1, shieldRequests, minuteBegins } = simulation
const inMinute = (values: readonly number[]) => values.slice(minuteBegins)
const peak = (values: readonly number[]) => Math.max(...inMinute(values))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const shieldTotal = sum(shieldRequests.map(sum))
const busiest = Math.max(...shieldRequests.map(peak))

console.log('scenario')
console.table(scenario)
console.log('answers')
console.table({
  'from memory': { count: number(counts.memory), share: share(counts.memory, counts.requests) },
  "from the location's cache": { count: number(counts.location), share: share(counts.location, counts.requests) },
  'filled while the fan waited': { count: number(counts.filled), share: share(counts.filled, counts.requests) },
  all: { count: number(counts.requests), share: '' },
})
console.log('load')
console.table({
  'D1 round trips': { peak: number(peak(d1.trips)), total: number(sum(d1.trips)) },
  'D1 statements': { peak: number(peak(d1.statements)), total: number(sum(d1.statements)) },
  'busiest shield': { peak: number(busiest), total: number(Math.max(...shieldRequests.map(sum))) },
  'pages rendered': { peak: '', total: number(counts.rendered) },
  'lookups in the Cache API': { peak: '', total: number(counts.matches) },
  isolates: { peak: '', total: number(counts.isolates) },
})
console.log('cost at public prices')
console.table({
  'worker requests': costOf(counts.requests, PRICES.workerRequests),
  'shield requests': costOf(shieldTotal, PRICES.objectRequests),
})
const targets = [
  { name: 'D1 round trips per second at the peak (a batch counts once)', measured: peak(d1.trips), below: MAX_D1 },
  { name: 'ms from the import to the last outdated answer', measured: simulation.staleMs, below: MAX_STALE_MS },
  { name: 'requests per second to the busiest shield at the peak', measured: busiest, below: MAX_SHIELD },
]
const isMet = ({ measured, below }: (typeof targets)[number]) => measured < below
console.log('targets')
console.table(targets.map((target) => ({ ...target, result: isMet(target) ? 'met' : 'MISSED' })))
console.log(`oldest answer ${number(simulation.oldestMs)} ms, longest wait ${number(simulation.longestMs)} ms`)
console.log(`D1 round trips in each second: ${inMinute(d1.trips).join(' ')}`)
console.log(`took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
process.exitCode = targets.every(isMet) ? 0 : 1
