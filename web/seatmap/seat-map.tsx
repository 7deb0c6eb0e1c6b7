/**
 * The seat map with its toolbar and tooltip, inline or in full screen. Nothing lies permanently over the map, because it
 * would cover seats. Full screen also shows the notices, and a sheet with the legend and the filters.
 */
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import type { Point } from '../../schema/seat-map.ts'
import { optionalPart } from '../ui/client-only.tsx'
import type { CategorySign } from './category-signs.ts'
import { useFullScreen } from './full-screen.ts'
import { later } from './later.ts'
import { MapBox } from './map-box.tsx'
import { MapLegend } from './map-legend.tsx'
import { MapToolbar } from './map-toolbar.tsx'
import { SeatCanvas, type SeatCanvasHandle } from './seat-canvas.tsx'
import { flagsIn } from './seat-flags.ts'
import type { ModelSection, SeatModel } from './seat-model.ts'
import { SEAT } from './seat-status.ts'
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
  /** The filters of special seats, below the map or in the sheet. */
  filter: ReactNode
  filterCount: number
  /** The price categories, in the sheet. The page shows them beside the map. */
  legend: ReactNode
  /** Shown below the map in full screen: the number and price of the held tickets, and the button or link to the cart. */
  footer: ReactNode
  /** Whether the map can only be looked at, because the sale has not begun. */
  isPreview?: boolean
}

const STEP = 1.8

/** The map always shows its help, so each map also loads the other parts of the chunk (later.ts). */
const MapHelp = optionalPart(async () => ({ default: (await later()).MapHelp }))
const SeatTooltip = optionalPart(async () => ({ default: (await later()).SeatTooltip }))

export function SeatMapView(props: SeatMapProps) {
  const { model, statuses, signs, notice, isPreview = false } = props
  const [hovered, setHovered] = useState<{ index: number; at: Point } | null>(null)
  const [isFull, setIsFull] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<SeatCanvasHandle>(null)
  const helpId = useId()
  const goBack = useCallback(() => (isSheetOpen ? setIsSheetOpen(false) : setIsFull(false)), [isSheetOpen])
  useFullScreen(frame, isFull, goBack)
  const seat = hovered ? model.seats[hovered.index] : undefined
  const flags = useMemo(() => flagsIn(model), [model])
  const colours = isPreview ? null : [...signs.values()].map(({ colour }) => colour)
  const mapLegend = <MapLegend colours={colours} flags={flags} />

  return (
    <div
      ref={frame}
      {...(isFull && { role: 'dialog', 'aria-modal': true, 'aria-label': props.label })}
      className={
        isFull
          ? 'fixed inset-0 z-50 flex flex-col bg-ground short:flex-row'
          : 'short:grid short:grid-cols-[minmax(0,1fr)_auto] short:gap-x-2'
      }
    >
      <MapBox isFull={isFull}>
        <SeatCanvas
          ref={canvas}
          model={model}
          statuses={statuses}
          filterMask={props.filterMask}
          free={props.free}
          signs={signs}
          label={props.label}
          describedBy={helpId}
          zoomsByWheel={isFull}
          onSeat={(index, isSecondClick) => {
            const pressed = model.seats[index]
            if (pressed) props.onPress(pressed.id, statuses[index] === SEAT.free, isSecondClick)
          }}
          onSection={(section) => {
            if (!isPreview) setIsFull(false)
            props.onSection(section)
          }}
          onHover={setHovered}
        />
        {hovered && seat && (
          <SeatTooltip
            model={model}
            index={hovered.index}
            at={hovered.at}
            status={isPreview ? null : statuses[hovered.index]}
            sign={signs.get(seat.pricing_category_id)}
            price={props.priceOf(seat.pricing_category_id)}
          />
        )}
        {isFull && notice && <NoticeBubble notice={notice} />}
      </MapBox>
      <p id={helpId} className="sr-only">
        <MapHelp />
      </p>
      <div className={isFull ? 'relative flex flex-col justify-between short:w-60 short:shrink-0' : 'short:contents'}>
        <MapToolbar
          isFull={isFull}
          onIn={() => canvas.current?.zoomBy(STEP)}
          onOut={() => canvas.current?.zoomBy(1 / STEP)}
          onReset={() => canvas.current?.showAll()}
          onFull={() => {
            setIsSheetOpen(false)
            setIsFull(!isFull)
          }}
          isSheetOpen={isSheetOpen}
          onSheet={() => setIsSheetOpen(!isSheetOpen)}
          filterCount={props.filterCount}
          sheet={
            <>
              {props.legend}
              {props.filter}
              {mapLegend}
            </>
          }
        />
        {isFull ? (
          <div className="border-t border-line p-3">{props.footer}</div>
        ) : (
          <div className="short:col-span-2 short:pt-2">
            {mapLegend}
            {props.filter}
          </div>
        )}
      </div>
    </div>
  )
}

function NoticeBubble({ notice }: { notice: Notice }) {
  const text = notice.text()
  return (
    <p
      key={text}
      aria-hidden="true"
      className={`pointer-events-none absolute inset-x-3 bottom-3 mx-auto w-fit max-w-lg rounded-lg px-4 py-2.5 text-center text-sm shadow-lg ${
        notice.tone === 'problem' ? 'bg-danger text-ground' : 'bg-ink text-surface'
      }`}
    >
      {text}
    </p>
  )
}
