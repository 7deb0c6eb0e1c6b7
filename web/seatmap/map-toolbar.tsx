/**
 * The buttons of the seat map, beside the map and never over its seats. In full screen, a further button opens a sheet with
 * the legend and the filters.
 */
import { type ReactNode, useId } from 'react'
import { m } from '../i18n/messages.ts'

type MapToolbarProps = {
  isFull: boolean
  onIn: () => void
  onOut: () => void
  onReset: () => void
  onFull: () => void
  isSheetOpen: boolean
  onSheet: () => void
  /** The number of chosen filters. */
  filterCount: number
  sheet: ReactNode
}

export function MapToolbar({ isFull, isSheetOpen, filterCount, ...props }: MapToolbarProps) {
  const sheetId = useId()
  return (
    <div className={`flex items-center gap-2 ${isFull ? 'p-2 short:flex-wrap' : 'py-2 short:flex-col short:py-0'}`}>
      <div
        className={`flex divide-line overflow-hidden rounded-lg border border-line bg-surface ${isFull ? 'divide-x' : 'not-short:divide-x short:flex-col short:divide-y'}`}
      >
        <MapButton label={m.event_zoom_out()} onClick={props.onOut}>
          <path d="M4 10h12" />
        </MapButton>
        <MapButton label={m.event_zoom_in()} onClick={props.onIn}>
          <path d="M10 4v12M4 10h12" />
        </MapButton>
        <MapButton label={m.event_zoom_reset()} onClick={props.onReset}>
          <path d="M4 10a6 6 0 1 0 2-4.5M4 3v4h4" />
        </MapButton>
      </div>
      {isFull && (
        <>
          <button
            type="button"
            aria-expanded={isSheetOpen}
            aria-controls={sheetId}
            onClick={props.onSheet}
            className="ml-auto flex min-h-11 items-center gap-2 rounded-lg border border-line bg-surface px-3 font-semibold hover:bg-ink hover:text-surface short:ml-0"
          >
            <Sign>
              <path d="M3 5h14M6 10h8M9 15h2" />
            </Sign>
            {filterCount > 0 ? m.event_filter_chosen({ count: filterCount }) : m.event_filter_button()}
          </button>
          <div
            id={sheetId}
            hidden={!isSheetOpen}
            className="absolute inset-x-0 bottom-full max-h-[65svh] space-y-4 overflow-y-auto overscroll-contain border-y border-line bg-ground p-4 shadow-lg md:left-auto md:w-96 md:border-l short:top-0 short:right-full short:bottom-0 short:left-auto short:max-h-none short:w-80"
          >
            {props.sheet}
          </div>
        </>
      )}
      <MapButton
        label={isFull ? m.event_full_screen_end() : m.event_full_screen()}
        onClick={props.onFull}
        className={`rounded-lg border border-line bg-surface ${isFull ? '' : 'ml-auto short:mt-auto'}`}
      >
        {isFull ? <path d="M5 5l10 10M15 5 5 15" /> : <path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />}
      </MapButton>
    </div>
  )
}

type MapButtonProps = { label: string; onClick: () => void; className?: string; children: ReactNode }

function MapButton({ label, onClick, className = '', children }: MapButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`grid size-11 shrink-0 place-items-center hover:bg-ink hover:text-surface focus-visible:-outline-offset-2 ${className}`}
    >
      <Sign>{children}</Sign>
    </button>
  )
}

function Sign({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-[1.75]" aria-hidden="true">
      {children}
    </svg>
  )
}
