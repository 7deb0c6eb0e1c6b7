/**
 * Reads pretix's seating plans. Each zone becomes a section, and its areas become graphics. In a zone without rows of
 * seats, the first area with a shape is also the outline of the section. The position of a seat is the sum of the
 * positions of its zone, its row and the seat itself. The format is defined at https://github.com/pretix/pretix,
 * src/pretix/static/seating/seating-plan.schema.json.
 */
import * as z from 'zod'
import type { Point, SeatMapGraphic } from '../../../schema/seat-map.ts'
import { ellipse, rectangle, round, turn } from './geometry.ts'
import { type Room, type RoomSection, sectionId } from './room.ts'

const position = z.object({ x: z.number(), y: z.number() })
const label = z.union([z.string(), z.number()]).nullish()

const area = z.object({
  shape: z.enum(['rectangle', 'circle', 'ellipse', 'polygon', 'text']),
  color: z.string().nullish(),
  rotation: z.number().nullish(),
  position,
  rectangle: z.object({ width: z.number(), height: z.number() }).nullish(),
  circle: z.object({ radius: z.number() }).nullish(),
  ellipse: z.object({ radius: position }).nullish(),
  polygon: z.object({ points: z.array(position) }).nullish(),
  text: z
    .object({ position, color: z.string().nullish(), text: z.string().nullish(), size: z.number().nullish() })
    .nullish(),
})
type Area = z.output<typeof area>

export const PretixPlan = z.object({
  name: z.string().nullish(),
  categories: z.array(z.object({ name: z.string(), color: z.string().nullish() })),
  zones: z.array(
    z.object({
      name: z.string().nullish(),
      zone_id: label,
      position,
      rows: z
        .array(
          z.object({
            row_number: label,
            position,
            seats: z.array(
              z.object({ seat_guid: z.string(), seat_number: label, position, category: z.string().nullish() }),
            ),
          }),
        )
        .default([]),
      areas: z.array(area).default([]),
    }),
  ),
})

export function roomOfPretix(plan: z.output<typeof PretixPlan>): Room {
  const room: Room = {
    format: 'pretix',
    categories: plan.categories.map(({ name, color }) => ({ label: name, key: name, color: color ?? null })),
    sections: [],
    graphics: [],
    stage: null,
    fractions: [],
    notes: [],
  }
  const taken = new Set<string>()
  for (const [index, zone] of plan.zones.entries()) {
    const name = zone.name || String(zone.zone_id ?? `Zone ${index + 1}`)
    const section: RoomSection = {
      id: sectionId(String(zone.zone_id ?? '') || name, taken),
      name,
      category: null,
      hull: null,
      capacity: null,
      rows: zone.rows.map((row) =>
        row.seats.map((seat) => ({
          id: seat.seat_guid,
          row: String(row.row_number ?? '').trim(),
          number: String(seat.seat_number ?? '').trim(),
          x: round(zone.position.x + row.position.x + seat.position.x),
          y: round(zone.position.y + row.position.y + seat.position.y),
          category: seat.category || null,
          flags: 0,
        })),
      ),
    }
    for (const [position, area] of zone.areas.entries()) {
      const outline = addAreaShape(area, zone.position, room.graphics)
      if (outline && section.rows.length === 0) section.hull ??= outline
      for (const [field, value] of Object.entries({ ...area.rectangle, ...area.circle, ...area.ellipse?.radius })) {
        if (!Number.isInteger(value))
          room.fractions.push(`zones[${index}].areas[${position}].${area.shape}.${field} = ${value}`)
      }
    }
    room.sections.push(section)
  }
  return room
}

/** Adds an area's shape and text to the graphics. Returns its outline, or null if it has only text. */
function addAreaShape(area: Area, zone: { x: number; y: number }, graphics: SeatMapGraphic[]): Point[] | null {
  const at = { x: zone.x + area.position.x, y: zone.y + area.position.y }
  const turned = area.rotation ?? 0
  const fill = area.color || '#e5e7eb'
  let outline: Point[] | null = null
  if (area.rectangle && area.shape === 'rectangle') {
    outline = rectangle(at.x, at.y, Math.round(area.rectangle.width), Math.round(area.rectangle.height), turned, at)
    graphics.push({ type: 'polygon', points: outline, fill })
  } else if (area.circle && area.shape === 'circle') {
    const radius = Math.round(area.circle.radius)
    outline = ellipse(at, radius, radius, 0)
    graphics.push({ type: 'circle', center: [round(at.x), round(at.y)], radius, fill })
  } else if (area.ellipse && area.shape === 'ellipse') {
    outline = ellipse(at, Math.round(area.ellipse.radius.x), Math.round(area.ellipse.radius.y), turned)
    graphics.push({ type: 'polygon', points: outline, fill })
  } else if (area.polygon && area.shape === 'polygon') {
    outline = area.polygon.points.map(({ x, y }) => turn(at.x + x, at.y + y, turned, at))
    graphics.push({ type: 'polygon', points: outline, fill })
  }
  const { text } = area
  if (text?.text) {
    const point: Point = [round(at.x + text.position.x), round(at.y + text.position.y)]
    graphics.push({ type: 'text', at: point, text: text.text, size: text.size ?? 16, fill: text.color || '#333333' })
  }
  return outline
}
