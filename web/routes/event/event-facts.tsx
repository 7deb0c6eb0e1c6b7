/** Date, times, venue and check-in of the event. Times are in the venue's time zone (L10N-03). */

import { isDateOpen, showsDate } from '../../../schema/rules/event-sale.ts'
import { eventTimes } from '../../catalogue/event-times.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { eventMeta } from '../../data/meta.ts'
import { formatDateSpan } from '../../i18n/date-span.ts'
import { dayParts, formatDate, formatDateTime, machineTime, monthLabel } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { FactLine } from '../../ui/fact-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageEvent } from './event.ts'

export function EventFacts({ event }: { event: PageEvent }) {
  const { venue } = event
  const zone = venue.timeZone
  const place = `${venue.name}, ${venue.address}, ${venue.postCode} ${venue.postalCity}`
  const meta = eventMeta(event)
  const hasCheckIn = meta.checkin || event.personalizationRequirement === 'check_in_required'
  const hasOpenDate = isDateOpen(event.status, meta.former_date)
  const { happeningFromAt: start, checkInStartAt, checkInEndAt } = event
  const isDated = showsDate({ status: event.status, meta })
  return (
    <div className="mt-5 flex gap-5 md:mt-6">
      {isDated && start !== null && <CalendarSheet at={start} zone={zone} />}
      <dl className="min-w-0 space-y-3">
        {isDated && start !== null && (
          <div>
            <dt className="sr-only">{m.event_date()}</dt>
            <dd>
              <time dateTime={machineTime(start)} className="font-semibold">
                {formatDateSpan(start, event.happeningUntilAt, zone)}
              </time>
              <FactLine facts={eventTimes(event, start)} />
            </dd>
          </div>
        )}
        {hasOpenDate && (
          <div>
            <dt className="sr-only">{m.event_date()}</dt>
            <dd className="font-semibold">{m.event_date_open()}</dd>
          </div>
        )}
        {hasOpenDate && start !== null && !meta.hideDate && (
          <div>
            <dt className="sr-only">{m.event_former_date()}</dt>
            <dd className="text-muted">
              <s>{formatDateSpan(start, event.happeningUntilAt, zone)}</s>
            </dd>
          </div>
        )}
        {meta.former_date !== undefined && event.status !== 'cancelled' && (
          <div>
            <dt className="sr-only">{m.event_former_date()}</dt>
            <dd className="text-balance">{m.event_moved_from({ date: formatDate(meta.former_date, zone) })}</dd>
          </div>
        )}
        <div>
          <dt className="sr-only">{m.event_venue()}</dt>
          <dd>
            <span className="font-semibold">{venue.name}</span>
            <span className="block text-muted">
              {venue.address},{' '}
              <span className="inline-block">
                {venue.postCode} {venue.postalCity}
              </span>
            </span>
            <a
              href={mapLink(place)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={m.event_directions_of({ place: venue.name })}
              className="inline-flex min-h-6 items-center gap-1 underline"
            >
              {m.event_directions()}
              <Icon name="external" className="size-3.5" />
            </a>
          </dd>
        </div>
        {isDated && checkInStartAt !== null && checkInEndAt !== null && hasCheckIn && (
          <div>
            <dt className="sr-only">{m.event_check_in_title()}</dt>
            <dd className="text-muted">
              {m.event_check_in({
                from: formatDateTime(checkInStartAt, zone),
                until: formatDateTime(checkInEndAt, zone),
              })}{' '}
              <ShopLink to="/checkin" className="text-ink underline">
                {m.event_check_in_link()}
              </ShopLink>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function CalendarSheet({ at, zone }: { at: number; zone: string }) {
  const { day, month } = dayParts(at, zone)
  return (
    <p
      aria-hidden="true"
      className="flex h-20 w-16 shrink-0 flex-col items-center justify-center rounded-xl bg-ink text-surface"
    >
      <span className="text-3xl leading-none font-bold tabular-nums">{day}</span>
      <span className="mt-1 text-sm font-semibold uppercase">{monthLabel(month)}</span>
    </p>
  )
}

/** Phones open this address in their map app: https://developers.google.com/maps/documentation/urls/get-started. */
function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
}
