/**
 * Ranks the seats of a room by their view (SEAT-12): the distance to the stage, which counts three times for seats exactly at
 * its side, because they look at a performer's shoulder. The room's file names the point that the seats look at, or a text says where the stage is.
 */
import { type PlanText, type Point, planText } from '../../../schema/seat-map.ts'
import { median } from './geometry.ts'
import type { Room } from './room.ts'

const STAGE = /(^|[^\p{L}])(bühne|stage)([^\p{L}]|$)/iu
/** By how much the distance of a seat at a right angle to the stage's axis counts more. The angle counts squared. */
const SIDE_WEIGHT = 2
/** The views are integers, relative to the median distance to the stage, which counts this much. */
const MEDIAN_VIEW = 1000

/** Returns the view of each seat in the plan's order, or null if the room has no stage. */
export function seatViews(room: Room): number[] | null {
  const stage = room.stage ?? shownStage(room)
  const seats = room.sections.flatMap(({ rows }) => rows.flat())
  if (!stage || seats.length === 0) return null
  const away = (point: Point): Point => [point[0] - stage[0], point[1] - stage[1]]
  const all = seats.map(({ x, y }) => away([x, y]))
  const forward: Point = [sum(all.map(([x]) => x)), sum(all.map(([, y]) => y))]
  const unit = median(all.map(([x, y]) => Math.hypot(x, y))) / MEDIAN_VIEW || 1
  return all.map((direction) => {
    const side = angleBetween(direction, forward) / (Math.PI / 2)
    return Math.round((Math.hypot(...direction) * (1 + SIDE_WEIGHT * side * side)) / unit)
  })
}

function shownStage({ graphics }: Room): Point | null {
  for (const graphic of graphics) {
    if (graphic.type === 'text') {
      if (isStage(graphic.text)) return graphic.at
    } else if (graphic.label && isStage(graphic.label)) {
      if (graphic.type === 'circle') return graphic.center
      const { points } = graphic
      return [sum(points.map(([x]) => x)) / points.length, sum(points.map(([, y]) => y)) / points.length]
    }
  }
  return null
}

function isStage(text: PlanText): boolean {
  return STAGE.test(planText(text, 'de')) || STAGE.test(planText(text, 'en'))
}

function angleBetween([ax, ay]: Point, [bx, by]: Point): number {
  return Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
