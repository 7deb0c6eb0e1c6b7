/**
 * Paints the names of sections and graphics. Sections with similar names, such as the blocks of a tier, show the same parts of
 * their names at the same size, so that no block looks different by accident. If one of their labels would overlap another one
 * or leave its section, all of them lose their second line, are shortened or are left out, until zooming in makes room. The
 * names of sections have priority, and among them standing areas and large sections. A section whose seats are painted has no name,
 * because it would hide seats.
 */
import type { Point, SeatMapGraphic } from '../../schema/seat-map.ts'
import { freeOnMapText } from './free-seats-text.ts'
import { shortName, siblingKey, widestSpan } from './label-place.ts'
import type { Scene } from './scene.ts'
import type { ModelSection } from './seat-model.ts'
import { SEATS_FROM, toScreen, type View } from './viewport.ts'

/** The sizes of section names, in pixels. Visitors see a missing name after zooming in. */
const NAME_SIZES = [15, 13, 11.5, 10]
/** Smaller text is illegible. */
const SMALLEST_GRAPHIC_TEXT = 8
const SMALLEST_GRAPHIC = 10
const LARGEST_GRAPHIC = 28
/** The room on both sides of a label together, in pixels. */
const NAME_MARGIN = 6
/** The share of its section's height that a name may fill. */
const NAME_SHARE = 0.4
/** A label has a second line if its section is higher than this many font sizes. */
const TWO_LINES = 3.2
/** The space between two labels, in pixels. */
const GAP = 3
/** Half the height of a line, relative to its font size. */
const LINE_SHARE = 0.55

export type LabelBox = { left: number; top: number; right: number; bottom: number }

const NAME_WEIGHT = 700
const SECOND_WEIGHT = 500
const GRAPHIC_WEIGHT = 600

/** The part of a canvas's context that measures text. */
type TextRuler = Pick<CanvasRenderingContext2D, 'font'> & { measureText: (text: string) => { width: number } }

type Label = {
  text: string
  /** The number of free seats or tickets, below the name. */
  second: string | null
  at: Point
  size: number
  weight: number
  colour: string
}

/** Whether a label fits beside the labels that are already placed. */
export function labelFits(box: LabelBox, placed: readonly LabelBox[]): boolean {
  return placed.every(
    (other) =>
      box.left >= other.right + GAP ||
      box.right + GAP <= other.left ||
      box.top >= other.bottom + GAP ||
      box.bottom + GAP <= other.top,
  )
}

/** Yields after each section, as paint-scene.ts explains. */
export function* paintLabels(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  isVisible: VisibleTest,
): Generator<void> {
  const { model, theme } = scene
  const pixels = model.spacing * view.k
  const placed: LabelBox[] = []
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const groups = new Map<string, ModelSection[]>()
  for (const section of model.sections.toSorted((a, b) => priority(b) - priority(a))) {
    if (pixels >= SEATS_FROM && section.capacity === null) continue
    const key = siblingKey(section)
    groups.set(key, [...(groups.get(key) ?? []), section])
  }
  for (const group of groups.values()) {
    if (!group.some(({ bounds }) => isVisible(bounds))) continue
    for (const { label, box, section } of groupLabels(context, scene, group, view, placed)) {
      placed.push(box)
      if (!isVisible(section.bounds)) continue
      paintLabel(context, label, theme)
      yield
    }
  }
  for (const graphic of model.graphics) {
    const label = graphicLabel(context, scene, graphic, view)
    if (!label) continue
    const box = labelBox(context, label, theme)
    if (!labelFits(box, placed)) continue
    placed.push(box)
    paintLabel(context, label, theme)
  }
}

/**
 * The widths of texts at a font size of one pixel, by font and text. A font of a new size costs the browser about as much as
 * painting the label, and a label is measured at each repaint.
 */
const widths = new Map<string, number>()
/** The texts of several maps. When this number is reached, the cache is emptied. */
const WIDTHS_MAXIMUM = 2000
const MEASURED_AT = 100

/** Forgets all widths, because a font has loaded. Until then, they were those of a fallback font. */
export function forgetWidths(): void {
  widths.clear()
}

function widthAt1(context: TextRuler, text: string, weight: number, { font }: Scene['theme']): number {
  const key = `${weight} ${font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  context.font = `${weight} ${MEASURED_AT}px ${font}`
  const width = context.measureText(text).width / MEASURED_AT
  if (widths.size >= WIDTHS_MAXIMUM) widths.clear()
  widths.set(key, width)
  return width
}

type VisibleTest = (bounds: ModelSection['bounds']) => boolean

function priority({ capacity, bounds }: ModelSection): number {
  return bounds.width * bounds.height * (capacity === null ? 1 : 1000)
}

function nameFont({ weight, size }: Label, theme: Scene['theme']): string {
  return `${weight} ${size}px ${theme.font}`
}

function secondSize({ size }: Pick<Label, 'size'>): number {
  return wholeSize(Math.max(10, size * 0.8))
}

function secondFont(label: Label, theme: Scene['theme']): string {
  return `${SECOND_WEIGHT} ${secondSize(label)}px ${theme.font}`
}

/** The vertical centres of the name and of the second line, relative to the label's position. */
function lineCentres({ size, second }: Label): { name: number; second: number } {
  return { name: second === null ? 0 : size * -0.55, second: size * 0.6 }
}

/** The box around both lines. */
export function labelBox(context: TextRuler, label: Label, theme: Scene['theme']): LabelBox {
  const { text, second, size } = label
  const [x, y] = label.at
  const centres = lineCentres(label)
  let width = widthAt1(context, text, label.weight, theme) * size
  let bottom = centres.name + size * LINE_SHARE
  if (second !== null) {
    width = Math.max(width, widthAt1(context, second, SECOND_WEIGHT, theme) * secondSize(label))
    bottom = centres.second + secondSize(label) * LINE_SHARE
  }
  const top = centres.name - size * LINE_SHARE
  return { left: x - width / 2, right: x + width / 2, top: y + top, bottom: y + bottom }
}

function paintLabel(context: CanvasRenderingContext2D, label: Label, theme: Scene['theme']): void {
  const { text, second, colour } = label
  const [x, y] = label.at
  const centres = lineCentres(label)
  context.font = nameFont(label, theme)
  context.fillStyle = colour
  context.fillText(text, x, y + centres.name)
  if (second === null) return
  context.font = secondFont(label, theme)
  context.fillText(second, x, y + centres.second)
}

/** Rounds a font size down to half a pixel, so that all labels together need few fonts. */
function wholeSize(pixels: number): number {
  return Math.floor(pixels * 2) / 2
}

type PlacedLabel = { label: Label; box: LabelBox; section: ModelSection }

/**
 * The labels of sections with similar names: of all or, if one has no room, of none. They show the longest form of their names
 * that fits in every section: with the letter of its category if there are several categories, without it, or the number. A
 * second line shows the number of free seats or tickets, unless it is 0, unknown (infinite) or has no room in one of the sections.
 */
function groupLabels(
  context: TextRuler,
  { signs, theme, free }: Scene,
  group: readonly ModelSection[],
  view: View,
  placed: readonly LabelBox[],
): PlacedLabel[] {
  const forms: ((section: ModelSection) => string | null)[] = [
    (section) => (signs.size > 1 ? `${signOf(section, signs)?.letter} · ${section.name}` : null),
    ({ name }) => name,
    ({ name }) => shortName(name),
  ]
  /** Null if the label has no room in its section. */
  const labelIn = (section: ModelSection, text: string | null, size: number, hasSecond: boolean) => {
    const height = section.bounds.height * view.k
    const left = free[section.index] ?? 0
    const second = hasSecond && left > 0 && left < Infinity ? freeOnMapText(left) : null
    if (text === null || size > height * NAME_SHARE || (second !== null && height <= size * TWO_LINES)) return null
    const [, y] = section.centre
    const half = (size * (second === null ? LINE_SHARE : 1.15)) / view.k
    const span = widestSpan(section.hull, [y, y - half, y + half])
    if (!span) return null
    const label: Label = {
      text,
      second,
      at: toScreen(view, [(span[0] + span[1]) / 2, y]),
      size,
      weight: NAME_WEIGHT,
      colour: left === 0 ? theme.muted : (signOf(section, signs)?.ink ?? theme.ink),
    }
    const box = labelBox(context, label, theme)
    return box.right - box.left > (span[1] - span[0]) * view.k - NAME_MARGIN ? null : { label, box, section }
  }
  for (const hasSecond of [true, false]) {
    for (const textOf of forms) {
      for (const size of NAME_SIZES) {
        const found: PlacedLabel[] = []
        for (const section of group) {
          const label = labelIn(section, textOf(section), size, hasSecond)
          if (!label || !labelFits(label.box, [...placed, ...found.map((other) => other.box)])) break
          found.push(label)
        }
        if (found.length === group.length) return found
      }
    }
  }
  return []
}

function signOf({ category }: ModelSection, signs: Scene['signs']) {
  return category === null ? undefined : signs.get(category)
}

/** The text of a graphic, within its shape if it has one. It never reaches beyond the map's edge, where it would be cut off. */
function graphicLabel(
  context: CanvasRenderingContext2D,
  { model, theme }: Scene,
  graphic: SeatMapGraphic<string>,
  { k, ...view }: View,
): Label | null {
  const text = graphic.type === 'text' ? graphic.text : graphic.label
  if (!text) return null
  const natural = widthAt1(context, text, GRAPHIC_WEIGHT, theme)
  const { at, size: exact } = graphicText(graphic, natural, k)
  const size = wholeSize(exact)
  if (size < SMALLEST_GRAPHIC_TEXT) return null
  const half = (size * natural) / 2 / k
  const { x, width } = model.bounds
  const inside = Math.max(x + half, Math.min(x + width - half, at[0]))
  return {
    text,
    second: null,
    at: toScreen({ k, ...view }, [inside, at[1]]),
    size,
    weight: GRAPHIC_WEIGHT,
    colour: theme.ink,
  }
}

/** Where the text belongs on the map, and its size in pixels. `natural` is the text's width at the size 1. */
function graphicText(graphic: SeatMapGraphic<string>, natural: number, k: number): { at: Point; size: number } {
  if (graphic.type === 'text') {
    return { at: graphic.at, size: Math.min(LARGEST_GRAPHIC, Math.max(SMALLEST_GRAPHIC, graphic.size * k)) }
  }
  const [x, y, width, height] =
    graphic.type === 'circle'
      ? [...graphic.center, graphic.radius * 2.3, graphic.radius * 2]
      : centreAndSize(graphic.points)
  return { at: [x, y], size: Math.min((width * k * 0.7) / natural, height * k * 0.5, LARGEST_GRAPHIC) }
}

function centreAndSize(points: Point[]): [x: number, y: number, width: number, height: number] {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top]
}
