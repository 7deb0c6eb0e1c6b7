/**
 * Pan and zoom of the map. While fingers move, the finished picture is only moved and scaled by CSS; the picture is
 * drawn anew once they rest, which keeps 20,000 seats smooth on a phone.
 */
import { select } from 'd3-selection'
import { type D3ZoomEvent, ZoomTransform, zoom } from 'd3-zoom'
import type { Point } from '../../schema/seat-map.ts'
import type { Bounds } from './seat-model.ts'
import { betweenViews, fitView, type Size, scaleRange, type View } from './viewport.ts'

const GLIDE_MS = 260
/** Moving less than this between press and release is still a click. */
const CLICK_SLACK = 6

export type ZoomControl = {
  view: () => View
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
  isCalm: boolean
  /** True where a double click means a seat and not a closer look. */
  isSeat: (at: Point) => boolean
  onMove: (view: View) => void
}

export function createZoomControl(options: ZoomOptions): ZoomControl {
  const { element, bounds, spacing, isCalm } = options
  const selection = select<HTMLElement, unknown>(element)
  let size = options.size
  let current = fitView(bounds, size)
  let frame = 0

  const showsAll = () => current.k <= scaleRange(bounds, spacing, size)[0] * 1.01
  const behaviour = zoom<HTMLElement, unknown>()
    .clickDistance(CLICK_SLACK)
    .tapDistance(18)
    .duration(isCalm ? 0 : GLIDE_MS)
    .filter((event: Event) => {
      if (event instanceof MouseEvent && event.button !== 0) return false
      if (event.type === 'dblclick' || event.type === 'touchend') return !options.isSeat(pointOf(event, element))
      // With the whole map in sight one finger scrolls the page: the map must not be a trap on the way down.
      return !isTouch(event) || event.touches.length > 1 || !showsAll()
    })
    .on('start', () => cancelAnimationFrame(frame))
    .on('zoom', ({ transform: { k, x, y } }: D3ZoomEvent<HTMLElement, unknown>) => {
      current = { k, x, y }
      element.style.touchAction = showsAll() ? 'pan-y' : 'none'
      options.onMove(current)
    })

  function limit(): void {
    const [least, most] = scaleRange(bounds, spacing, size)
    const margin = 16 / least
    behaviour
      .extent([
        [0, 0],
        [size.width, size.height],
      ])
      .scaleExtent([least, most])
      .translateExtent([
        [bounds.x - margin, bounds.y - margin],
        [bounds.x + bounds.width + margin, bounds.y + bounds.height + margin],
      ])
  }

  function jump({ k, x, y }: View): void {
    const [least, most] = behaviour.scaleExtent()
    const kept = Math.min(most, Math.max(least, k))
    const screen: [Point, Point] = [
      [0, 0],
      [size.width, size.height],
    ]
    const wanted = behaviour.constrain()(new ZoomTransform(kept, x, y), screen, behaviour.translateExtent())
    behaviour.transform(selection, wanted)
  }

  function glide(to: View): void {
    cancelAnimationFrame(frame)
    if (isCalm) {
      jump(to)
      return
    }
    const from = current
    const begun = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS))
      jump(betweenViews(from, to, 1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }

  limit()
  selection.call(behaviour)
  jump(current)

  return {
    view: () => current,
    resize(next) {
      const wasWhole = showsAll()
      const dx = (next.width - size.width) / 2
      const dy = (next.height - size.height) / 2
      size = next
      limit()
      jump(wasWhole ? fitView(bounds, size) : { k: current.k, x: current.x + dx, y: current.y + dy })
    },
    zoomBy(factor, [x, y] = [size.width / 2, size.height / 2]) {
      const [least, most] = behaviour.scaleExtent()
      const k = Math.min(most, Math.max(least, current.k * factor))
      const ratio = k / current.k
      glide({ k, x: x - (x - current.x) * ratio, y: y - (y - current.y) * ratio })
    },
    panBy: (dx, dy) => glide({ k: current.k, x: current.x + dx, y: current.y + dy }),
    showAll: () => glide(fitView(bounds, size)),
    show(part) {
      glide(fitView(part, size, behaviour.scaleExtent()[1]))
    },
    destroy() {
      cancelAnimationFrame(frame)
      selection.on('.zoom', null)
    },
  }
}

function isTouch(event: Event): event is TouchEvent {
  return event.type.startsWith('touch') && 'touches' in event
}

/** Where an event is, in pixels from the element's corner: its target may lie under a CSS transform. */
export function pointOf(event: Event, element: HTMLElement): Point {
  const at = isTouch(event) ? event.changedTouches[0] : event instanceof MouseEvent ? event : undefined
  const { left, top } = element.getBoundingClientRect()
  return [(at?.clientX ?? left) - left, (at?.clientY ?? top) - top]
}
