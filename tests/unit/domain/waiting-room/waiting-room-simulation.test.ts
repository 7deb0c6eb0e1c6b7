/** Runs the simulation of a waiting room with at most 20,000 entries. tests/load runs it with a million. */
import { expect, it } from 'vitest'
import { QueueSimulation, type Scenario } from '../../../support/waiting-room-simulation.ts'
import { properties } from '../../../support/waiting-room-verdict.ts'

const small: Scenario = {
  early: 14_000,
  late: 6000,
  rushMs: 30_000,
  seats: 4000,
  targetActive: 800,
  ratePerSecond: 30,
  bots: 0.1,
  ghosts: 0.3,
  quitters: 0.05,
  restartsAt: [],
  locations: 30,
  seed: 1,
}

it.each([1, 2])('SES-04 simulation of 20,000 entries has all required properties (seed %i)', (seed) => {
  const simulation = new QueueSimulation({ ...small, seed })
  simulation.run()
  expect(simulation.faults).toEqual([])
  expect(properties(simulation).filter(({ ok }) => !ok)).toEqual([])
  expect(simulation.refusals.forged).toBeGreaterThan(1000)
  expect(simulation.refusals.reused).toBeGreaterThan(50)
  // Idle counters have lost their memory many times, and many fans have left while they waited.
  expect(simulation.lives).toBeGreaterThan(150)
  expect(simulation.leftWaiting).toBeGreaterThan(100)
})

it.each([
  ['nine of ten visitors are absent', { ghosts: 0.9, bots: 0, seats: 2500 }],
  ['nine of ten are absent, and the others fit inside', { ghosts: 0.9, bots: 0, seats: 2500, targetActive: 3000 }],
  [
    'nine of ten visitors of a small lottery are absent',
    { early: 480, late: 0, ghosts: 0.9, bots: 0, quitters: 0, seats: 80, ratePerSecond: 1 },
  ],
  ['nobody is absent', { ghosts: 0, bots: 0 }],
  ['coordinator and counters restart', { restartsAt: [20, 90] }],
])('SES-04 simulation has all required properties when %s', (_, changes) => {
  const simulation = new QueueSimulation({ ...small, ...changes })
  simulation.run()
  expect(properties(simulation).filter(({ ok }) => !ok)).toEqual([])
})
