/** The rows of a section, for the list. The map needs no rows, so this file is not in its chunk. */
import { inNaturalOrder } from '../ui/natural-order.ts'
import type { ModelSection, SeatModel } from './seat-model.ts'

type ModelRow = { name: string; seats: number[] }

/** Returns a section's rows, sorted by name. The seats of each row are sorted by number. */
export function rowsOf(model: SeatModel, section: ModelSection): ModelRow[] {
  const rows = new Map<string, number[]>()
  for (let index = section.from; index < section.to; index++) {
    const name = model.seats[index]?.row ?? ''
    const row = rows.get(name)
    if (row) row.push(index)
    else rows.set(name, [index])
  }
  const number = (index: number) => model.seats[index]?.number ?? ''
  return [...rows]
    .map(([name, seats]) => ({ name, seats: seats.sort((a, b) => inNaturalOrder(number(a), number(b))) }))
    .sort((a, b) => inNaturalOrder(a.name, b.name))
}
