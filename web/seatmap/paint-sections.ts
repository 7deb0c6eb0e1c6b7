/** Paints the map around the seats: the stage and other graphics, and the outlines of sections. */
import type { Point, SeatMapGraphic } from '../../schema/seat-map.ts'
import type { Scene } from './scene.ts'
import type { ModelSection } from './seat-model.ts'

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

export function paintHull(
  context: CanvasRenderingContext2D,
  { signs, theme, free }: Scene,
  section: ModelSection,
  withSeats: boolean,
  k: number,
): void {
  const sign = section.category === null ? undefined : signs.get(section.category)
  const isEmpty = (free[section.index] ?? 0) === 0
  context.beginPath()
  tracePolygon(context, section.hull)
  context.fillStyle = isEmpty ? theme.muted : (sign?.colour ?? theme.muted)
  const isSolid = !withSeats || section.capacity !== null
  context.globalAlpha = isEmpty ? 0.16 : isSolid ? 0.85 : 0.12
  context.fill()
  context.globalAlpha = 1
  context.lineWidth = 1 / k
  context.strokeStyle = isEmpty ? theme.line : (sign?.colour ?? theme.line)
  context.stroke()
}
