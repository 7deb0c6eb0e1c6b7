/**
 * Paints the map into its canvas. The first picture, and one for another size, are painted at once. A later picture is first
 * painted into a second canvas that is not visible, in slices of a few milliseconds per frame, and then copied. So a repaint
 * of thousands of seats does not delay a tap. A movement of the map stops the repaint, which begins anew after the movement.
 *
 * The rings of the hovered and of the pressed seat are painted over the picture, so that they appear without a repaint. The
 * second canvas keeps the picture without them.
 */

import type { Point } from '../../schema/seat-map.ts'
import { forgetWidths } from './paint-labels.ts'
import { OVERSCAN, paintRing, paintScene } from './paint-scene.ts'
import type { MapTheme, Scene } from './scene.ts'
import type { SeatModel } from './seat-model.ts'
import { type Size, stillCovers, transformBetween, type View } from './viewport.ts'
import { createZoomControl, type ZoomControl } from './zoom-control.ts'

/** The time without movement after which the map may be repainted. */
const SETTLE_MS = 90
/** The time that a repaint may take of each frame. Phones show 60 frames a second, so a frame has 16.7 ms. */
const SLICE_MS = 6
/** Usually the seat's new state replaces the ring of a press earlier. If the press changes nothing, the ring goes away. */
const PRESS_MS = 600
/** Limits the memory of the canvases. In a window that would need more pixels, the map is painted at a lower density. */
const MAXIMUM_PIXELS = 9_000_000

type MapState = Pick<Scene, 'statuses' | 'filterMask' | 'free' | 'signs'>

export type Painter = {
  control: ZoomControl
  update: (state: MapState) => void
  /** Marks the seat under the mouse, by its index. */
  hover: (index: number | null) => void
  /** Marks a seat at once, before its new state is known. */
  press: (index: number) => void
  destroy: () => void
}

type PainterOptions = {
  onGesture: () => void
  isSeat: (at: Point, view: View, state: MapState) => boolean
  zoomsByWheel: () => boolean
}

export function createPainter(
  element: HTMLElement,
  canvas: HTMLCanvasElement,
  model: SeatModel,
  { onGesture, isSeat, zoomsByWheel }: PainterOptions,
): Painter {
  const context = canvas.getContext('2d')
  const picture = document.createElement('canvas')
  const pictureContext = picture.getContext('2d')
  // Keys work only once the painter exists, so the element enters the tab order here.
  element.tabIndex = 0
  let size = measure(element)
  let painted: View | null = null
  /** Whether the second canvas contains the visible picture. */
  let isKept = false
  /** The number of canvas pixels per CSS pixel of the visible picture. */
  let paintedDensity = 1
  let state: MapState | null = null
  let hovered: number | null = null
  let pressed: number | null = null
  let theme = readTheme(element)
  let settling: ReturnType<typeof setTimeout> | undefined
  let lastMoved = 0
  let forgetting: ReturnType<typeof setTimeout> | undefined
  /** The frame that continues a repaint; 0 if there is none. */
  let frame = 0

  const control = createZoomControl({
    element,
    bounds: model.bounds,
    spacing: model.spacing,
    size,
    reducesMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isSeat: (at) => state !== null && isSeat(at, control.view(), state),
    zoomsByWheel,
    onMove(view) {
      if (painted) moveCanvas(transformBetween(painted, view))
      stopRepaint()
      if (hovered !== null) {
        hovered = null
        onGesture()
      }
      lastMoved = performance.now()
      settling ??= setTimeout(repaintWhenSettled, SETTLE_MS)
    },
  })

  function moveCanvas({ scale, x, y }: { scale: number; x: number; y: number }): void {
    canvas.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`
  }

  /** Repaints, or waits while a pointer is still down. If a blank edge is visible, it does not wait. */
  function repaintWhenSettled(): void {
    const still = performance.now() - lastMoved
    if (still < SETTLE_MS) {
      settling = setTimeout(repaintWhenSettled, SETTLE_MS - still)
      return
    }
    const mayWait = control.isGesturing() && painted !== null && stillCovers(painted, control.view(), size, OVERSCAN)
    if (mayWait) settling = setTimeout(repaintWhenSettled, SETTLE_MS)
    else repaint()
  }

  function stopRepaint(): void {
    cancelAnimationFrame(frame)
    frame = 0
  }

  function repaint(): void {
    clearTimeout(settling)
    settling = undefined
    stopRepaint()
    if (!context || !pictureContext || !state || size.width === 0 || size.height === 0) return
    const view = control.view()
    const scale = density(size)
    const scene = { model, ...state, theme }
    if (sizeTo(canvas, pixelSize(size))) {
      for (const _ of paintScene(context, scene, view, size, scale));
      isKept = false
      show(view, scale)
      return
    }
    sizeTo(picture, canvas)
    isKept = false
    const steps = paintScene(pictureContext, scene, view, size, scale)
    const slice = (end: number) => {
      frame = 0
      while (performance.now() < end) {
        if (!steps.next().done) continue
        isKept = true
        show(view, scale)
        return
      }
      frame = requestAnimationFrame(() => slice(performance.now() + SLICE_MS))
    }
    slice(performance.now() + SLICE_MS)
  }

  /** Shows the new picture, in its place. The map may have moved since `view`. */
  function show(view: View, scale: number): void {
    // Browser zoom may change the size in CSS pixels alone.
    canvas.style.width = `${size.width * (1 + 2 * OVERSCAN)}px`
    canvas.style.height = `${size.height * (1 + 2 * OVERSCAN)}px`
    canvas.style.left = `${-OVERSCAN * size.width}px`
    canvas.style.top = `${-OVERSCAN * size.height}px`
    canvas.style.transformOrigin = `${OVERSCAN * size.width}px ${OVERSCAN * size.height}px`
    painted = view
    paintedDensity = scale
    if (isKept || hovered !== null || pressed !== null) showRings()
    moveCanvas(transformBetween(view, control.view()))
    canvas.dataset.view = [view.k, view.x, view.y].map((value) => value.toFixed(4)).join(' ')
  }

  /** Whether a repaint is due or in progress. Its picture will show the rings. */
  function isRepainting(): boolean {
    return settling !== undefined || frame !== 0
  }

  function keepPicture(): void {
    if (isKept || !pictureContext) return
    sizeTo(picture, canvas)
    copy(canvas, pictureContext)
    isKept = true
  }

  /** Shows the picture with the current rings, and without earlier ones. */
  function showRings(): void {
    if (!context) return
    keepPicture()
    copy(picture, context)
    for (const index of new Set([hovered, pressed])) paintRingAround(index)
  }

  function paintRingAround(index: number | null): void {
    const seat = index === null ? undefined : model.seats[index]
    if (!context || !painted || !seat) return
    context.setTransform(paintedDensity, 0, 0, paintedDensity, 0, 0)
    context.translate(OVERSCAN * size.width + painted.x, OVERSCAN * size.height + painted.y)
    context.scale(painted.k, painted.k)
    paintRing(context, theme, seat, model.spacing * 0.4)
  }

  const observer = new ResizeObserver(() => {
    const next = measure(element)
    if (next.width === 0 || (next.width === size.width && next.height === size.height && painted)) return
    size = next
    theme = readTheme(element)
    control.resize(size)
    repaint()
  })
  observer.observe(element)

  // Another painter may have measured in a font that has been replaced meanwhile.
  forgetWidths()
  // Labels were measured and painted in a fallback font.
  function repaintInNewFont(): void {
    forgetWidths()
    if (painted !== null && settling === undefined) repaint()
  }
  document.fonts.addEventListener('loadingdone', repaintInNewFont)

  return {
    control,
    update(next) {
      state = next
      pressed = null
      // During a gesture, the pending repaint shows the new state.
      if (settling === undefined || painted === null) repaint()
    },
    hover(index) {
      if (index === hovered) return
      hovered = index
      // The window has moved to a screen of another density.
      if (painted && settling === undefined && density(size) !== paintedDensity) repaint()
      if (!isRepainting()) showRings()
    },
    press(index) {
      pressed = index
      if (!isRepainting()) keepPicture()
      paintRingAround(index)
      clearTimeout(forgetting)
      forgetting = setTimeout(() => {
        if (pressed === null) return
        pressed = null
        if (!isRepainting()) showRings()
      }, PRESS_MS)
    },
    destroy() {
      clearTimeout(settling)
      clearTimeout(forgetting)
      stopRepaint()
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', repaintInNewFont)
      control.destroy()
    },
  }
}

function density({ width, height }: Size): number {
  const area = width * height * (1 + 2 * OVERSCAN) ** 2
  return Math.min(devicePixelRatio, 2, Math.sqrt(MAXIMUM_PIXELS / area))
}

function pixelSize(size: Size): Size {
  const scale = (1 + 2 * OVERSCAN) * density(size)
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
}

/** Gives a canvas a size in pixels, which clears it. Returns false if it has this size already. */
function sizeTo(canvas: HTMLCanvasElement, { width, height }: Size): boolean {
  if (canvas.width === width && canvas.height === height) return false
  canvas.width = width
  canvas.height = height
  return true
}

function copy(from: HTMLCanvasElement, to: CanvasRenderingContext2D): void {
  to.setTransform(1, 0, 0, 1, 0, 0)
  to.clearRect(0, 0, from.width, from.height)
  to.drawImage(from, 0, 0)
}

function measure(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight }
}

function readTheme(element: HTMLElement): MapTheme {
  const style = getComputedStyle(element)
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback
  return {
    ink: token('--ink', style.color),
    muted: token('--muted', '#6b7280'),
    ground: token('--surface', '#ffffff'),
    line: token('--line', '#9ca3af'),
    own: token('--ink', style.color),
    ownInk: token('--surface', '#ffffff'),
    font: style.fontFamily,
  }
}
