/** The simulation of a million entries, made small: 20,000 of them, the same promises. */
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

it.each([1, 2])('SES-04 20,000 entries keep the promises of the million (%i)', (seed) => {
  const simulation = new QueueSimulation({ ...small, seed })
  simulation.run()
  expect(simulation.faults).toEqual([])
  expect(properties(simulation).filter(({ ok }) => !ok)).toEqual([])
  expect(simulation.refusals.forged).toBeGreaterThan(1000)
  expect(simulation.refusals.reused).toBeGreaterThan(50)
  // Counters slept and woke many times, and fans left at every stage.
  expect(simulation.lives).toBeGreaterThan(150)
  expect(simulation.leftWaiting).toBeGreaterThan(100)
})

it.each([
  ['nine of ten entries are ghosts', { ghosts: 0.9, bots: 0, seats: 2500 }],
  ['nine of ten are ghosts and there is room for all', { ghosts: 0.9, bots: 0, seats: 2500, targetActive: 3000 }],
  ['ghosts fill a small room', { early: 480, late: 0, ghosts: 0.9, bots: 0, quitters: 0, seats: 80, ratePerSecond: 1 }],
  ['nobody is a ghost', { ghosts: 0, bots: 0 }],
  ['coordinator and counters restart', { restartsAt: [20, 90] }],
])('SES-04 the promises hold where %s', (_, changes) => {
  const simulation = new QueueSimulation({ ...small, ...changes })
  simulation.run()
  expect(properties(simulation).filter(({ ok }) => !ok)).toEqual([])
})
