/** The choice between the map, the list of seats and the form for the best seats, and the placeholder of the map. */
import { m } from '../../i18n/messages.ts'
import { MapBox, MapRoom } from '../../seatmap/map-box.tsx'

export type SeatView = 'map' | 'list' | 'best'

type ViewSwitchProps = { view: SeatView; offersBest: boolean; onSwitch: (view: SeatView) => void }

export function ViewSwitch({ view, offersBest, onSwitch }: ViewSwitchProps) {
  const options: { id: SeatView; label: string }[] = [
    { id: 'map', label: m.event_map() },
    { id: 'list', label: m.event_list() },
    ...(offersBest ? [{ id: 'best' as const, label: m.event_best_short() }] : []),
  ]
  return (
    <fieldset className="mb-3 flex w-fit rounded-lg border border-line bg-surface p-1" aria-label={m.event_view()}>
      {options.map(({ id, label }) => (
        <label
          key={id}
          className="cursor-pointer rounded-md px-2 py-2 text-sm font-semibold whitespace-nowrap has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-2 sm:px-4"
        >
          <input
            type="radio"
            name="seat-view"
            className="sr-only"
            checked={view === id}
            onChange={() => onSwitch(id)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

export function MapPlaceholder({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed)
    return (
      <MapRoom>
        <p role="status" className={WORDS}>
          {m.event_map_loading()}
        </p>
      </MapRoom>
    )
  return (
    <MapBox>
      <div className={WORDS}>
        <p>{m.event_map_failed()}</p>
        <button type="button" className="button-secondary" onClick={onRetry}>
          {m.event_retry()}
        </button>
      </div>
    </MapBox>
  )
}

const WORDS = 'absolute inset-0 grid place-content-center justify-items-center gap-3 text-muted'
