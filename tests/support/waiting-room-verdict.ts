/**
 * Checks the properties that a simulated presale must have. Each property has a measured value. Of the waiting room's own
 * code, the checks use only `isCalled`, `ACTIVE_MS` and the ranks of the lottery.
 */

import { isCalled } from '../../worker/domain/waiting-room/queue-position.ts'
import { ACTIVE_MS } from '../../worker/domain/waiting-room/waiting-room.ts'
import { type QueueSimulation, type Scenario, stayOf } from './waiting-room-simulation.ts'

export type Property = { name: string; measured: string; ok: boolean }

const BINS = 100
/** A fair lottery exceeds each of these chi-square values (99 and 9 degrees of freedom) once in a thousand runs. */
const MAX_CHI_SQUARE_99 = 148.23
const MAX_CHI_SQUARE_9 = 27.88
/**
 * A called visitor polls again only at the time that the shop gives. Until then, visitors further back may be admitted for
 * at most this many seconds.
 */
const MAX_OVERTAKEN_SECONDS = 1.5
/** The limits of one object by design: requests per second, and writing requests per second. */
const OBJECT_LIMIT = 1000
const WRITE_LIMIT = 500

export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

function spread(values: readonly number[], bins: number): number[] {
  const counts = new Array<number>(bins).fill(0)
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor(value * bins))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts
}

/** Returns the time until the last seat is sold if each visitor is admitted as soon as a slot and the rate allow it. */
function idealMs(scenario: Scenario): number {
  const leaves: number[] = []
  let [seatsLeft, entered, tokens, inside] = [scenario.seats, 0, 0, 0]
  for (let now = 0; ; now += 100) {
    tokens = Math.min(scenario.ratePerSecond, tokens + scenario.ratePerSecond / 10)
    inside -= leaves[now] ?? 0
    while (tokens >= 1 && inside < scenario.targetActive) {
      const { seconds, seats, vanishes } = stayOf(scenario, entered)
      const counted = vanishes ? Math.floor(seconds / 60) * 60 + ACTIVE_MS / 1000 : seconds
      leaves[now + counted * 1000] = (leaves[now + counted * 1000] ?? 0) + 1
      tokens--
      inside++
      entered++
      seatsLeft -= seats
      if (seatsLeft <= 0) return now
    }
  }
}

/** Returns all entries in their correct order: early entries by rank, and the others by arrival. */
function trueOrder(simulation: QueueSimulation): number[] {
  const { scenario, ranks, joinedAt } = simulation
  const early = Array.from({ length: scenario.early }, (_, index) => index)
  const late = Array.from({ length: scenario.late }, (_, index) => scenario.early + index)
  const by = (values: Float64Array) => (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0)
  return [...early.sort(by(ranks)), ...late.sort(by(joinedAt))]
}

/**
 * Returns, for each entry in `order`, the index of the first published status that calls the entry. If no status calls the
 * entry, its value is the length of the history.
 */
function callsInOrder(simulation: QueueSimulation, order: readonly number[]): number[] {
  const { history, joinedAt } = simulation
  return order.map((index) => {
    let [low, high] = [0, history.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const status = history[middle]
      const entry = { joinedAt: joinedAt[index] ?? 0 }
      if (status && isCalled(status, entry, simulation.rankOf(index, status))) high = middle
      else low = middle + 1
    }
    return low
  })
}

function limit(name: string, peak: number, most: number): Property {
  return { name, measured: `${peak}/s at the peak <= ${most}/s`, ok: peak <= most }
}

export function properties(simulation: QueueSimulation): Property[] {
  const { scenario, history, admissions, joinedAt, faults, refusals } = simulation
  const opened = history.find(({ seed }) => seed !== null)
  if (!opened) throw new Error('the waiting room never opened')
  const ranks = Array.from({ length: scenario.early }, (_, index) => simulation.rankOf(index, opened) ?? 0)
  const order = trueOrder(simulation)
  const calls = callsInOrder(simulation, order)
  const overtaken = calls.filter((call, position) => call < (calls[position - 1] ?? 0)).length
  const backwards = history.filter((status, index) => {
    const before = history[index - 1]
    if (!before) return false
    return status.drawThreshold < before.drawThreshold || status.servedUntil < before.servedUntil
  }).length
  const callOf = new Map(order.map((index, position) => [index, calls[position] ?? history.length]))
  const jumped = admissions.filter(({ index, at }) => (history[callOf.get(index) ?? history.length]?.at ?? at + 1) > at)
  const lotteryFit = chiSquare(spread(ranks, BINS))
  const firstTenth = ranks.flatMap((rank, index) => (rank < 0.1 ? [index] : []))
  const joined = firstTenth.map((index) => (opened.opensAt - 1 - (joinedAt[index] ?? 0)) / scenario.rushMs)
  const timeFit = chiSquare(spread(joined, 10))
  const maxPassedBy = Math.max(2, MAX_OVERTAKEN_SECONDS * scenario.ratePerSecond)
  const minimumThroughput = scenario.ghosts > 0.3 ? 0.95 : 0.98
  const last = history.at(-1)
  const overshoot = simulation.maxInside / scenario.targetActive - 1
  const throughput = idealMs(scenario) / (simulation.soldOutAt - opened.opensAt)
  const busiest = Math.max(...simulation.counters.map(({ load }) => load.peak))
  return [
    {
      name: 'nobody is overtaken after the lottery',
      measured: `${overtaken} of ${order.length} entries`,
      ok: overtaken === 0,
    },
    { name: 'thresholds never decrease', measured: `${backwards} of ${history.length} statuses`, ok: backwards === 0 },
    {
      name: 'nobody is admitted before being called',
      measured: `${jumped.length} of ${admissions.length}`,
      ok: jumped.length === 0,
    },
    {
      name: 'the lottery is uniform (chi-square, 100 bins)',
      measured: `${lotteryFit.toFixed(1)} < ${MAX_CHI_SQUARE_99}`,
      ok: lotteryFit < MAX_CHI_SQUARE_99,
    },
    {
      name: 'arriving earlier helps nobody (chi-square, 10 bins)',
      measured: `${timeFit.toFixed(1)} < ${MAX_CHI_SQUARE_9}`,
      ok: timeFit < MAX_CHI_SQUARE_9,
    },
    {
      name: 'an entry cannot be forged, and admits one cart once',
      measured: `${refusals.forged} and ${refusals.reused} attempts rejected, ${faults.length} faults`,
      ok: faults.length === 0,
    },
    {
      name: 'few are admitted ahead of a called visitor who polls',
      measured: `by ${simulation.maxPassedBy} <= ${maxPassedBy}`,
      ok: simulation.maxPassedBy <= maxPassedBy,
    },
    { name: 'overshoot of the target', measured: `${(100 * overshoot).toFixed(2)} % <= 1 %`, ok: overshoot <= 0.01 },
    {
      name: 'throughput despite ghosts',
      measured: `${(100 * throughput).toFixed(1)} % >= ${100 * minimumThroughput} %`,
      ok: throughput >= minimumThroughput,
    },
    {
      name: 'every slot of a fan without heartbeats is released in the end',
      measured: `${last?.active} counted inside`,
      ok: last?.active === 0,
    },
    limit('requests of the coordinator', simulation.coordinator.load.peak, OBJECT_LIMIT),
    limit('writing requests of the coordinator', simulation.writes.load.peak, WRITE_LIMIT),
    limit('requests of the busiest counter', busiest, WRITE_LIMIT),
  ]
}
