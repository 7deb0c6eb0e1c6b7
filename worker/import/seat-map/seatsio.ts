/**
 * Reads seats.io's charts. Rows, tables and general admission areas are either directly in the chart or in sections.
 * Each section has a chart of its own, whose coordinates start at the section's top left corner. A seat without a
 * category has the category of its row or section.
 */
import * as z from 'zod'
import { type Point, SEAT_FLAGS, type SeatMapGraphic } from '../../../schema/seat-map.ts'
import { ellipse, rectangle, round, turn } from './geometry.ts'
import { type Room, type RoomSeat, type RoomSection, sectionId } from './room.ts'

const point = z.object({ x: z.number(), y: z.number() })
const label = z.union([z.string(), z.number()]).nullish()
const categorised = { categoryKey: z.union([z.string(), z.number()]).nullish(), categoryLabel: z.string().nullish() }
const shaped = {
  type: z.string().nullish(),
  center: point.nullish(),
  topLeft: point.nullish(),
  rotationAngle: z.number().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  radius: z.number().nullish(),
  radius1: z.number().nullish(),
  radius2: z.number().nullish(),
  points: z.array(point).nullish(),
}
const seat = z.object({
  ...point.shape,
  ...categorised,
  uuid: z.string(),
  label,
  accessible: z.boolean().nullish(),
  categoryAccessible: z.boolean().nullish(),
  companionSeat: z.boolean().nullish(),
  restrictedView: z.boolean().nullish(),
})
const row = z.object({ label, seats: z.array(seat), ...categorised, bookAsAWhole: z.boolean().nullish() })
const ground = {
  rows: z.array(row).default([]),
  tables: z.array(row).default([]),
  booths: z.array(z.unknown()).default([]),
  generalAdmissionAreas: z
    .array(z.object({ ...shaped, ...categorised, label, uuid: z.string(), capacity: z.number().nullish() }))
    .default([]),
  shapes: z.array(z.object({ ...shaped, label, fillColor: z.string().nullish() })).default([]),
  texts: z
    .array(
      z.looseObject({
        ...shaped,
        text: z.string().nullish(),
        label,
        fontSize: z.number().nullish(),
        textColor: z.string().nullish(),
      }),
    )
    .default([]),
}
const subChart = z.object(ground)
type Ground = z.output<typeof subChart>

export const SeatsioChart = z.object({
  name: z.string().nullish(),
  categories: z.object({
    list: z.array(z.object({ label: z.string(), key: z.union([z.string(), z.number()]), color: z.string().nullish() })),
  }),
  subChart: z.object({
    ...ground,
    focalPoint: point.nullish(),
    sections: z
      .array(
        z.object({
          label,
          uuid: z.string(),
          ...categorised,
          topLeft: point,
          points: z.array(point).nullish(),
          subChart,
        }),
      )
      .default([]),
  }),
})
type Chart = z.output<typeof SeatsioChart>
type Categorised = { categoryKey?: string | number | null | undefined; categoryLabel?: string | null | undefined }

export function roomOfSeatsio(chart: Chart): Room {
  const room: Room = {
    format: 'seats.io',
    categories: chart.categories.list.map(({ label, key, color }) => ({
      label,
      key: String(key),
      color: color ?? null,
    })),
    sections: [],
    graphics: [],
    stage: chart.subChart.focalPoint ? [chart.subChart.focalPoint.x, chart.subChart.focalPoint.y] : null,
    fractions: [],
    notes: [],
  }
  const taken = new Set<string>()
  const { sections, ...open } = chart.subChart
  addGround(room, taken, open, { x: 0, y: 0 }, null)
  for (const section of sections) {
    const name = String(section.label ?? '').trim() || `Section ${room.sections.length + 1}`
    const hull =
      section.points && section.points.length > 2 ? section.points.map(({ x, y }): Point => [round(x), round(y)]) : null
    addGround(room, taken, section.subChart, section.topLeft, { name, hull, category: categoryOf(room, section) })
  }
  return room
}

type Frame = { name: string; hull: Point[] | null; category: string | null }

function addGround(
  room: Room,
  taken: Set<string>,
  chart: Ground,
  origin: { x: number; y: number },
  frame: Frame | null,
): void {
  const seatOf = (row: string, own: string | null, given: z.output<typeof seat>): RoomSeat => ({
    id: given.uuid,
    row,
    number: String(given.label ?? '').trim(),
    x: round(origin.x + given.x),
    y: round(origin.y + given.y),
    category: categoryOf(room, given) ?? own ?? frame?.category ?? null,
    flags:
      (given.accessible || given.categoryAccessible ? SEAT_FLAGS.accessible : 0) |
      (given.companionSeat ? SEAT_FLAGS.companion : 0) |
      (given.restrictedView ? SEAT_FLAGS.restrictedView : 0),
  })
  const rows = [...chart.rows, ...chart.tables].map((group) => {
    const name = String(group.label ?? '').trim()
    return group.seats.map((given) => seatOf(name, categoryOf(room, group), given))
  })
  if (rows.length > 0 || frame) {
    const name = frame?.name ?? 'Parkett'
    const section: RoomSection = {
      id: sectionId(name, taken),
      name,
      category: frame?.category ?? null,
      hull: frame?.hull ?? null,
      rows,
      capacity: null,
    }
    room.sections.push(section)
  }
  for (const area of chart.generalAdmissionAreas) {
    const name = String(area.label ?? '').trim() || `Area ${room.sections.length + 1}`
    room.sections.push({
      id: sectionId(name, taken),
      name,
      category: categoryOf(room, area) ?? frame?.category ?? null,
      hull: outlineOf(area, origin),
      rows: [],
      capacity: area.capacity ?? null,
    })
  }
  for (const shape of chart.shapes) {
    const points = outlineOf(shape, origin)
    if (points.length < 3) continue
    const text = String(shape.label ?? '').trim()
    room.graphics.push({
      type: 'polygon',
      points,
      fill: shape.fillColor || '#d1d5db',
      ...(text === '' ? {} : { label: text }),
    })
  }
  for (const text of chart.texts) addText(room.graphics, text, origin)
  const whole = chart.tables.filter((table) => table.bookAsAWhole)
  if (whole.length > 0) {
    room.notes.push(
      `${whole.length} tables are meant to be booked as a whole (such as "${whole[0]?.label}"), but their seats are sold separately`,
    )
  }
  if (chart.booths.length > 0)
    room.notes.push(`${chart.booths.length} booths were left out, because a booth is not a seat`)
}

function addText(graphics: SeatMapGraphic[], text: Ground['texts'][number], origin: { x: number; y: number }): void {
  const written = text.text ?? String(text.label ?? '')
  const at = text.center ?? text.topLeft
  if (written === '' || !at) return
  const fill = text.textColor || '#333333'
  graphics.push({
    type: 'text',
    at: [round(origin.x + at.x), round(origin.y + at.y)],
    text: written,
    size: text.fontSize ?? 16,
    fill,
  })
}

function outlineOf(shape: z.output<z.ZodObject<typeof shaped>>, origin: { x: number; y: number }): Point[] {
  const degrees = shape.rotationAngle ?? 0
  if (shape.points && shape.points.length > 2) {
    return shape.points.map(({ x, y }): Point => [round(origin.x + x), round(origin.y + y)])
  }
  const center = shape.center ?? shape.topLeft
  if (!center) return []
  const middle = { x: origin.x + center.x, y: origin.y + center.y }
  const radius = shape.radius1 ?? shape.radius
  if (radius) return ellipse(middle, radius, shape.radius2 ?? radius, degrees)
  const [width, height] = [shape.width ?? 0, shape.height ?? 0]
  if (width === 0 || height === 0) return [turn(middle.x, middle.y, 0, middle)]
  return rectangle(middle.x - width / 2, middle.y - height / 2, width, height, degrees, middle)
}

/**
 * Returns the label of the category with this key. If the chart does not list the key, returns the given label, or else
 * the key itself. Returns null if neither is given.
 */
function categoryOf(room: Room, { categoryKey, categoryLabel }: Categorised): string | null {
  const key = categoryKey === null || categoryKey === undefined ? null : String(categoryKey)
  return room.categories.find((category) => category.key === key)?.label ?? categoryLabel ?? key
}
