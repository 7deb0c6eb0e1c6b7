/** Date, times, venue and check-in of the event. Times are in the venue's time zone (L10N-03). */

import { ShopLink } from '../../catalogue/shop-link.tsx'
import { eventMeta } from '../../data/meta.ts'
import { dayParts, formatDateSpan, formatDateTime, formatTime, machineTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { PageEvent } from './event.ts'

export function EventFacts({ event }: { event: PageEvent }) {
  const { venue } = event
  const zone = venue.timeZone
  const times = [
    event.doorAt === null ? '' : `${m.event_doors()} ${formatTime(event.doorAt, zone)}`,
    event.stageAt === null ? '' : `${m.event_stage()} ${formatTime(event.stageAt, zone)}`,
  ].filter((each) => each !== '')
  const { day, month } = dayParts(event.happeningFromAt, zone)
  const meta = eventMeta(event)
  const showsDate = !meta.hideDate
  return (
    <div className="mt-6 flex gap-5">
      {showsDate && (
        <p
          aria-hidden="true"
          className="flex h-20 w-16 shrink-0 flex-col items-center justify-center rounded-xl bg-ink text-surface"
        >
          <span className="text-3xl leading-none font-bold tabular-nums">{day}</span>
          <span className="mt-1 text-sm tabular-nums">{month}</span>
        </p>
      )}
      <dl className="min-w-0 space-y-3">
        {showsDate && (
          <div>
            <dt className="sr-only">{m.event_date()}</dt>
            <dd>
              <time dateTime={machineTime(event.happeningFromAt)} className="font-semibold">
                {formatDateSpan(event.happeningFromAt, event.happeningUntilAt, zone)}
              </time>
              {times.length > 0 && <span className="block text-muted">{times.join(' · ')}</span>}
            </dd>
          </div>
        )}
        <div>
          <dt className="sr-only">{m.event_venue()}</dt>
          <dd>
            <span className="font-semibold">{venue.name}</span>
            <span className="block text-muted">
              {venue.address}, {venue.postCode} {venue.city}
            </span>
          </dd>
        </div>
        {showsDate && (meta.checkin || event.personalizationRequirement === 'check_in_required') && (
          <div>
            <dt className="sr-only">{m.event_check_in_title()}</dt>
            <dd className="text-muted">
              {m.event_check_in({
                from: formatDateTime(event.checkInStartAt, zone),
                until: formatDateTime(event.checkInEndAt, zone),
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
