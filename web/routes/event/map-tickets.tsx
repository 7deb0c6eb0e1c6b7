/**
 * The choice of tickets for an event with a seat map: seats on the map or in the list, the best seats in one step, and the
 * standing areas. This component has its own chunk, which loads only if the page shows a seat map.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EventPageDocument } from '../../../schema/generated/operations.ts'
import { ticketName } from '../../../schema/rules/category-name.ts'
import type { TicketKind } from '../../../schema/rules/ticket-kind.ts'
import { eventMeta } from '../../data/meta.ts'
import { m } from '../../i18n/messages.ts'
import type { BestSeatsProps } from '../../seatmap/best-seats.tsx'
import { CategoryLegend } from '../../seatmap/category-legend.tsx'
import { later } from '../../seatmap/later.ts'
import { SeatFilter } from '../../seatmap/seat-filter.tsx'
import { SeatMapView } from '../../seatmap/seat-map.tsx'
import type { SeatModel } from '../../seatmap/seat-model.ts'
import { freeBySection, seatStatuses } from '../../seatmap/seat-status.ts'
import { useAvailability } from '../../seatmap/use-availability.ts'
import { useSeatChoice } from '../../seatmap/use-seat-choice.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { useIsWide } from '../../ui/wide-window.ts'
import { AllGone } from './all-gone.tsx'
import { amountRule, kindIsMissing, type PageEvent, variantsIn, variantsOf, variantToHold } from './event.ts'
import { limitNotice } from './limit-notice.ts'
import { legendCategories } from './map-legend.ts'
import { reservedLeft } from './open-tickets.ts'
import { SelectedSeats } from './selected-seats.tsx'
import { StandingAreas } from './standing-areas.tsx'
import { type Amounts, type Area, standingChoices } from './standing-choice.ts'
import { SummaryBar, SummaryLine } from './summary-bar.tsx'
import { useFilteredMap } from './use-filtered-map.ts'
import { MapPlaceholder, type SeatView, ViewSwitch } from './view-switch.tsx'

const SeatList = optionalPart(
  async () => ({ default: (await later()).SeatList }),
  <p role="status" className="min-h-96 text-muted">
    <PartMissing />
  </p>,
)
const BestSeatsForm = optionalPart(
  async () => ({ default: (await later()).BestSeatsForm }),
  // The text is as high as the form, so that nothing moves when the form arrives.
  <p className="mt-3 min-h-54 text-sm text-muted">
    <PartMissing />
  </p>,
)

type MapTicketsProps = { event: PageEvent; kind: TicketKind | null; onMissingKind: () => void }

/**
 * The interval between refetches. After an import, caches may contain the old event for up to five seconds. With this
 * interval, the refetch after six seconds gets the new event.
 */
const REFETCH_MS = 3_000
const NO_STATUSES = new Uint8Array()

export default function MapTickets({ event, kind, onMissingKind }: MapTicketsProps) {
  const { map, model, signs, filter, setFilter, categories, setCategories, mask, flags } = useFilteredMap(event)
  const seats = useAvailability(event.id)
  const matchesMap = seats.availability?.plan === map.data?.plan
  useRefetchedMap(map.data !== undefined && seats.availability !== undefined && !matchesMap)
  const availability = matchesMap ? seats.availability : undefined
  const [view, setView] = useState<SeatView>('map')
  const isWide = useIsWide()
  const columns = useRef<HTMLDivElement>(null)

  const isLoading = model === null && !map.isError
  const isKindMissing = kindIsMissing(event, kind)
  const meta = eventMeta(event)
  const forcedSection = meta.force_section ?? null
  const distance = meta.distancing?.amount ?? 0
  const choice = useSeatChoice(
    model,
    {
      eventId: event.id,
      cartLimit: event.cartLimit,
      forcedAmount: meta.force_amount ?? null,
      forcedSection,
      variantFor: (number) => variantToHold(event, kind, number),
      onMissingKind,
      priceOf: (id) =>
        event.pricingCategories.flatMap(({ variants }) => variants).find((variant) => variant.id === id)?.priceCents ??
        0,
    },
    seats,
  )
  const switchView = (next: SeatView) => {
    setView(next)
    choice.dropInfoNotice()
  }
  const ownKey = choice.ownSeatIds.join(' ')
  const statuses = useMemo(
    () =>
      model
        ? seatStatuses(model, availability, ownKey === '' ? [] : ownKey.split(' '), choice.pending, {
            distance,
            section: forcedSection,
          })
        : NO_STATUSES,
    [model, availability, ownKey, choice.pending, distance, forcedSection],
  )
  const free = useMemo(() => {
    if (!model) return []
    const bySeats = freeBySection(model, statuses, mask)
    return model.sections.map(({ index, id, capacity, category }) => {
      if (capacity === null) return bySeats[index] ?? 0
      const isShown = categories.length === 0 || (category !== null && categories.includes(category))
      return isShown ? (availability?.areas[id] ?? 0) : 0
    })
  }, [model, statuses, mask, availability, categories])

  const [amounts, setAmounts] = useState<Amounts>({})
  const [isHolding, setIsHolding] = useState(false)
  const areas = model ? standingAreas(model, availability?.areas ?? {}, forcedSection) : []
  const standingVariants = (number: number) => (isKindMissing ? [] : variantsIn(event, kind, number))
  const standing = standingChoices(areas, standingVariants, choice.own, amounts)
  const chosenCount = standing.reduce((sum, { amount }) => sum + amount, choice.heldCount)

  async function holdStanding(): Promise<void> {
    const requests = standing.flatMap(({ area, variant, amount }) =>
      variant ? { productVariantId: variant.id, amount, sectionId: area.id } : [],
    )
    const [missing] = standing.filter(({ variant }) => variant === null)
    if (missing) choice.variantToHold(missing.area.category)
    else if (!isHolding) {
      setIsHolding(true)
      if (await choice.holdAmounts(requests)) setAmounts({})
      setIsHolding(false)
    }
  }

  const priceOf = (number: number) => variantsIn(event, kind, number)[0]?.priceCents ?? null
  const leftOf = (number: number) => availability?.categories[number] ?? null
  const reserved = useMemo(() => (model ? reservedLeft(model, statuses) : new Map<number, number>()), [model, statuses])
  const sold = event.pricingCategories.filter(({ variants }) => variants.length > 0)
  // Places for wheelchairs and companions are on sale, but a fan who needs none of them waits for other tickets.
  const isAllGone =
    availability !== undefined &&
    sold.every(({ number }) => (leftOf(number) ?? Number.POSITIVE_INFINITY) <= (reserved.get(number) ?? 0))
  const hasReserved = sold.some(({ number }) => (reserved.get(number) ?? 0) > 0)
  const heldCents = choice.own.reduce((sum, item) => sum + item.totalCents, 0)
  const summary = {
    count: chosenCount,
    // Without a kind of ticket, an area has no price yet.
    totalCents: standing.some(({ variant }) => variant === null)
      ? null
      : standing.reduce((sum, { variant, amount }) => sum + amount * (variant?.priceCents ?? 0), heldCents),
    isBusy: isHolding || [...choice.pending.values()].includes('adding'),
    isInCart: choice.heldCount > 0 && standing.length === 0,
    onAct: () => {
      if (standing.length > 0) void holdStanding()
      else {
        choice.showNoneChosen()
        // On a low phone, the map may be below the window, and then the text would be wrong.
        columns.current?.scrollIntoView({ block: 'nearest' })
      }
    },
  }

  const bestChoices = event.pricingCategories.flatMap((category) =>
    model?.seatedCategories.has(category.number)
      ? variantsOf(category, kind).map((variant, _, variants) => ({
          variantId: variant.id,
          name: variants.length > 1 ? ticketName(category.name, variant.description) : category.name,
          priceCents: variant.priceCents,
          left: leftOf(category.number),
          isFiltered: categories.includes(category.number),
          isHeld: choice.own.some(
            ({ seatId, productVariantId }) =>
              seatId !== null && category.variants.some(({ id }) => id === productVariantId),
          ),
        }))
      : [],
  )
  const hasBestSeats = bestChoices.some(({ left }) => left !== 0)
  // In one column, the form would stand a screen below the map, so it is a view of its own. It stands beside the map otherwise.
  const offersBestView = !isWide && (model === null || hasBestSeats)
  // The map stays when seats are free again, so that it does not disappear under the finger.
  if (view === 'best' && !offersBestView) setView('map')
  const bestSeats = hasBestSeats && (
    <BestSeats
      choices={bestChoices}
      maximum={Math.max(0, event.cartLimit - choice.heldCount)}
      forcedAmount={meta.force_amount ?? null}
      onHold={async (variantId, amount) => {
        if (!isKindMissing) return choice.holdBestSeats(variantId, amount)
        onMissingKind()
        return false
      }}
    />
  )
  const seatFilter = <SeatFilter flags={flags} chosen={filter} onChoose={setFilter} />
  const legendOf = legendCategories(event, kind, signs, leftOf)
  const legend = <CategoryLegend categories={legendOf} chosen={categories} onChoose={setCategories} />
  // In one column, a long legend below the list would separate it from the chosen seats.
  const foldsLegend = !isWide && view === 'list' && legendOf.length > 1

  return (
    <>
      <AllGone event={event} isGone={isAllGone && choice.heldCount === 0} hasReserved={hasReserved} />
      <div ref={columns} className="map-columns scroll-mt-24 scroll-mb-32">
        <div className={`min-w-0 ${view === 'map' ? 'top-20 self-start lg:not-has-[[aria-modal]]:sticky' : ''}`}>
          <ViewSwitch view={view} offersBest={offersBestView} onSwitch={switchView} />
          {model === null ? (
            <MapPlaceholder isFailed={map.isError} onRetry={() => void map.refetch()} />
          ) : view === 'best' ? (
            bestSeats
          ) : view === 'map' ? (
            <SeatMapView
              label={m.event_map_label({ event: event.descriptiveName })}
              model={model}
              statuses={statuses}
              filterMask={mask}
              free={free}
              signs={signs}
              priceOf={priceOf}
              notice={choice.notice}
              onPress={choice.press}
              onSection={(section) => focusStandingArea(section.id)}
              filter={seatFilter}
              filterCount={filter.length + categories.length}
              legend={legend}
              footer={<SummaryLine {...summary} reservesTime />}
            />
          ) : (
            <>
              {foldsLegend && (
                <Disclosure
                  title={
                    categories.length > 0 ? `${m.event_categories()} (${categories.length})` : m.event_categories()
                  }
                >
                  {legend}
                </Disclosure>
              )}
              {seatFilter}
              <SeatList
                model={model}
                statuses={statuses}
                filterMask={mask}
                free={free}
                signs={signs}
                priceOf={priceOf}
                onPress={choice.press}
                onSectionToggle={choice.dropInfoNotice}
              />
            </>
          )}
        </div>
        {/* A legend below the map would move when the plan arrives. */}
        <div className={`map-legend-column space-y-6 ${isLoading ? 'max-lg:hidden' : ''}`}>
          {view !== 'best' && !foldsLegend && legend}
          <SelectedSeats
            event={event}
            items={choice.own}
            isRemoving={(seatId) => choice.pending.get(seatId) === 'removing'}
            onRelease={(seatId) => void choice.release(seatId)}
            onNotice={choice.showNotice}
          />
          {model && (
            <StandingAreas
              areas={areas}
              variantsIn={standingVariants}
              ruleWith={(elsewhere) => amountRule(event, elsewhere)}
              chosen={chosenCount}
              own={choice.own}
              amounts={amounts}
              onAmount={(key, amount) => setAmounts({ ...amounts, [key]: amount })}
              onRelease={choice.releaseItem}
              onMaximum={() => choice.showNotice(limitNotice(event))}
              onNotice={choice.showNotice}
              onChanged={() => void seats.refresh()}
            />
          )}
          {isWide && bestSeats}
        </div>
      </div>
      <SummaryBar {...summary} notice={choice.notice} />
    </>
  )
}

function PartMissing() {
  return navigator.onLine ? m.state_loading() : m.error_offline()
}

/** The page shows the frame of the form at once. The form itself loads later. */
function BestSeats(props: BestSeatsProps) {
  return (
    <section aria-labelledby="best-seats" className="rounded-xl border border-line bg-surface p-4">
      <h3 id="best-seats" className="font-semibold">
        {m.event_best()}
      </h3>
      <p className="text-sm text-muted">{m.event_best_text()}</p>
      <BestSeatsForm {...props} />
    </section>
  )
}

/**
 * If an import replaces the seat map while the page is open, the old map and the new availability belong to different plans,
 * and `isOutdated` is true. The hook then refetches the event until the page has loaded the new map.
 */
function useRefetchedMap(isOutdated: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOutdated) return
    const refetch = () => void client.invalidateQueries({ queryKey: [EventPageDocument.hash] })
    refetch()
    const timer = setInterval(refetch, REFETCH_MS)
    return () => clearInterval(timer)
  }, [client, isOutdated])
}

function standingAreas(model: SeatModel, left: Record<string, number>, forcedSection: string | null): Area[] {
  return model.sections
    .filter(
      ({ id, capacity, category }) =>
        capacity !== null && category !== null && (forcedSection === null || id === forcedSection),
    )
    .map((section) => ({
      id: section.id,
      name: section.name,
      category: section.category ?? 0,
      left: left[section.id] ?? 0,
    }))
}

function focusStandingArea(sectionId: string): void {
  const area = document.getElementById(`area-${sectionId}`)
  area?.scrollIntoView({ block: 'center' })
  area?.querySelector('button')?.focus({ preventScroll: true })
}
