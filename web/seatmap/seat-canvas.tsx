/**
 * The canvas of the map. It is larger than the map's window. During a gesture, CSS moves and scales it. It is repainted after
 * the gesture, or earlier if the gesture pauses while a blank edge is visible. map-painter.ts paints it.
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
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import type { Point } from '../../schema/seat-map.ts'
import { seatHit } from './hit-test.ts'
import { createPainter, type Painter } from './map-painter.ts'
import type { Scene } from './scene.ts'
import { type ModelSection, sectionAt } from './seat-model.ts'
import { SEATS_FROM, TAP_FROM, toMap, toScreen } from './viewport.ts'
import { pointerPosition, type ZoomControl } from './zoom-control.ts'

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

  // The first frame that has the canvas shows the map in it. An effect would run after that frame.
  useLayoutEffect(() => {
    if (!windowRef.current || !canvasRef.current) return
    const created = createPainter(windowRef.current, canvasRef.current, model, {
      onGesture: () => handlers.current.onHover(null),
      isSeat: (at, view, state) => model.spacing * view.k >= TAP_FROM && seatHit(model, state, view, at, true) !== null,
      zoomsByWheel: () => handlers.current.zoomsByWheel,
    })
    painter.current = created
    return () => {
      created.destroy()
      painter.current = null
    }
  }, [model])

  useEffect(() => {
    const timer = setTimeout(model.prepareSeats)
    return () => clearTimeout(timer)
  }, [model])

  useLayoutEffect(() => {
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
    if (hit.index !== null && (!hit.isTouch || pixels >= TAP_FROM)) pressSeat(hit.index, event.detail > 1)
    else if (hit.section !== null && hit.section.capacity !== null) events.onSection(hit.section)
    else if (hit.index === null && hit.section === null) return
    else if (pixels < SEATS_FROM && hit.section) control.show(hit.section.bounds)
    else if (pixels < TAP_FROM) control.zoomBy(Math.max(2, (TAP_FROM * 1.4) / pixels), hit.at)
  }

  /** Marks the seat at once, and reports the press after the next frame, because the page's answer to it may take longer. */
  function pressSeat(index: number, isSecondClick: boolean): void {
    painter.current?.press(index)
    // As in a click event, React must commit before it handles the next press.
    const report = () => flushSync(() => handlers.current.onSeat(index, isSecondClick))
    requestAnimationFrame(() => setTimeout(report))
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
      <canvas
        ref={canvasRef}
        className="pointer-events-none absolute max-w-none will-change-transform"
        data-testid="seat-canvas"
      />
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
