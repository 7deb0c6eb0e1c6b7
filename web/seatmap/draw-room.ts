/** Draws the room around the seats: its stage and fittings, the outlines of sections, and their names. */
import type { Point, SeatMapGraphic } from '../../schema/seat-map.ts'
import type { MapTheme, Scene } from './scene.ts'
import type { ModelSection } from './seat-model.ts'
import { SEATS_FROM, toScreen, type View } from './viewport.ts'

/** Pixels: a stage's name need not grow with the stage. */
const LARGEST_LABEL = 28

export function drawGraphic(
  context: CanvasRenderingContext2D,
  graphic: SeatMapGraphic,
  theme: MapTheme,
  k: number,
): void {
  context.beginPath()
  if (graphic.type === 'text') {
    context.fillStyle = theme.muted
    context.font = `600 ${graphic.size}px ${theme.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(graphic.text, ...graphic.at)
    return
  }
  context.fillStyle = graphic.fill
  if (graphic.type === 'circle') context.arc(...graphic.center, graphic.radius, 0, 2 * Math.PI)
  else tracePolygon(context, graphic.points)
  context.globalAlpha = 0.35
  context.fill()
  context.globalAlpha = 1
  if (!graphic.label) return
  const [x, y, width] = graphic.type === 'circle' ? [...graphic.center, graphic.radius * 1.6] : middleOf(graphic.points)
  context.fillStyle = theme.ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `600 100px ${theme.font}`
  const natural = context.measureText(graphic.label).width
  const height = graphic.type === 'circle' ? graphic.radius : middleOf(graphic.points)[3]
  context.font = `600 ${Math.min((width * 70) / natural, height * 0.5, LARGEST_LABEL / k)}px ${theme.font}`
  context.fillText(graphic.label, x, y)
}

function middleOf(points: Point[]): [x: number, y: number, width: number, height: number] {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top]
}

function tracePolygon(context: CanvasRenderingContext2D, points: Point[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

export function drawHull(
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
  const standsForSeats = !withSeats || section.capacity !== null
  context.globalAlpha = isEmpty ? 0.16 : standsForSeats ? 0.85 : 0.12
  context.fill()
  context.globalAlpha = 1
  context.lineWidth = 1 / k
  context.strokeStyle = isEmpty ? theme.line : (sign?.colour ?? theme.line)
  context.stroke()
}

/** Pixels. Smaller words are only noise; the list and a closer look have them all. */
const LEAST_NAME_PIXELS = 8
const NAME_SHARE = 0.8

/** The section's name with its category's letter, and what is free where there is room for a second line. */
export function drawName(
  context: CanvasRenderingContext2D,
  { signs, theme, free }: Scene,
  section: ModelSection,
  view: View,
  pixels: number,
): void {
  const width = section.bounds.width * view.k
  const height = section.bounds.height * view.k
  let size = Math.min(15, height * 0.4, Math.max(10, width / 7))
  if (width < 26 || height < 13) return
  const sign = section.category === null ? undefined : signs.get(section.category)
  const left = free[section.index] ?? 0
  const showsSeats = pixels >= SEATS_FROM && section.capacity === null
  const [x, y] = toScreen(view, section.centre)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `700 ${size}px ${theme.font}`
  const name = [sign && signs.size > 1 ? `${sign.letter} · ` : '', section.name].join('')
  const text = context.measureText(name).width <= width - 6 ? name : section.name
  // A name keeps to its section, so that neighbours' names never run into each other; sections are seldom rectangles.
  const fitting = Math.min(1, (width * NAME_SHARE) / context.measureText(text).width)
  if (size * fitting < LEAST_NAME_PIXELS) return
  size *= fitting
  context.font = `700 ${size}px ${theme.font}`
  if (showsSeats) {
    context.lineWidth = 4
    context.lineJoin = 'round'
    context.strokeStyle = theme.ground
    context.strokeText(text, x, y)
    context.fillStyle = theme.ink
    context.fillText(text, x, y)
    return
  }
  const hasSecondLine = height > size * 3.2 && left > 0
  context.fillStyle = left === 0 ? theme.muted : (sign?.ink ?? theme.ink)
  context.fillText(text, x, hasSecondLine ? y - size * 0.55 : y)
  if (!hasSecondLine) return
  context.font = `500 ${Math.max(10, size * 0.8)}px ${theme.font}`
  context.fillText(String(left), x, y + size * 0.6)
}
