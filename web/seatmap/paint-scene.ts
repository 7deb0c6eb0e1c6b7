/**
 * Paints the visible part of the map onto a canvas in this sequence: graphics, outlines of sections, seats, seat numbers,
 * signs of special seats, labels, and marks of the sections with own seats. Seats, numbers and signs appear only once they are
 * large enough, and marks only until then. The work is a generator that yields after small steps, because a whole picture takes
 * a slow phone longer than a frame.
 */
import { SEAT_FLAGS } from '../../schema/seat-map.ts'
import { OUTLINES, type Shape } from './category-signs.ts'
import { paintLabels } from './paint-labels.ts'
import { paintGraphic, paintHull } from './paint-sections.ts'
import type { Scene } from './scene.ts'
import { flagsOf } from './seat-flags.ts'
import { type Bounds, type ModelSeat, seatsWithin } from './seat-model.ts'
import { isUnavailable, SEAT } from './seat-status.ts'
import {
  CORNER_SIGNS_FROM,
  NUMBERS_FROM,
  SEATS_FROM,
  SIGNS_FROM,
  type Size,
  toScreen,
  type View,
  visibleBounds,
} from './viewport.ts'

/**
 * Seats of the same style are filled in paths of this many seats. Measurements on phones: smaller paths need more fill
 * calls, and larger paths take longer to rasterise.
 */
const SEATS_PER_PATH = 24

/**
 * On each side, the canvas extends beyond the map's window by this share of the window's size, so that a short drag shows no
 * blank edge.
 */
export const OVERSCAN = 0.25

/** The radius of the mark of a section with own seats, in CSS pixels. */
const MARK_RADIUS = 7

/** The sections, or numbers of seats, that are painted between two yields. */
const STEP = 64

/** `size` is the size of the map's window in CSS pixels, `density` the number of canvas pixels per CSS pixel. */
export function* paintScene(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  size: Size,
  density: number,
): Generator<void> {
  const pixels = scene.model.spacing * view.k
  const visible = visibleBounds(view, size, OVERSCAN)
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, size.width * (1 + 2 * OVERSCAN), size.height * (1 + 2 * OVERSCAN))
  // The former picture may have been given up halfway.
  context.globalAlpha = 1
  context.translate(OVERSCAN * size.width + view.x, OVERSCAN * size.height + view.y)
  context.scale(view.k, view.k)
  for (const graphic of scene.model.graphics) paintGraphic(context, graphic)
  for (const section of scene.model.sections) {
    if (section.index % STEP === STEP - 1) yield
    if (overlaps(section.bounds, visible)) paintHull(context, scene, section, pixels >= SEATS_FROM, view.k)
  }
  yield
  if (pixels >= SEATS_FROM) yield* paintSeats(context, scene, visible, pixels)
  context.setTransform(density, 0, 0, density, 0, 0)
  context.translate(OVERSCAN * size.width, OVERSCAN * size.height)
  if (pixels >= NUMBERS_FROM) yield* paintNumbers(context, scene, visible, view, pixels)
  if (pixels >= SIGNS_FROM) paintFlags(context, scene, visible, view, pixels)
  yield
  yield* paintLabels(context, scene, view, (bounds) => overlaps(bounds, visible))
  if (pixels < SEATS_FROM) paintOwnMarks(context, scene, view)
}

/** Paints a ring around the seat under the mouse, or around a pressed seat. `radius` is that of a free seat. */
export function paintRing(
  context: CanvasRenderingContext2D,
  theme: Scene['theme'],
  seat: ModelSeat,
  radius: number,
): void {
  context.beginPath()
  context.arc(seat.x, seat.y, radius * 1.35, 0, 2 * Math.PI)
  context.lineWidth = radius * 0.22
  context.strokeStyle = theme.ink
  context.stroke()
}

function overlaps(a: Bounds, b: Bounds): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function* paintSeats(
  context: CanvasRenderingContext2D,
  scene: Scene,
  visible: Bounds,
  pixels: number,
): Generator<void> {
  const { model, statuses, signs, theme } = scene
  const radius = model.spacing * 0.4
  const taken: ModelSeat[] = []
  const held: ModelSeat[] = []
  const faded: ModelSeat[] = []
  const free = new Map<number, ModelSeat[]>()
  const special: { seat: ModelSeat; status: number }[] = []
  for (const index of seatsWithin(model, visible)) {
    const seat = model.seats[index]
    const status = statuses[index]
    if (!seat || status === undefined) continue
    if (status === SEAT.taken) taken.push(seat)
    else if (status === SEAT.held) held.push(seat)
    else if (status === SEAT.free && scene.filterMask?.[index] === 0) faded.push(seat)
    else if (status === SEAT.free) {
      const group = free.get(seat.pricing_category_id)
      if (group) group.push(seat)
      else free.set(seat.pricing_category_id, [seat])
    } else special.push({ seat, status })
  }
  context.fillStyle = theme.muted
  context.globalAlpha = 0.45
  yield* fillMarks(context, taken, 'circle', radius * 0.5, pixels < SIGNS_FROM)
  yield* fillMarks(context, held, 'diamond', radius * 0.62, pixels < SIGNS_FROM)
  context.globalAlpha = 0.2
  yield* fillMarks(context, faded, 'circle', radius * 0.8, pixels < SIGNS_FROM)
  context.globalAlpha = 1
  for (const [category, seats] of free) {
    const sign = signs.get(category)
    context.fillStyle = sign?.colour ?? theme.ink
    yield* fillMarks(context, seats, sign?.shape ?? 'circle', radius, pixels < SIGNS_FROM)
  }
  for (const { seat, status } of special) paintOwnSeat(context, scene, seat, status, radius)
}

function* fillMarks(
  context: CanvasRenderingContext2D,
  seats: ModelSeat[],
  shape: Shape,
  radius: number,
  isTiny: boolean,
): Generator<void> {
  for (let from = 0; from < seats.length; from += SEATS_PER_PATH) {
    yield
    context.beginPath()
    for (const { x, y } of seats.slice(from, from + SEATS_PER_PATH)) {
      if (isTiny) context.rect(x - radius, y - radius, radius * 2, radius * 2)
      else traceShape(context, shape, x, y, radius)
    }
    context.fill()
  }
}

function traceShape(context: CanvasRenderingContext2D, shape: Shape, x: number, y: number, radius: number): void {
  if (shape === 'circle') {
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
    return
  }
  for (const [index, [dx, dy]] of OUTLINES[shape].entries()) {
    if (index === 0) context.moveTo(x + dx * radius, y + dy * radius)
    else context.lineTo(x + dx * radius, y + dy * radius)
  }
  context.closePath()
}

/**
 * Paints a seat that the visitor holds or has chosen: larger, in another colour and with a tick. While a request for the seat
 * waits for the server, the seat is translucent. A seat that is being released has no tick.
 */
function paintOwnSeat(
  context: CanvasRenderingContext2D,
  { theme }: Scene,
  seat: { x: number; y: number },
  status: number,
  radius: number,
): void {
  context.globalAlpha = status === SEAT.own || status === SEAT.chosen ? 1 : 0.55
  context.beginPath()
  context.arc(seat.x, seat.y, radius * 1.12, 0, 2 * Math.PI)
  context.lineWidth = radius * 0.3
  context.strokeStyle = theme.own
  context.fillStyle = status === SEAT.removing ? theme.ground : theme.own
  context.fill()
  context.stroke()
  context.globalAlpha = 1
  if (status === SEAT.removing) return
  context.beginPath()
  context.moveTo(seat.x - radius * 0.5, seat.y + radius * 0.05)
  context.lineTo(seat.x - radius * 0.12, seat.y + radius * 0.42)
  context.lineTo(seat.x + radius * 0.55, seat.y - radius * 0.42)
  context.lineWidth = radius * 0.28
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = theme.ownInk
  context.stroke()
}

/** Paints a tick amid the own seats of each section, which are too small to see. It covers the section's label. */
function paintOwnMarks(context: CanvasRenderingContext2D, scene: Scene, view: View): void {
  const own = new Map<number, ModelSeat[]>()
  for (const [index, status] of scene.statuses.entries()) {
    if (status !== SEAT.own && status !== SEAT.chosen) continue
    // The first read of a seat builds the list of all seats, which the first picture seldom needs.
    const seat = scene.model.seats[index]
    if (seat) own.set(seat.section, [...(own.get(seat.section) ?? []), seat])
  }
  for (const seats of own.values()) {
    const meanOf = (axis: 'x' | 'y') => seats.reduce((sum, seat) => sum + seat[axis], 0) / seats.length
    const [x, y] = toScreen(view, [meanOf('x'), meanOf('y')])
    context.beginPath()
    context.arc(x, y, MARK_RADIUS * 1.5, 0, 2 * Math.PI)
    context.fillStyle = scene.theme.ownInk
    context.fill()
    paintOwnSeat(context, scene, { x, y }, SEAT.own, MARK_RADIUS)
  }
}

/**
 * Paints the numbers of free seats that match the filter, and each row's name to the left of the row's leftmost seat in the
 * visible part.
 */
function* paintNumbers(
  context: CanvasRenderingContext2D,
  scene: Scene,
  visible: Bounds,
  view: View,
  pixels: number,
): Generator<void> {
  const { model, statuses, signs, theme } = scene
  const leftmost = new Map<string, ModelSeat>()
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const size = Math.min(14, pixels * 0.36)
  context.font = `600 ${size}px ${theme.font}`
  for (const [position, index] of seatsWithin(model, visible).entries()) {
    if (position % STEP === STEP - 1) yield
    const seat = model.seats[index]
    if (!seat) continue
    const row = `${seat.section}/${seat.row}`
    if (seat.x < (leftmost.get(row)?.x ?? Infinity)) leftmost.set(row, seat)
    if (statuses[index] !== SEAT.free || scene.filterMask?.[index] === 0) continue
    if (pixels < CORNER_SIGNS_FROM && middleFlags(seat) !== 0) continue
    const [x, y] = toScreen(view, [seat.x, seat.y])
    context.fillStyle = signs.get(seat.pricing_category_id)?.ink ?? theme.ground
    context.fillText(seat.number, x, y + pixels * 0.02)
  }
  context.fillStyle = theme.muted
  context.textAlign = 'right'
  // The names of rows have less contrast than the numbers in seats, so they are at least 9 px high.
  context.font = `600 ${Math.max(9, size)}px ${theme.font}`
  for (const seat of leftmost.values()) {
    const [x, y] = toScreen(view, [seat.x, seat.y])
    // The outline of a section is usually 0.6 of a seat away.
    context.fillText(seat.row, x - pixels * 0.6 - 3, y)
  }
}

/** The flags whose signs may be in the middle of the seat. */
function middleFlags({ flags = 0 }: ModelSeat): number {
  return flags & ~SEAT_FLAGS.restrictedView
}

const paths = new Map<string, Path2D>()

/**
 * Paints the signs of seats with flags, except unavailable seats and seats that do not match the filter. A sign is in the
 * middle of its seat, instead of the number, and must not cover the tick of an own seat. Once seats are large enough, it is at
 * the seat's corner. A restricted view, which whole blocks may have, has its sign only there.
 */
function paintFlags(
  context: CanvasRenderingContext2D,
  scene: Scene,
  visible: Bounds,
  view: View,
  pixels: number,
): void {
  const { model, statuses, theme } = scene
  const isCorner = pixels >= CORNER_SIGNS_FROM
  const radius = isCorner ? Math.min(9, pixels * 0.2) : pixels * 0.26
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { index } of model.flagged) {
    const seat = model.seats[index]
    if (!seat || !contains(visible, seat) || isUnavailable(statuses[index]) || scene.filterMask?.[index] === 0) continue
    if (!isCorner && statuses[index] !== SEAT.free) continue
    const [x, y] = toScreen(view, [seat.x, seat.y])
    const flags = flagsOf(isCorner ? seat : { flags: middleFlags(seat) })
    for (const [flagIndex, { sign }] of flags.entries()) {
      const path = paths.get(sign) ?? new Path2D(sign)
      paths.set(sign, path)
      context.save()
      if (isCorner) context.translate(x + pixels * 0.32, y - pixels * 0.3 + flagIndex * radius * 2.4)
      else context.translate(x + flagIndex * radius, y)
      if (isCorner) {
        context.beginPath()
        context.arc(0, 0, radius * 1.25, 0, 2 * Math.PI)
        context.fillStyle = theme.ground
        context.fill()
      }
      context.scale(radius, radius)
      context.lineWidth = 0.26
      context.strokeStyle = isCorner ? theme.ink : (scene.signs.get(seat.pricing_category_id)?.ink ?? theme.ground)
      context.stroke(path)
      context.restore()
    }
  }
}

function contains({ x, y, width, height }: Bounds, seat: ModelSeat): boolean {
  return seat.x >= x && seat.x <= x + width && seat.y >= y && seat.y <= y + height
}
