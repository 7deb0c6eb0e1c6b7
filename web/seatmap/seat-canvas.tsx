/**
 * The canvas of the map. It is larger than the map's window. During a gesture, CSS moves and scales it. It is repainted after
 * the gesture, or earlier if the gesture pauses while a blank edge is visible.
 *
 * The component reports a seat under the mouse, and clicks on seats and standing areas. While seats are too small to tap, a
 * tap on a seat zooms in instead. A tap or click beside the seats of a section then zooms in, too. hit-test.ts says which seat
 * a tap means.
 *
 * Arrow keys pan the map, + and - zoom, and 0 shows the whole map. Visitors choose seats by keyboard in the list.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import type { Point } from '../../schema/seat-map.ts'
import { seatHit } from './hit-test.ts'
import { OVERSCAN, paintScene } from './paint-scene.ts'
import type { MapTheme, Scene } from './scene.ts'
import { type ModelSection, type SeatModel, sectionAt } from './seat-model.ts'
import {
  SEATS_FROM,
  type Size,
  stillCovers,
  TAP_FROM,
  toMap,
  toScreen,
  transformBetween,
  type View,
} from './viewport.ts'
import { createZoomControl, pointerPosition, type ZoomControl } from './zoom-control.ts'

/** The time without movement after which the canvas may be repainted. */
const SETTLE_MS = 90
/** Limits the memory of the canvas. In a window that would need more pixels, the map is painted at a lower density. */
const MAXIMUM_PIXELS = 9_000_000
/** The pixels by which an arrow key moves the map. */
const PAN_STEP = 80

export type SeatCanvasHandle = {
  zoomBy: (factor: number) => void
  showAll: () => void
  showSection: (id: string) => void
}

type SeatCanvasProps = Pick<Scene, 'model' | 'statuses' | 'filterMask' | 'free' | 'signs'> & {
  label: string
  describedBy: string
  /** Whether the wheel zooms without the Ctrl key. Otherwise it scrolls the page. */
  zoomsByWheel: boolean
  onSeat: (index: number, isSecondClick: boolean) => void
  onSection: (section: ModelSection) => void
  /** Called with the seat under the mouse and the seat's position in the map's window, or with null if there is none. */
  onHover: (hovered: { index: number; at: Point } | null) => void
  ref: Ref<SeatCanvasHandle>
}

export function SeatCanvas({
  model,
  statuses,
  filterMask,
  free,
  signs,
  label,
  describedBy,
  zoomsByWheel,
  ref,
  ...events
}: SeatCanvasProps) {
  const windowRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  const handlers = useRef({ ...events, zoomsByWheel })
  handlers.current = { ...events, zoomsByWheel }

  useEffect(() => {
    if (!windowRef.current || !canvasRef.current) return
    const created = createPainter(windowRef.current, canvasRef.current, model, {
      onGesture: () => handlers.current.onHover(null),
      zoomsByWheel: () => handlers.current.zoomsByWheel,
    })
    painter.current = created
    return () => {
      created.destroy()
      painter.current = null
    }
  }, [model])

  useEffect(() => {
    painter.current?.update({ statuses, filterMask, free, signs })
  }, [statuses, filterMask, free, signs])

  useImperativeHandle(ref, () => ({
    zoomBy: (factor) => painter.current?.control.zoomBy(factor),
    showAll: () => painter.current?.control.showAll(),
    showSection(id) {
      const section = model.sections.find((each) => each.id === id)
      if (section) painter.current?.control.show(section.bounds)
    },
  }))

  function hitTest(
    event: MouseEvent<HTMLElement>,
  ): { index: number | null; section: ModelSection | null; at: Point; isTouch: boolean } | null {
    const { control } = painter.current ?? {}
    if (!control) return null
    const at = pointerPosition(event.nativeEvent, event.currentTarget)
    const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    const view = control.view()
    return {
      index: seatHit(model, { statuses, filterMask }, view, at, isTouch),
      section: sectionAt(model, toMap(view, at)),
      at,
      isTouch,
    }
  }

  function handleClick(event: MouseEvent<HTMLElement>): void {
    const { control } = painter.current ?? {}
    const hit = hitTest(event)
    if (!control || !hit) return
    const pixels = model.spacing * control.view().k
    if (hit.index !== null && (!hit.isTouch || pixels >= TAP_FROM)) events.onSeat(hit.index, event.detail > 1)
    else if (hit.section !== null && hit.section.capacity !== null) events.onSection(hit.section)
    else if (hit.index === null && hit.section === null) return
    else if (pixels < SEATS_FROM && hit.section) control.show(hit.section.bounds)
    else if (pixels < TAP_FROM) control.zoomBy(Math.max(2, (TAP_FROM * 1.4) / pixels), hit.at)
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>): void {
    // A finger would cover the tooltip. On touch devices, a notice names the seat after the tap.
    if (event.buttons !== 0 || event.pointerType !== 'mouse') return
    const hit = hitTest(event)
    painter.current?.hover(hit?.index ?? null)
    event.currentTarget.style.cursor = hit?.index != null || hit?.section ? 'pointer' : 'grab'
    const seat = hit?.index == null ? undefined : model.seats[hit.index]
    const view = painter.current?.control.view()
    if (hit?.index == null || !seat || !view) events.onHover(null)
    else events.onHover({ index: hit.index, at: toScreen(view, [seat.x, seat.y]) })
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const { control } = painter.current ?? {}
    const act = control && KEYS[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act(control)
  }

  return (
    <div
      ref={windowRef}
      role="application"
      aria-label={label}
      aria-describedby={describedBy}
      className="absolute inset-0 overflow-hidden select-none focus-visible:outline-2 focus-visible:-outline-offset-2"
      onClick={handleClick}
      onPointerMove={handlePointerMove}
      onPointerLeave={() => {
        painter.current?.hover(null)
        events.onHover(null)
      }}
      onKeyDown={handleKey}
    >
      <canvas ref={canvasRef} className="pointer-events-none absolute max-w-none" data-testid="seat-canvas" />
    </div>
  )
}

const KEYS: Record<string, (control: ZoomControl) => void> = {
  ArrowLeft: (control) => control.panBy(PAN_STEP, 0),
  ArrowRight: (control) => control.panBy(-PAN_STEP, 0),
  ArrowUp: (control) => control.panBy(0, PAN_STEP),
  ArrowDown: (control) => control.panBy(0, -PAN_STEP),
  '+': (control) => control.zoomBy(1.6),
  '-': (control) => control.zoomBy(1 / 1.6),
  '0': (control) => control.showAll(),
}

type MapState = Pick<Scene, 'statuses' | 'filterMask' | 'free' | 'signs'>
type Painter = {
  control: ZoomControl
  update: (state: MapState) => void
  hover: (index: number | null) => void
  destroy: () => void
}

function createPainter(
  element: HTMLElement,
  canvas: HTMLCanvasElement,
  model: SeatModel,
  { onGesture, zoomsByWheel }: { onGesture: () => void; zoomsByWheel: () => boolean },
): Painter {
  const context = canvas.getContext('2d')
  // Keys work only once the painter exists, so the element enters the tab order here.
  element.tabIndex = 0
  let size = measure(element)
  let painted: View | null = null
  let state: MapState | null = null
  let hovered: number | null = null
  let theme = readTheme(element)
  let settling: ReturnType<typeof setTimeout> | undefined

  const control = createZoomControl({
    element,
    bounds: model.bounds,
    spacing: model.spacing,
    size,
    reducesMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isSeat: (at) =>
      state !== null &&
      model.spacing * control.view().k >= TAP_FROM &&
      seatHit(model, state, control.view(), at, true) !== null,
    zoomsByWheel,
    onMove(view) {
      if (painted) moveCanvas(transformBetween(painted, view))
      if (hovered !== null) {
        hovered = null
        onGesture()
      }
      clearTimeout(settling)
      settling = setTimeout(paintWhenSettled, SETTLE_MS)
    },
  })

  function moveCanvas({ scale, x, y }: { scale: number; x: number; y: number }): void {
    canvas.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`
  }

  /**
   * Repaints, or waits while a pointer is still down, because repainting would make the gesture stutter. If a blank edge is
   * visible, it does not wait.
   */
  function paintWhenSettled(): void {
    const mayWait = control.isGesturing() && painted !== null && stillCovers(painted, control.view(), size, OVERSCAN)
    if (mayWait) settling = setTimeout(paintWhenSettled, SETTLE_MS)
    else paint()
  }

  function paint(): void {
    clearTimeout(settling)
    settling = undefined
    if (!context || !state || size.width === 0) return
    const [width, height] = [size.width * (1 + 2 * OVERSCAN), size.height * (1 + 2 * OVERSCAN)]
    const density = Math.min(devicePixelRatio, 2, Math.sqrt(MAXIMUM_PIXELS / (width * height)))
    const [pixelWidth, pixelHeight] = [Math.round(width * density), Math.round(height * density)]
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth
      canvas.height = pixelHeight
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
      canvas.style.left = `${-OVERSCAN * size.width}px`
      canvas.style.top = `${-OVERSCAN * size.height}px`
      canvas.style.transformOrigin = `${OVERSCAN * size.width}px ${OVERSCAN * size.height}px`
    }
    painted = control.view()
    paintScene(context, { model, ...state, theme, hovered }, painted, size, density)
    moveCanvas({ scale: 1, x: 0, y: 0 })
    canvas.dataset.view = [painted.k, painted.x, painted.y].map((value) => value.toFixed(4)).join(' ')
  }

  const observer = new ResizeObserver(() => {
    const next = measure(element)
    if (next.width === 0 || (next.width === size.width && next.height === size.height && painted)) return
    size = next
    theme = readTheme(element)
    control.resize(size)
    paint()
  })
  observer.observe(element)

  return {
    control,
    update(next) {
      state = next
      // During a gesture, the pending repaint shows the new state.
      if (settling === undefined || painted === null) paint()
    },
    hover(index) {
      if (index === hovered) return
      hovered = index
      if (settling === undefined) paint()
    },
    destroy() {
      clearTimeout(settling)
      observer.disconnect()
      control.destroy()
    },
  }
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
