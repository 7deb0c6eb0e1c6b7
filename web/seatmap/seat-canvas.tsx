/**
 * The map's picture: one canvas, larger than its window, moved by CSS while a gesture lasts and drawn anew at rest. It
 * tells which seat or section is meant; what that does is its owner's matter. Keyboard: arrows move, + and − zoom,
 * 0 shows all; seats themselves are reached by the list beside the map.
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
import { drawScene, OVERSCAN } from './draw.ts'
import type { MapTheme, Scene } from './scene.ts'
import { type ModelSection, type SeatModel, seatAt, sectionAt } from './seat-model.ts'
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
import { createZoomControl, pointOf, type ZoomControl } from './zoom-control.ts'

/** How long a gesture pauses before the picture is drawn anew. */
const REST_MS = 90
const MOST_PIXELS = 9_000_000
const PAN_STEP = 80

export type SeatCanvasHandle = {
  zoomBy: (factor: number) => void
  showAll: () => void
  showSection: (id: string) => void
}

type SeatCanvasProps = Pick<Scene, 'model' | 'statuses' | 'shown' | 'free' | 'signs'> & {
  label: string
  describedBy: string
  onSeat: (index: number, isSecondClick: boolean) => void
  onSection: (section: ModelSection) => void
  /** The seat under a mouse, with its place on the map's window; null when there is none. */
  onPoint: (pointed: { index: number; at: Point } | null) => void
  ref: Ref<SeatCanvasHandle>
}

export function SeatCanvas({
  model,
  statuses,
  shown,
  free,
  signs,
  label,
  describedBy,
  ref,
  ...events
}: SeatCanvasProps) {
  const windowRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const picture = useRef<Picture>(null)
  const handlers = useRef(events)
  handlers.current = events

  useEffect(() => {
    if (!windowRef.current || !canvasRef.current) return
    const made = createPicture(windowRef.current, canvasRef.current, model, () => handlers.current.onPoint(null))
    picture.current = made
    return () => {
      made.destroy()
      picture.current = null
    }
  }, [model])

  useEffect(() => {
    picture.current?.show({ statuses, shown, free, signs })
  }, [statuses, shown, free, signs])

  useImperativeHandle(ref, () => ({
    zoomBy: (factor) => picture.current?.control.zoomBy(factor),
    showAll: () => picture.current?.control.showAll(),
    showSection(id) {
      const section = model.sections.find((each) => each.id === id)
      if (section) picture.current?.control.show(section.bounds)
    },
  }))

  function hit(
    event: MouseEvent<HTMLElement>,
  ): { index: number | null; section: ModelSection | null; at: Point } | null {
    const { control } = picture.current ?? {}
    if (!control) return null
    const at = pointOf(event.nativeEvent, event.currentTarget)
    const point = toMap(control.view(), at)
    const drawsSeats = model.spacing * control.view().k >= SEATS_FROM
    return {
      index: drawsSeats ? seatAt(model, point, model.spacing * 0.55) : null,
      section: sectionAt(model, point),
      at,
    }
  }

  function click(event: MouseEvent<HTMLElement>): void {
    const { control } = picture.current ?? {}
    const found = hit(event)
    if (!control || !found) return
    const pixels = model.spacing * control.view().k
    const isTouched = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    if (found.index !== null && (!isTouched || pixels >= TAP_FROM)) events.onSeat(found.index, event.detail > 1)
    else if (found.section !== null && found.section.capacity !== null) events.onSection(found.section)
    else if (found.index === null && found.section === null) return
    else if (pixels < SEATS_FROM && found.section) control.show(found.section.bounds)
    else if (pixels < TAP_FROM) control.zoomBy(Math.max(2, (TAP_FROM * 1.4) / pixels), found.at)
  }

  function point(event: PointerEvent<HTMLElement>): void {
    // A finger covers what it points at; it is told by the word below.
    if (event.buttons !== 0 || event.pointerType !== 'mouse') return
    const found = hit(event)
    picture.current?.point(found?.index ?? null)
    event.currentTarget.style.cursor = found?.index != null || found?.section ? 'pointer' : 'grab'
    const seat = found?.index == null ? undefined : model.seats[found.index]
    const view = picture.current?.control.view()
    if (found?.index == null || !seat || !view) events.onPoint(null)
    else events.onPoint({ index: found.index, at: toScreen(view, [seat.x, seat.y]) })
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { control } = picture.current ?? {}
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
      onClick={click}
      onPointerMove={point}
      onPointerLeave={() => {
        picture.current?.point(null)
        events.onPoint(null)
      }}
      onKeyDown={press}
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

type Shown = Pick<Scene, 'statuses' | 'shown' | 'free' | 'signs'>
type Picture = {
  control: ZoomControl
  show: (shown: Shown) => void
  point: (index: number | null) => void
  destroy: () => void
}

function createPicture(
  element: HTMLElement,
  canvas: HTMLCanvasElement,
  model: SeatModel,
  onGesture: () => void,
): Picture {
  const context = canvas.getContext('2d')
  // In the tab order only once there is something the keys can move.
  element.tabIndex = 0
  let size = sizeOf(element)
  let drawn: View | null = null
  let shown: Shown | null = null
  let pointed: number | null = null
  let theme = themeOf(element)
  let rest: ReturnType<typeof setTimeout> | undefined

  const control = createZoomControl({
    element,
    bounds: model.bounds,
    spacing: model.spacing,
    size,
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isSeat: (at) =>
      seatAt(model, toMap(control.view(), at), model.spacing * 0.55) !== null &&
      model.spacing * control.view().k >= TAP_FROM,
    onMove(view) {
      if (drawn) place(transformBetween(drawn, view))
      if (pointed !== null) {
        pointed = null
        onGesture()
      }
      clearTimeout(rest)
      rest = setTimeout(drawAtRest, REST_MS)
    },
  })

  function place({ scale, x, y }: { scale: number; x: number; y: number }): void {
    canvas.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`
  }

  /** A finger that pauses may go on at once: as long as it sees no edge, the picture can wait. */
  function drawAtRest(): void {
    const mayWait = control.isHeld() && drawn !== null && stillCovers(drawn, control.view(), size, OVERSCAN)
    if (mayWait) rest = setTimeout(drawAtRest, REST_MS)
    else draw()
  }

  function draw(): void {
    clearTimeout(rest)
    rest = undefined
    if (!context || !shown || size.width === 0) return
    const [width, height] = [size.width * (1 + 2 * OVERSCAN), size.height * (1 + 2 * OVERSCAN)]
    const density = Math.min(devicePixelRatio, 2, Math.sqrt(MOST_PIXELS / (width * height)))
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
    drawn = control.view()
    drawScene(context, { model, ...shown, theme, pointed }, drawn, size, density)
    place({ scale: 1, x: 0, y: 0 })
    canvas.dataset.view = [drawn.k, drawn.x, drawn.y].map((value) => value.toFixed(4)).join(' ')
  }

  const observer = new ResizeObserver(() => {
    const next = sizeOf(element)
    if (next.width === 0 || (next.width === size.width && next.height === size.height && drawn)) return
    size = next
    theme = themeOf(element)
    control.resize(size)
    draw()
  })
  observer.observe(element)

  return {
    control,
    show(next) {
      shown = next
      // In a gesture the next rest draws it anyway.
      if (rest === undefined || drawn === null) draw()
    },
    point(index) {
      if (index === pointed) return
      pointed = index
      if (rest === undefined) draw()
    },
    destroy() {
      clearTimeout(rest)
      observer.disconnect()
      control.destroy()
    },
  }
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight }
}

function themeOf(element: HTMLElement): MapTheme {
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
