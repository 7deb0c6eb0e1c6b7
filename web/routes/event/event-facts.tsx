/** When, where, who: the facts beside the image. Times are the venue's. */

import { eventMeta } from '../../data/meta.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { PageEvent } from './event.ts'

export function EventFacts({ event }: { event: PageEvent }) {
  const { venue } = event
  const zone = venue.timeZone
  const times = [
    event.doorAt !== null && `${m.event_doors()} ${formatTime(event.doorAt, zone)}`,
    event.stageAt !== null && `${m.event_stage()} ${formatTime(event.stageAt, zone)}`,
  ].filter((each) => each !== false)
  const days = [formatDate(event.happeningFromAt, zone)]
  if (event.happeningUntilAt !== null) {
    const last = formatDate(event.happeningUntilAt, zone)
    if (last !== days[0]) days.push(last)
  }
  return (
    <dl className="space-y-4">
      {!eventMeta(event).hideDate && (
        <Fact name={m.event_date()}>
          <p className="font-semibold">{days.join(' – ')}</p>
          {times.length > 0 && <p className="text-muted">{times.join(' · ')}</p>}
        </Fact>
      )}
      <Fact name={m.event_venue()}>
        <p className="font-semibold">{venue.name}</p>
        <p className="text-muted">
          {venue.address}, {venue.postCode} {venue.city}
        </p>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-4">
      <dt className="w-16 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
