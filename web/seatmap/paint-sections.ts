/** Paints the map around the seats: the stage and other graphics, and the outlines of sections. */
import type { Point, SeatMapGraphic } from '../../schema/seat-map.ts'
import type { Scene } from './scene.ts'
import type { ModelSection } from './seat-model.ts'
import { freeBetween } from './seat-status.ts'

/** The opacity of a section or a band in which no free seat matches the filter. */
const EMPTY_ALPHA = 0.16

/** Text is painted last, with all other labels (paint-labels.ts). */
export function paintGraphic(context: CanvasRenderingContext2D, graphic: SeatMapGraphic<string>): void {
  if (graphic.type === 'text') return
  context.beginPath()
  if (graphic.type === 'circle') context.arc(...graphic.center, graphic.radius, 0, 2 * Math.PI)
  else tracePolygon(context, graphic.points)
  context.fillStyle = graphic.fill
  context.globalAlpha = 0.35
  context.fill()
  context.globalAlpha = 1
}

function tracePolygon(context: CanvasRenderingContext2D, points: Point[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

/**
 * While the map shows no seats, a section with several categories has a band in the colour of each. A band is dimmed if no free
 * seat of its category matches the filter.
 */
export function paintHull(
  context: CanvasRenderingContext2D,
  { model, signs, theme, free, statuses, filterMask }: Scene,
  { index, category, capacity, hull, bands }: ModelSection,
  withSeats: boolean,
  k: number,
): void {
  const isEmpty = (free[index] ?? 0) === 0
  const isSolid = !withSeats || capacity !== null
  const colourOf = (number: number | null) => (isEmpty ? undefined : signs.get(number ?? -1)?.colour)
  context.beginPath()
  tracePolygon(context, hull)
  context.save()
  context.globalAlpha = isEmpty ? EMPTY_ALPHA : isSolid ? 0.85 : 0.12
  context.fillStyle = colourOf(category) ?? theme.muted
  if (withSeats || bands.length === 0) context.fill()
  else {
    context.clip()
    const margin = model.spacing * 0.6
    const alpha = context.globalAlpha
    for (const { category, bounds, from, to } of bands) {
      const { x, y, width, height } = bounds
      const isBandEmpty = freeBetween(statuses, filterMask, from, to) === 0
      context.globalAlpha = isBandEmpty ? EMPTY_ALPHA : alpha
      context.fillStyle = (isBandEmpty ? undefined : colourOf(category)) ?? theme.muted
      context.fillRect(x - margin, y - margin, width + 2 * margin, height + 2 * margin)
    }
  }
  context.restore()
  context.lineWidth = 1 / k
  context.strokeStyle = colourOf(category) ?? theme.line
  context.stroke()
}
