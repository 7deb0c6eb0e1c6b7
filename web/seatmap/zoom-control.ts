/**
 * Pans and zooms the map by mouse, wheel and touch. It computes the view. seat-canvas.tsx moves and repaints the canvas.
 * The wheel scrolls the page and zooms only with the Ctrl key, as browsers report a pinch on a trackpad. While the whole map is
 * visible, one finger scrolls the page, too. So visitors can scroll past the map.
 */
import type { Point } from '../../schema/seat-map.ts'
import type { Bounds } from './seat-model.ts'
import { betweenViews, clampView, fitView, type Size, scaleRange, type View } from './viewport.ts'

const GLIDE_MS = 260
/** A movement of fewer pixels between press and release still counts as a click. */
const CLICK_SLACK = 6
/** The most by which one event of the wheel zooms, as an exponent of 2. */
const LARGEST_STEP = 0.5
/** Two taps within this time and distance zoom in. */
const DOUBLE_MS = 300
const DOUBLE_SLACK = 24

export type ZoomControl = {
  view: () => View
  /** Whether a pointer is down. */
  isGesturing: () => boolean
  resize: (size: Size) => void
  zoomBy: (factor: number, centre?: Point) => void
  panBy: (dx: number, dy: number) => void
  showAll: () => void
  show: (bounds: Bounds) => void
  destroy: () => void
}

type ZoomOptions = {
  element: HTMLElement
  bounds: Bounds
  spacing: number
  size: Size
  reducesMotion: boolean
  /** Whether a double tap at this point belongs to a seat and must not zoom in. */
  isSeat: (at: Point) => boolean
  /** Whether the wheel zooms without the Ctrl key. */
  zoomsByWheel: () => boolean
  onMove: (view: View) => void
}

export function createZoomControl(options: ZoomOptions): ZoomControl {
  const { element, bounds, spacing, reducesMotion } = options
  let size = options.size
  let current = fitView(bounds, size)
  let frame = 0
  const pointers = new Map<number, Point>()
  /** The element's corner in the window. During a gesture it is not read anew, because that costs a layout per event. */
  let corner: Point = [0, 0]
  /** Whether the current or last gesture is more than a tap. */
  let hasMoved = false
  let lastTap = { at: [0, 0] as Point, time: Number.NEGATIVE_INFINITY }

  const range = () => scaleRange(bounds, spacing, size)
  const showsAll = () => current.k <= range()[0] * 1.01

  function jump(wanted: View): void {
    current = clampView(wanted, bounds, range(), size)
    const touchAction = showsAll() ? 'pan-y' : 'none'
    if (touchAction !== element.style.touchAction) element.style.touchAction = touchAction
    options.onMove(current)
  }

  function glide(to: View): void {
    cancelAnimationFrame(frame)
    if (reducesMotion) {
      jump(to)
      return
    }
    const from = current
    const end = clampView(to, bounds, range(), size)
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE_MS))
      jump(betweenViews(from, end, 1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }

  /**
   * The current view scaled by `factor`, within the range. The part of the map at the first position moves to the second.
   */
  function scaled(factor: number, [x, y]: Point, [toX, toY]: Point): View {
    const [minimum, maximum] = range()
    const k = Math.min(maximum, Math.max(minimum, current.k * factor))
    const ratio = k / current.k
    return { k, x: toX - (x - current.x) * ratio, y: toY - (y - current.y) * ratio }
  }

  function positionOf({ clientX, clientY }: PointerEvent): Point {
    return [clientX - corner[0], clientY - corner[1]]
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0) return
    cancelAnimationFrame(frame)
    if (pointers.size === 0) {
      hasMoved = false
      const { left, top } = element.getBoundingClientRect()
      corner = [left, top]
    }
    pointers.set(event.pointerId, positionOf(event))
  }

  function move(event: PointerEvent): void {
    const from = pointers.get(event.pointerId)
    if (!from) return
    const to = positionOf(event)
    const [other] = [...pointers].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]))
    if (other) {
      hasMoved = true
      jump(scaled(distance(to, other) / Math.max(1, distance(from, other)), middle(from, other), middle(to, other)))
    } else {
      if (!hasMoved && distance(from, to) < CLICK_SLACK) return
      if (event.pointerType === 'touch' && showsAll()) return
      if (!hasMoved) element.setPointerCapture(event.pointerId)
      hasMoved = true
      jump({ k: current.k, x: current.x + to[0] - from[0], y: current.y + to[1] - from[1] })
    }
    pointers.set(event.pointerId, to)
  }

  function release(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId) || hasMoved || event.type === 'pointercancel') return
    const at = positionOf(event)
    const isDouble = event.timeStamp - lastTap.time < DOUBLE_MS && distance(at, lastTap.at) < DOUBLE_SLACK
    lastTap = { at, time: isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp }
    if (isDouble && !options.isSeat(at)) glide(scaled(2, at, at))
  }

  /** Browsers fire a click at the end of a drag. This click must not choose a seat. */
  function suppressClick(event: MouseEvent): void {
    if (!hasMoved) return
    hasMoved = false
    event.stopPropagation()
  }

  function zoomByWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey && !options.zoomsByWheel()) return
    const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : event.deltaMode ? 1 : 0.002
    const at = pointerPosition(event, element)
    // A pinch has many small steps. A notch of a wheel is one large step, which must not skip the scales between.
    const change = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, -event.deltaY * step * (event.ctrlKey ? 10 : 1)))
    const wanted = scaled(2 ** change, at, at)
    // Even at either end of the range, the browser must not zoom the page.
    event.preventDefault()
    cancelAnimationFrame(frame)
    jump(wanted)
  }

  const listeners = new AbortController()
  const { signal } = listeners
  element.addEventListener('pointerdown', press, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', release, { signal })
  element.addEventListener('click', suppressClick, { signal, capture: true })
  element.addEventListener('wheel', zoomByWheel, { signal, passive: false })
  jump(current)

  return {
    view: () => current,
    isGesturing: () => pointers.size > 0,
    resize(next) {
      const wasWhole = showsAll()
      const dx = (next.width - size.width) / 2
      const dy = (next.height - size.height) / 2
      size = next
      jump(wasWhole ? fitView(bounds, size) : { k: current.k, x: current.x + dx, y: current.y + dy })
    },
    zoomBy: (factor, centre = [size.width / 2, size.height / 2]) => glide(scaled(factor, centre, centre)),
    panBy: (dx, dy) => glide({ k: current.k, x: current.x + dx, y: current.y + dy }),
    showAll: () => glide(fitView(bounds, size)),
    show: (part) => glide(fitView(part, size, range()[1])),
    destroy() {
      cancelAnimationFrame(frame)
      listeners.abort()
    },
  }
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}

function middle([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2]
}

/** The event's position in pixels from the element's top left corner. */
export function pointerPosition(event: MouseEvent, element: HTMLElement): Point {
  const { left, top } = element.getBoundingClientRect()
  return [event.clientX - left, event.clientY - top]
}
