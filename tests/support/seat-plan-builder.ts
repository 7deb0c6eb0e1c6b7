/**
 * Builds seat plans for tests from rows. Seat ids are `section-row-number`, and numbers start at 1. A run is a sequence of
 * adjacent seats. An aisle ends it.
 */
import type { SeatPlan } from '../../schema/seat-map.ts'

type RowWish = {
  row: string
  seats: number
  category?: number
  /** The numbers of the seats after which there is an aisle. */
  aislesAfter?: number[]
  /** Flags by seat number. */
  flags?: Record<number, number>
}

type SectionWish = { id: string; block?: number; rows: RowWish[] }
type AllotmentWish = { sectionId: string; capacity: number; category?: number; block?: number }

export function seatPlan(wish: { sections?: SectionWish[]; allotments?: AllotmentWish[] }): SeatPlan {
  const plan: SeatPlan = { format: 1, sections: [], seats: [], runs: [], allotments: [], categories: [] }
  for (const { id, block = 0, rows } of wish.sections ?? []) {
    const section = plan.sections.push({ id, name: `Section ${id}`, block }) - 1
    for (const { row, seats, category = 1, aislesAfter = [], flags = {} } of rows) {
      let run: number[] = []
      for (let number = 1; number <= seats; number++) {
        const seat = [`${id}-${row}-${number}`, section, row, String(number), category, flags[number] ?? 0] as const
        run.push(plan.seats.push([...seat]) - 1)
        if (number === seats || aislesAfter.includes(number)) {
          plan.runs.push(run)
          run = []
        }
      }
    }
  }
  for (const { sectionId, capacity, category = 2, block = 0 } of wish.allotments ?? []) {
    plan.allotments.push({ sectionId, name: `Area ${sectionId}`, category, capacity, block })
  }
  const numbers = new Set([...plan.seats.map((seat) => seat[4]), ...plan.allotments.map((it) => it.category)])
  plan.categories = [...numbers].map((number) => ({ number, id: `category-${number}` }))
  return plan
}

/** Builds a plan whose only section `A` has one row `1` with this number of seats. */
export function oneRow(seats: number): SeatPlan {
  return seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats }] }] })
}
