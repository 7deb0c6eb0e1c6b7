import { describe, expect, it } from 'vitest'
import { readRoom } from '../../../worker/import/seat-map/read-room.ts'
import { seatViews } from '../../../worker/import/seat-map/seat-view.ts'

const seat = (id: string, x: number, y: number) => ({ id, row: String(y), number: id, x, y })
const SEATS = [seat('side', -60, 20), seat('front', 0, 20), seat('back', 0, 60), seat('right', 60, 20)]

function viewsOf(more: object, seats = SEATS) {
  const read = readRoom({ sections: [{ id: 'A', name: 'A', seats }], ...more })
  if (!read.ok) throw new Error(read.messages.join('\n'))
  const views = seatViews(read.room)
  const ids = read.room.sections.flatMap(({ rows }) => rows.flat()).map(({ id }) => id)
  return views && new Map(ids.map((id, index) => [id, views[index] ?? Number.NaN]))
}

const label = (text: string) => ({ graphics: [{ type: 'text', at: [0, 0], text, size: 20, fill: '#000' }] })

describe('the views of seats', () => {
  it('SEAT-12 are better near the stage, and worse at its side than at the same distance in front of it', () => {
    const views = viewsOf({ stage: [0, 0] })
    expect(views?.get('front')).toBeLessThan(views?.get('back') ?? 0)
    expect(views?.get('side')).toBe(views?.get('right'))
    const straight = viewsOf({ stage: [0, 0] }, [...SEATS, seat('straight', 0, Math.hypot(60, 20))])
    expect(straight?.get('straight')).toBeLessThan(straight?.get('side') ?? 0)
  })

  it.each(['Bühne', 'Stage', 'Main stage', 'BÜHNE 1'])('SEAT-12 follow from the text %s of a graphic', (text) => {
    expect(viewsOf(label(text))).toEqual(viewsOf({ stage: [0, 0] }))
  })

  it('SEAT-12 follow from the label of a shape', () => {
    const points = [
      [-30, -10],
      [30, -10],
      [30, 10],
      [-30, 10],
    ]
    expect(viewsOf({ graphics: [{ type: 'polygon', points, fill: '#000', label: 'Bühne' }] })).toEqual(
      viewsOf({ stage: [0, 0] }),
    )
  })

  it('SEAT-12 are missing without a stage', () => {
    expect(viewsOf(label('Bühneneingang'))).toBeNull()
    expect(viewsOf({})).toBeNull()
  })
})
