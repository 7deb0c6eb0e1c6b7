/** The seat map with its buttons, legend and tooltip, inline or in full screen. In full screen it also shows the notices. */
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import type { Point } from '../../schema/seat-map.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import type { CategorySign } from './category-signs.ts'
import { useFullScreen } from './full-screen.ts'
import { SeatCanvas, type SeatCanvasHandle } from './seat-canvas.tsx'
import type { ModelSection, SeatModel } from './seat-model.ts'
import { isOwn, SEAT } from './seat-status.ts'
import { SeatTooltip } from './seat-tooltip.tsx'
import { SignIcon } from './sign-icon.tsx'
import type { Notice } from './use-seat-choice.ts'

type SeatMapProps = {
  label: string
  model: SeatModel
  statuses: Uint8Array
  /** By seat index: 1 if the seat matches the filter, otherwise 0. Null without a filter. */
  filterMask: Uint8Array | null
  free: number[]
  signs: ReadonlyMap<number, CategorySign>
  priceOf: (category: number) => number | null
  notice: Notice | null
  onPress: (seatId: string, isFree: boolean, isSecondClick: boolean) => void
  onSection: (section: ModelSection) => void
  /** The seat filter, below the legend. */
  filter: ReactNode
  /** Shown below the map in full screen: the number and price of the held tickets, and the button or link to the cart. */
  footer: ReactNode
}

const STEP = 1.8

export function SeatMapView(props: SeatMapProps) {
  const { model, statuses, signs, notice } = props
  const [hovered, setHovered] = useState<{ index: number; at: Point } | null>(null)
  const [isFull, setIsFull] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<SeatCanvasHandle>(null)
  const helpId = useId()
  const endFull = useCallback(() => setIsFull(false), [])
  useFullScreen(frame, isFull, endFull)
  const seat = hovered ? model.seats[hovered.index] : undefined

  return (
    <div
      ref={frame}
      {...(isFull && { role: 'dialog', 'aria-modal': true, 'aria-label': props.label })}
      className={isFull ? 'fixed inset-0 z-50 flex flex-col bg-ground' : 'flex flex-col'}
    >
      <div
        className={`relative overflow-hidden bg-surface ${isFull ? 'grow' : 'h-[min(62svh,26rem)] rounded-xl border border-line md:h-[min(70svh,38rem)]'}`}
      >
        <SeatCanvas
          ref={canvas}
          model={model}
          statuses={statuses}
          filterMask={props.filterMask}
          free={props.free}
          signs={signs}
          label={props.label}
          describedBy={helpId}
          onSeat={(index, isSecondClick) => {
            const pressed = model.seats[index]
            if (pressed) props.onPress(pressed.id, statuses[index] === SEAT.free, isSecondClick)
          }}
          onSection={(section) => {
            setIsFull(false)
            props.onSection(section)
          }}
          onHover={setHovered}
        />
        {hovered && seat && (
          <SeatTooltip
            model={model}
            index={hovered.index}
            at={hovered.at}
            status={statuses[hovered.index]}
            sign={signs.get(seat.pricing_category_id)}
            price={props.priceOf(seat.pricing_category_id)}
          />
        )}
        <Buttons
          isFull={isFull}
          onIn={() => canvas.current?.zoomBy(STEP)}
          onOut={() => canvas.current?.zoomBy(1 / STEP)}
          onReset={() => canvas.current?.showAll()}
          onFull={() => setIsFull(!isFull)}
        />
        {isFull && notice && <NoticeBubble notice={notice} />}
      </div>
      <p id={helpId} className="sr-only">
        {m.event_map_help()}
      </p>
      <div className={`py-2 ${isFull ? 'px-3' : ''}`}>
        <Legend statuses={statuses} categories={isFull ? [...signs.values()] : []} priceOf={props.priceOf} />
        {props.filter}
      </div>
      {isFull && <div className="border-t border-line p-3">{props.footer}</div>}
    </div>
  )
}

function NoticeBubble({ notice }: { notice: Notice }) {
  const text = notice.text()
  return (
    <p
      key={text}
      aria-hidden="true"
      className={`pointer-events-none absolute inset-x-3 bottom-3 mx-auto w-fit max-w-[min(32rem,calc(100%-5rem))] rounded-lg px-4 py-2.5 text-center text-sm shadow-lg ${
        notice.tone === 'problem' ? 'bg-danger text-ground' : 'bg-ink text-surface'
      }`}
    >
      {text}
    </p>
  )
}

type ButtonsProps = { isFull: boolean; onIn: () => void; onOut: () => void; onReset: () => void; onFull: () => void }

function Buttons({ isFull, onIn, onOut, onReset, onFull }: ButtonsProps) {
  return (
    <div className="absolute top-3 right-3 flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-sm">
      <MapButton label={isFull ? m.event_full_screen_end() : m.event_full_screen()} onClick={onFull}>
        {isFull ? <path d="M5 5l10 10M15 5 5 15" /> : <path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />}
      </MapButton>
      <MapButton label={m.event_zoom_in()} onClick={onIn}>
        <path d="M10 4v12M4 10h12" />
      </MapButton>
      <MapButton label={m.event_zoom_out()} onClick={onOut}>
        <path d="M4 10h12" />
      </MapButton>
      <MapButton label={m.event_zoom_reset()} onClick={onReset}>
        <path d="M4 10a6 6 0 1 0 2-4.5M4 3v4h4" />
      </MapButton>
    </div>
  )
}

function MapButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center hover:bg-ink hover:text-surface focus-visible:-outline-offset-2"
    >
      <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-[1.75]" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}

type LegendProps = {
  statuses: Uint8Array
  /** Empty unless the map is in full screen and therefore covers the price table. */
  categories: CategorySign[]
  priceOf: (category: number) => number | null
}

function Legend({ statuses, categories, priceOf }: LegendProps) {
  return (
    <ul aria-label={m.event_legend()} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {categories.map((sign) => {
        const price = priceOf(sign.number)
        return (
          <li key={sign.number} className="flex items-center gap-2">
            <SignIcon sign={sign} withLetter={categories.length > 1} />
            {sign.name}
            {price !== null && <span className="tabular-nums">{formatPrice(price)}</span>}
          </li>
        )
      })}
      <li className="flex items-center gap-2">
        <span className="size-3.5 rounded-full border-2 border-ink/60" />
        {m.event_legend_free()}
      </li>
      <li className="flex items-center gap-2">
        <span className="size-2 rounded-full bg-muted/50" />
        {m.event_legend_taken()}
      </li>
      {statuses.includes(SEAT.held) && (
        <li className="flex items-center gap-2">
          <span className="size-2 rotate-45 bg-muted/50" />
          {m.event_legend_held()}
        </li>
      )}
      {statuses.some(isOwn) && (
        <li className="flex items-center gap-2">
          <span className="grid size-4 place-items-center rounded-full bg-ink text-[0.6rem] text-surface">✓</span>
          {m.event_legend_own()}
        </li>
      )}
    </ul>
  )
}
