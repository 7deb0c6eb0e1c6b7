/**
 * The ticket section before the public sale: the countdown, the prices, the seat map to look at and, if the event has presale
 * codes, a form for them.
 * When the visitor has entered a code and the code's `validFromAt` has come, the visitor can choose tickets of the code's
 * pricing category. A code without a pricing category is valid for every category.
 */
import { memo, type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { PresaleCodeDocument, type PresaleCodeQuery } from '../../../schema/generated/operations.ts'
import { PresaleCodeContext, storedPresaleCode, storePresaleCode } from '../../cart/presale-code.ts'
import { runOperation } from '../../data/fetch.ts'
import { useServerSecond } from '../../data/server-clock.ts'
import { errorText } from '../../i18n/error-text.ts'
import { formatSaleTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { ReminderOffer } from '../../reminder/reminder-offer.tsx'
import { MapRatio, MapRoom } from '../../seatmap/map-box.tsx'
import { clientOnly } from '../../ui/client-only.tsx'
import { useProblem } from '../../ui/problem.ts'
import { hasMap, type PageEvent } from './event.ts'
import { PresaleCountdown } from './presale-countdown.tsx'
import { PriceTable } from './price-table.tsx'

/** The section around it renders each second, which `memo` keeps from the seat map. */
const MapPreview = memo(
  clientOnly(
    async () => ({ default: (await import('./map-views.ts')).MapPreview }),
    <div className="map-columns">
      <MapRoom />
    </div>,
  ),
)

type EnteredCode = PresaleCodeQuery['presaleCode'] & { code: string }

export function PresaleSale({ event, sale }: { event: PageEvent; sale: (event: PageEvent) => ReactNode }) {
  const [opened, setOpened] = useState<EnteredCode | null>(null)
  const now = useServerSecond()
  // The component renders each second. The same event each time spares the map from building its model again.
  const openedEvent = useMemo(() => opened && eventWithCode(event, opened.category), [event, opened])
  if (opened && openedEvent && now >= opened.validFromAt) {
    return (
      <PresaleCodeContext value={opened.code}>
        <p className="mb-6 rounded-lg border border-line bg-surface px-4 py-3" role="status">
          {m.event_code_open({ date: formatSaleTime(event.presaleAt, event.venue.timeZone) })}
        </p>
        {sale(openedEvent)}
      </PresaleCodeContext>
    )
  }
  return (
    <div className="space-y-6">
      <PresaleCountdown presaleAt={event.presaleAt} timeZone={event.venue.timeZone} />
      <ReminderOffer kind="presale" choices={[{ id: event.id, label: event.descriptiveName }]} />
      {event.presaleCodesFrom !== null && (
        <CodeForm event={event} opensAt={opened?.validFromAt ?? null} onOpen={setOpened} />
      )}
      {hasMap(event) ? (
        <MapRatio value={event.seatmapRatio}>
          <MapPreview event={event} />
        </MapRatio>
      ) : (
        <PriceTable categories={event.pricingCategories} kind={null} />
      )}
    </div>
  )
}

/** The event with only the pricing category that a code opens; null opens all. */
function eventWithCode(event: PageEvent, category: number | null): PageEvent {
  const categories = event.pricingCategories.filter(({ number }) => category === null || number === category)
  return { ...event, pricingCategories: categories }
}

type CodeFormProps = {
  event: PageEvent
  /** When the entered code becomes valid; null until the server has accepted a code. */
  opensAt: number | null
  onOpen: (opened: EnteredCode) => void
}

function CodeForm({ event, opensAt, onOpen }: CodeFormProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useProblem()
  const [isPending, setIsPending] = useState(false)

  const open = useCallback(
    async (typed: string) => {
      setIsPending(true)
      setProblem(null)
      try {
        const { presaleCode } = await runOperation(PresaleCodeDocument, { eventId: event.id, code: typed })
        storePresaleCode(event.id, typed)
        onOpen({ ...presaleCode, code: typed })
      } catch (error) {
        setProblem(() => errorText(error))
      } finally {
        setIsPending(false)
      }
    },
    [event.id, onOpen, setProblem],
  )

  useEffect(() => {
    const stored = storedPresaleCode(event.id)
    if (stored === null) return
    setCode(stored)
    void open(stored)
  }, [event.id, open])

  return (
    <form
      noValidate
      className="rounded-xl border border-line bg-surface p-5 sm:p-8"
      onSubmit={(submit) => {
        submit.preventDefault()
        const typed = code.trim()
        if (typed === '') setProblem(m.event_code_missing)
        else if (!isPending) void open(typed)
      }}
    >
      <label htmlFor={id} className="block text-lg font-bold">
        {m.event_code_label()}
      </label>
      <p className="mt-1 text-muted">{m.event_code_text()}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <input
          id={id}
          className="field min-w-0 grow basis-48"
          value={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={`${id}-answer`}
          {...(problem !== null && { 'aria-invalid': true })}
          onChange={(change) => setCode(change.target.value)}
        />
        <button type="submit" className="button-secondary" aria-busy={isPending}>
          {m.event_code_submit()}
        </button>
      </div>
      <div id={`${id}-answer`} role="status">
        {problem !== null && <p className="mt-3 font-medium text-danger">{problem}</p>}
        {problem === null && opensAt !== null && (
          <p className="mt-3 font-medium">
            {m.event_code_later({ date: formatSaleTime(opensAt, event.venue.timeZone) })}
          </p>
        )}
      </div>
    </form>
  )
}
