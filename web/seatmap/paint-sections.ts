/** Paints the map around the seats: the stage and other graphics, the outlines of sections, and their names. */
import type { Point, SeatMapGraphic } from '../../schema/seat-map.ts'
import type { MapTheme, Scene } from './scene.ts'
import type { ModelSection } from './seat-model.ts'
import { SEATS_FROM, toScreen, type View } from './viewport.ts'

/** The largest font size of a graphic's label, in pixels. */
const LARGEST_LABEL = 28

export function paintGraphic(
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
  const [x, y, width] =
    graphic.type === 'circle' ? [...graphic.center, graphic.radius * 1.6] : centreAndSize(graphic.points)
  context.fillStyle = theme.ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `600 100px ${theme.font}`
  const natural = context.measureText(graphic.label).width
  const height = graphic.type === 'circle' ? graphic.radius : centreAndSize(graphic.points)[3]
  context.font = `600 ${Math.min((width * 70) / natural, height * 0.5, LARGEST_LABEL / k)}px ${theme.font}`
  context.fillText(graphic.label, x, y)
}

function centreAndSize(points: Point[]): [x: number, y: number, width: number, height: number] {
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

/** The smallest font size of a section's name, in pixels. Smaller text is illegible. Visitors see the name after zooming in. */
const MINIMUM_NAME_PIXELS = 8
const NAME_SHARE = 0.8

/**
 * Paints the section's name, with the letter of its category if there are several categories and the letter fits. If the map
 * shows no seats in the section, a second line shows the number of free seats or tickets, unless it is 0 or does not fit.
 */
export function paintSectionName(
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
  // The name must fit its section, or else it would overlap the names of neighbouring sections. Sections are seldom
  // rectangles, so the name may fill only a share of the section's width.
  const shrink = Math.min(1, (width * NAME_SHARE) / context.measureText(text).width)
  if (size * shrink < MINIMUM_NAME_PIXELS) return
  size *= shrink
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
