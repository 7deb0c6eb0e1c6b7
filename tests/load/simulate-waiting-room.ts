/**
 * `npm run simulate:queue` simulates a waiting room for 20,000 seats. A million visitors join the queue in the minute around
 * the opening. The simulation runs the real rules (worker/domain/waiting-room) in virtual time. The command prints the load
 * of the coordinator and the counters, and the cost of requests and written rows. It exits with 1 if a guarantee is broken.
 */
import { COUNTERS } from '../../worker/domain/waiting-room/waiting-room.ts'
import { QueueSimulation, type Scenario } from '../support/waiting-room-simulation.ts'
import { properties } from '../support/waiting-room-verdict.ts'
import { costOf, number, PRICES } from './simulation-report.ts'

const scenario: Scenario = {
  early: 700_000,
  late: 300_000,
  rushMs: 30_000,
  seats: 20_000,
  targetActive: 4000,
  ratePerSecond: 150,
  bots: 0.1,
  ghosts: 0.3,
  quitters: 0.05,
  restartsAt: [60],
  locations: 330,
  seed: 7,
}

const begun = performance.now()
const simulation = new QueueSimulation(scenario)
simulation.run()
const judged = properties(simulation)

const { history, admissions, refusals, coordinator, writes, counters, rowsWritten } = simulation
const seconds = history.length
const counterLoads = counters.map(({ load }) => load)
const counterTotal = counterLoads.reduce((sum, { total }) => sum + total, 0)
const objectRequests = coordinator.load.total + counterTotal
const workerRequests = refusals.polls + refusals.limited + scenario.early + scenario.late

console.log('scenario')
console.table(scenario)
console.log(
  `${number(seconds)} virtual seconds, ${number(admissions.length)} admitted, sold out ${number((simulation.soldOutAt - (history.at(-1)?.opensAt ?? 0)) / 1000)} s after the opening`,
)
console.log(
  `answers to called visitors who could not enter yet: ${number(refusals.soon)}; requests rejected by the edge's limit per entry: ${number(refusals.limited)}`,
)
console.log('requests')
console.table({
  coordinator: {
    mean: number(coordinator.load.total / seconds),
    peak: number(coordinator.load.peak),
    total: number(coordinator.load.total),
  },
  'coordinator, only requests that write': {
    mean: number(writes.load.total / seconds),
    peak: number(writes.load.peak),
    total: number(writes.load.total),
  },
  'each counter': {
    mean: number(counterTotal / seconds / COUNTERS),
    peak: number(Math.max(...counterLoads.map(({ peak }) => peak))),
    total: number(counterTotal / COUNTERS),
  },
  'worker (joins, polls, rejected requests)': {
    mean: number(workerRequests / seconds),
    peak: '',
    total: number(workerRequests),
  },
})
console.log('cost at public prices')
console.table({
  'object requests': costOf(objectRequests, PRICES.objectRequests),
  'worker requests': costOf(workerRequests, PRICES.workerRequests),
  'rows written': costOf(rowsWritten, PRICES.rowsWritten),
})
console.log('guarantees')
console.table(judged.map(({ name, measured, ok }) => ({ name, measured, holds: ok ? 'yes' : 'NO' })))
for (const fault of simulation.faults.slice(0, 5)) console.log(fault)
console.log(`took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
process.exitCode = judged.every(({ ok }) => ok) ? 0 : 1
