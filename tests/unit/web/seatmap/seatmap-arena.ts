/** Builds seat maps for tests: a small theatre, and an arena of any size. */
import type { SeatMap, SeatMapSeat } from '../../../../schema/seat-map.ts'

export function theatre(): SeatMap {
  return arena(2, 3, 4)
}

/** Places `blocks` side by side, each with `rows` × `seats` seats. Every second block belongs to category 2. */
export function arena(blocks: number, rows: number, seats: number): SeatMap {
  const width = seats * 10 + 20
  return {
    plan: 'seat-plans/arena.json',
    bounding_box: { x: 0, y: 0, width: blocks * width, height: rows * 10 + 40 },
    seat_spacing: 10,
    graphics: [{ type: 'text', at: [blocks * (width / 2), 8], text: 'Bühne', size: 8, fill: '#888888' }],
    pricing_categories: [
      { id: 1, name: 'Parkett', color: '#c0392b' },
      { id: 2, name: 'Rang', color: '#2980b9' },
    ],
    sections: Array.from({ length: blocks }, (_, block) => {
      const left = block * width
      const category = (block % 2) + 1
      return {
        id: `s${block}`,
        name: `Block ${block + 1}`,
        pricing_category_id: category,
        hull_points: [
          [left, 20],
          [left + width - 4, 20],
          [left + width - 4, rows * 10 + 30],
          [left, rows * 10 + 30],
        ],
        seats: Array.from({ length: rows * seats }, (_, index): SeatMapSeat => {
          const [row, seat] = [Math.floor(index / seats), index % seats]
          return {
            id: `${block}-${row + 1}-${seat + 1}`,
            row: String(row + 1),
            number: String(seat + 1),
            x: left + 10 + seat * 10,
            y: 30 + row * 10,
            pricing_category_id: category,
          }
        }),
      }
    }),
  }
}
