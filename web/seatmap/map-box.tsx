/**
 * The map's window on the page, and the room that the page reserves for it and its toolbar until both have loaded.
 *
 * The server knows the plan's proportions, so the window has its final size from the beginning. The height follows from an
 * empty SVG, because the content policy allows no styles in the server's markup.
 */
import { createContext, type ReactNode, use } from 'react'

/** The width of the event's seat map divided by its height; null if the server does not know it. */
export const MapRatio = createContext<number | null>(null)

/** Most plans, with their stage, are about as wide as they are high. */
const USUAL_RATIO = 1.1

type MapBoxProps = { isFull?: boolean; children?: ReactNode }

/** `isFull` says that the window fills its container instead, in full screen. */
export function MapBox({ isFull = false, children }: MapBoxProps) {
  const ratio = use(MapRatio) ?? USUAL_RATIO
  return (
    <div
      className={`relative overflow-hidden bg-surface ${isFull ? 'min-h-0 min-w-0 grow' : 'rounded-xl border border-line'}`}
      data-testid="map-box"
    >
      {!isFull && <svg viewBox={`0 0 ${ratio} 1`} className="map-height" aria-hidden="true" />}
      {children}
    </div>
  )
}

/** The room of the map and its toolbar until they have loaded. */
export function MapRoom({ children }: { children?: ReactNode }) {
  return (
    <div className="map-room">
      <MapBox>{children}</MapBox>
    </div>
  )
}
