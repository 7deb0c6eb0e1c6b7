import { describe, expect, it } from 'vitest'
import { createLayout } from '../../../../worker/domain/seats/block-layout.ts'
import { oneRow, seatPlan } from '../../../support/seat-plan-builder.ts'

const NAME = { key: 'key', version: 1 }

describe('createLayout', () => {
  it('SEAT-12 groups the plan’s runs into rows and keeps the rows in the plan’s order', () => {
    const rows = [
      { row: '1', seats: 5, aislesAfter: [2] },
      { row: '2', seats: 3 },
    ]
    const layout = createLayout(seatPlan({ sections: [{ id: 'A', rows }] }), NAME, 0)
    expect(layout.runs.map(({ seats, offset, row }) => ({ seats, offset, row }))).toEqual([
      { seats: [0, 1], offset: 0, row: 0 },
      { seats: [2, 3, 4], offset: 2, row: 0 },
      { seats: [5, 6, 7], offset: 0, row: 1 },
    ])
    expect(layout.rows).toEqual([
      { section: 0, runs: [0, 1], length: 5, bestView: 0 },
      { section: 0, runs: [2], length: 3, bestView: 0 },
    ])
  })

  it('SEAT-09 includes only the seats and areas of the given block, with their indexes in the plan', () => {
    const sections = [
      { id: 'A', block: 0, rows: [{ row: '1', seats: 2 }] },
      { id: 'B', block: 1, rows: [{ row: '1', seats: 2, category: 5 }] },
    ]
    const allotments = [
      { sectionId: 'floor', capacity: 5, block: 0 },
      { sectionId: 'gallery', capacity: 5, block: 1 },
    ]
    const layout = createLayout(seatPlan({ sections, allotments }), NAME, 1)
    expect([...layout.seatIndex]).toEqual([
      ['B-1-1', 2],
      ['B-1-2', 3],
    ])
    expect([...layout.areaIndex]).toEqual([['gallery', 1]])
    expect([...layout.categoriesWithSeats]).toEqual([5])
    expect([...layout.runOf]).toEqual([-1, -1, 0, 0])
  })

  it('SEAT-06 splits a run at a seat of another block, and adds a run for a seat that is in no run', () => {
    const plan = oneRow(5)
    plan.sections.push({ id: 'B', name: 'B', block: 1 })
    plan.seats.push(['B-1-1', 1, '1', '1', 1, 0])
    plan.runs = [[0, 1, 5, 2, 3]]
    expect(createLayout(plan, NAME, 0).runs.map(({ seats }) => seats)).toEqual([[0, 1], [2, 3], [4]])
  })

  it('SEAT-09 rejects a plan with a duplicate seat or an unknown format', () => {
    const twice = oneRow(2)
    twice.seats.push(['A-1-1', 0, '1', '1', 1, 0])
    expect(() => createLayout(twice, NAME, 0)).toThrow('lists seat A-1-1 twice')
    expect(() => createLayout(Object.assign(oneRow(1), { format: 2 }), NAME, 0)).toThrow('unknown format')
  })
})
