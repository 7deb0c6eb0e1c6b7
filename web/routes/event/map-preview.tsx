/**
 * The seat map before the sale (EVT-03). Visitors look at the room, its categories and its prices, but can choose no seat yet.
 * The map shows no availability, because it says nothing before the sale.
 */
import { useEffect, useMemo, useState } from 'react'
import { formatSaleTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { CategoryLegend } from '../../seatmap/category-legend.tsx'
import { SeatFilter } from '../../seatmap/seat-filter.tsx'
import { SeatMapView } from '../../seatmap/seat-map.tsx'
import { SEAT } from '../../seatmap/seat-status.ts'
import { NOTICE_MS, type Notice } from '../../seatmap/use-seat-choice.ts'
import { type PageEvent, variantsIn } from './event.ts'
import { legendCategories } from './map-legend.ts'
import { useFilteredMap } from './use-filtered-map.ts'
import { MapPlaceholder } from './view-switch.tsx'

export default function MapPreview({ event }: { event: PageEvent }) {
  const { map, model, signs, filter, setFilter, categories, setCategories, mask, flags } = useFilteredMap(event)
  const isLoading = model === null && !map.isError
  const statuses = useMemo(() => new Uint8Array(model?.seatCount ?? 0).fill(SEAT.free), [model])
  const free = useMemo(
    () =>
      (model?.sections ?? []).map((section) =>
        categories.length === 0 || section.categories.some((number) => categories.includes(number))
          ? Number.POSITIVE_INFINITY
          : 0,
      ),
    [model, categories],
  )
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const explain = () =>
    setNotice({
      tone: 'info',
      text: () => m.event_map_presale_from({ date: formatSaleTime(event.presaleAt, event.venue.timeZone) }),
    })
  const legend = (
    <CategoryLegend
      categories={legendCategories(event, null, signs, null)}
      chosen={categories}
      onChoose={setCategories}
    />
  )
  return (
    <div className="map-columns">
      <div className="min-w-0">
        {model === null ? (
          <MapPlaceholder isFailed={map.isError} onRetry={() => void map.refetch()} />
        ) : (
          <SeatMapView
            label={m.event_map_label({ event: event.descriptiveName })}
            model={model}
            statuses={statuses}
            filterMask={mask}
            free={free}
            signs={signs}
            priceOf={(number) => variantsIn(event, null, number)[0]?.priceCents ?? null}
            notice={notice}
            onPress={explain}
            onSection={explain}
            filter={<SeatFilter flags={flags} chosen={filter} onChoose={setFilter} />}
            filterCount={filter.length + categories.length}
            legend={legend}
            footer={<p className="text-sm">{m.event_map_presale()}</p>}
            isPreview
          />
        )}
        {!isLoading && (
          <p role="status" className="mt-2 min-h-12 text-muted">
            {notice === null ? m.event_map_presale() : notice.text()}
          </p>
        )}
      </div>
      <div className={`map-legend-column ${isLoading ? 'max-lg:hidden' : ''}`}>{legend}</div>
    </div>
  )
}
