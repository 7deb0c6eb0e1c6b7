/** The simulation of a million places, made small: 20,000 of them, the same promises. */
import { expect, it } from 'vitest'
import { QueueSimulation } from '../../support/queue-simulation.ts'
import { properties } from '../../support/queue-verdict.ts'

it.each([1, 2])('SES-04 20,000 places keep the promises of the million (%i)', (seed) => {
  const simulation = new QueueSimulation({
    early: 14_000,
    late: 6000,
    rushMs: 30_000,
    seats: 8000,
    targetActive: 800,
    ratePerSecond: 30,
    bots: 0.1,
    ghosts: 0.3,
    locations: 30,
    seed,
  })
  simulation.run()
  expect(simulation.faults).toEqual([])
  expect(properties(simulation).filter(({ ok }) => !ok)).toEqual([])
  expect(simulation.refusals.forged).toBeGreaterThan(1000)
  expect(simulation.refusals.reused).toBeGreaterThan(50)
})
