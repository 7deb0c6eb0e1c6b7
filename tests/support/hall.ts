/** Models a small hall with areas, and with sections of one row each. `changed` changes it at random before an import. */
import type { SeatPlan } from '../../schema/seat-map.ts'
import { chooseBlocks } from '../../worker/import/seat-map/section-blocks.ts'
import type { Random } from './random.ts'
import type { ModelArea, ModelSeat } from './seat-model.ts'

const SEATS_PER_OBJECT = 8
const SECTIONS = ['A', 'B', 'C', 'D', 'E']
export const MAX_BLOCKS = 4
export const SEATED = 1
export const STANDING = 2

/** The seats of each section with their positions in the row, and the capacity of each area. A moved seat keeps its id. */
type HallState = { sections: Map<string, { id: string; spot: number }[]>; areas: Map<string, number> }

type HallPart = { seats: ModelSeat[]; areas: ModelArea[] }

export class Hall {
  private readonly state: HallState
  /** The block (the number of the seat object) of each section and area. As in an import, a block never changes. */
  private readonly blocks: ReadonlyMap<string, number>
  private readonly parts = new Map<number, HallPart>()

  constructor(state: HallState, blocks: ReadonlyMap<string, number>) {
    this.state = state
    const sizes = [
      ...[...state.sections].map(([id, seats]) => ({ id, seatCount: seats.length })),
      ...[...state.areas.keys()].map((id) => ({ id, seatCount: 0 })),
    ]
    this.blocks = chooseBlocks(sizes, blocks, SEATS_PER_OBJECT)
  }

  static first(): Hall {
    const row = (section: string, seats: number) =>
      Array.from({ length: seats }, (_, spot) => ({ id: `${section}-${spot}`, spot }))
    const sections = new Map([
      ['A', row('A', 6)],
      ['B', row('B', 7)],
      ['C', row('C', 6)],
    ])
    return new Hall({ sections, areas: new Map([['floor', 9]]) }, new Map())
  }

  blockOf(sectionId: string): number {
    return this.blocks.get(sectionId) ?? 0
  }

  plan(): SeatPlan {
    const categories = [SEATED, STANDING].map((number) => ({ number, id: `category-${number}` }))
    const plan: SeatPlan = { format: 1, sections: [], seats: [], runs: [], allotments: [], categories }
    for (const [id, seats] of this.state.sections) {
      const section = plan.sections.push({ id, name: id, block: this.blockOf(id) }) - 1
      let run: number[] = []
      let last = Number.NaN
      for (const seat of seats) {
        if (seat.spot !== last + 1 && run.length > 0) plan.runs.push(run)
        if (seat.spot !== last + 1) run = []
        run.push(plan.seats.push([seat.id, section, '1', String(seat.spot), SEATED, 0]) - 1)
        last = seat.spot
      }
      if (run.length > 0) plan.runs.push(run)
    }
    for (const [id, capacity] of this.state.areas) {
      plan.sections.push({ id, name: id, block: this.blockOf(id) })
      plan.allotments.push({ sectionId: id, name: id, category: STANDING, capacity, block: this.blockOf(id) })
    }
    return plan
  }

  /** Returns the seats and areas of one seat object, in the form that `SeatModel` needs. */
  partOf(block: number): HallPart {
    const part = this.parts.get(block) ?? this.cutPart(block)
    this.parts.set(block, part)
    return part
  }

  private cutPart(block: number): HallPart {
    const own = [...this.state.sections].filter(([id]) => this.blockOf(id) === block)
    return {
      seats: own.flatMap(([section, seats], row) =>
        seats.map(({ id, spot }) => ({ id, section, category: SEATED, spot: row * 1000 + spot })),
      ),
      areas: [...this.state.areas]
        .filter(([id]) => this.blockOf(id) === block)
        .map(([id, capacity]) => ({ id, category: STANDING, capacity })),
    }
  }

  /** Returns the hall after at most one random change of its sections, seats or areas. */
  changed(random: Random): Hall {
    const sections = new Map([...this.state.sections].map(([id, seats]) => [id, [...seats]]))
    const areas = new Map(this.state.areas)
    const id = random.one([...sections.keys()])
    const seats = sections.get(id) ?? []
    const dice = random.below(8)
    if (dice === 0) this.addSeat(seats, id)
    else if (dice === 1 && seats.length > 2) seats.splice(random.below(seats.length), 1)
    else if (dice === 2 && sections.size > 2) sections.delete(id)
    else if (dice === 3) this.addSection(sections, random)
    else if (dice === 4) moveSeat(sections, random)
    else if (dice === 5) areas.set('floor', 3 + random.below(10))
    else if (dice === 6) areas.set('gallery', 1 + random.below(4))
    else areas.delete(random.chance(0.5) ? 'gallery' : 'floor')
    return new Hall({ sections, areas }, this.blocks)
  }

  private addSeat(seats: { id: string; spot: number }[], section: string): void {
    const taken = new Set([...this.state.sections.values()].flat().map(({ id }) => id))
    for (let spot = 0; spot < 9; spot++) {
      const id = `${section}-${spot}`
      if (taken.has(id) || seats.some((seat) => seat.spot === spot)) continue
      seats.push({ id, spot })
      seats.sort((a, b) => a.spot - b.spot)
      return
    }
  }

  private addSection(sections: HallState['sections'], random: Random): void {
    const id = random.one(SECTIONS)
    if (sections.has(id)) return
    const seats: { id: string; spot: number }[] = []
    sections.set(id, seats)
    for (let count = 0; count < 6; count++) this.addSeat(seats, id)
    if (seats.length === 0) sections.delete(id)
  }
}

function moveSeat(sections: HallState['sections'], random: Random): void {
  const [from, to] = random.some([...sections.values()], 2)
  const seat = from && from.length > 2 ? random.one(from) : undefined
  if (!from || !to || !seat) return
  from.splice(from.indexOf(seat), 1)
  to.push({ id: seat.id, spot: 20 + Math.max(0, ...to.map(({ spot }) => spot)) })
}
