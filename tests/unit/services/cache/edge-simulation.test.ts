/** Runs the simulation of `npm run simulate:edge` with fewer fans and locations. The second test is a control without origin shields. */
import { expect, it } from 'vitest'
import { type EdgeScenario, EdgeSimulation } from '../../../support/edge-simulation.ts'

const SMALL: EdgeScenario = {
  fans: 6_000,
  locations: 24,
  isolates: 150,
  isolateSeconds: 20,
  shops: 8,
  importAtSecond: 30,
  shield: true,
  seed: 3,
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

async function simulated(scenario: EdgeScenario): Promise<EdgeSimulation> {
  const simulation = new EdgeSimulation(scenario)
  await simulation.run()
  return simulation
}

it('simulation serves the former version for less than five seconds after an import, and no answer older than 33 seconds', async () => {
  const { staleMs, oldestMs, counts } = await simulated(SMALL)
  expect(staleMs).toBeGreaterThan(0)
  expect(staleMs).toBeLessThan(5_000)
  expect(oldestMs).toBeLessThanOrEqual(30_000 + 3_000)
  expect(counts.memory + counts.location + counts.filled).toBe(counts.requests)
})

it('simulation sends D1 fewer queries with the shield, and hardly more from twice as many locations', async () => {
  const [shielded, alone] = [await simulated(SMALL), await simulated({ ...SMALL, shield: false })]
  expect(total(alone.d1.trips)).toBeGreaterThan(3 * total(shielded.d1.trips))
  // The load on D1 depends on the number of keys, not on the number of locations.
  const wider = await simulated({ ...SMALL, locations: 48, isolates: 300 })
  expect(total(wider.d1.trips)).toBeLessThan(1.3 * total(shielded.d1.trips))
})
