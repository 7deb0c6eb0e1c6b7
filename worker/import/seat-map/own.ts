/**
 * Reads our own format, which is close to the `SeatMap` that the browser paints. Seats of a row may be in any order.
 */
import * as z from 'zod'
import { planText, type SeatMapGraphic } from '../../../schema/seat-map.ts'
import { inRowOrder, round } from './geometry.ts'
import type { Room, RoomSeat } from './room.ts'

const point = z.tuple([z.number(), z.number()])
const name = z.union([z.string(), z.number()]).transform(String)

const words = z.union([z.string(), z.strictObject({ de: z.string(), en: z.string() })])

const graphic = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('polygon'),
    points: z.array(point),
    fill: z.string(),
    label: words.exactOptional(),
  }),
  z.strictObject({
    type: z.literal('circle'),
    center: point,
    radius: z.number(),
    fill: z.string(),
    label: words.exactOptional(),
  }),
  z.strictObject({ type: z.literal('text'), at: point, text: words, size: z.number(), fill: z.string() }),
])

export const OwnSeatMap = z.strictObject({
  bounding_box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  seat_spacing: z.number().optional(),
  graphics: z.array(graphic).default([]),
  stage: point.optional(),
  pricing_categories: z.array(z.strictObject({ id: name, name: z.string(), color: z.string().optional() })).default([]),
  sections: z.array(
    z.strictObject({
      id: name,
      name: words,
      pricing_category_id: name.nullish(),
      hull_points: z.array(point).optional(),
      capacity: z.int().optional(),
      seats: z
        .array(
          z.strictObject({
            id: name,
            row: name,
            number: name,
            x: z.number(),
            y: z.number(),
            pricing_category_id: name.nullish(),
            flags: z.int().optional(),
          }),
        )
        .default([]),
    }),
  ),
})

export function roomOfOwn(map: z.output<typeof OwnSeatMap>): Room {
  // Seats refer to categories by id. The file must list the categories only if the event's mapping uses category names.
  const label = (id: string | null | undefined) =>
    id === null || id === undefined ? null : (map.pricing_categories.find((category) => category.id === id)?.name ?? id)
  const graphics: SeatMapGraphic[] = map.graphics
  return {
    format: 'own',
    categories: map.pricing_categories.map(({ id, name, color }) => ({ label: name, key: id, color: color ?? null })),
    graphics,
    stage: map.stage ?? null,
    fractions: [],
    notes: [],
    sections: map.sections.map((section) => {
      const own = label(section.pricing_category_id)
      const rows = new Map<string, RoomSeat[]>()
      for (const seat of section.seats) {
        const row = rows.get(seat.row) ?? []
        row.push({
          id: seat.id,
          row: seat.row.trim(),
          number: seat.number.trim(),
          x: round(seat.x),
          y: round(seat.y),
          category: label(seat.pricing_category_id) ?? own,
          flags: seat.flags ?? 0,
        })
        rows.set(seat.row, row)
      }
      const hull = section.hull_points
      return {
        id: section.id,
        name: planText(section.name, 'de'),
        words: section.name,
        category: own,
        hull: hull && hull.length > 2 ? hull : null,
        rows: [...rows.values()].map(inRowOrder),
        capacity: section.capacity ?? null,
      }
    }),
  }
}
