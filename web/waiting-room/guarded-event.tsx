/** The event that the visitor waits for. After a navigation without a page load, only its name is available. */
import { useLocation } from 'react-router'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import type { QueueView } from '../../schema/waiting-room.ts'
import { Picture } from '../catalogue/picture.tsx'
import { readCatalogueJson } from '../data/meta.ts'
import { usePage } from '../data/page.tsx'
import { formatDateSpan, machineTime } from '../i18n/format.ts'

export function GuardedEvent({ queue }: { queue: QueueView | null }) {
  const { guardedEvent } = usePage()
  const { pathname } = useLocation()
  if (queue?.scope !== 'event') return null
  if (!guardedEvent || pathname !== `/events/${guardedEvent.slug}`) {
    return queue.eventName === null ? null : <p className="display-4 mb-6">{queue.eventName}</p>
  }
  const { name, artist, venue, image, happeningFromAt, happeningUntilAt, soldOutMessage } = guardedEvent
  return (
    <div className="mb-8 flex items-center gap-5">
      <Picture
        image={image}
        sizes="(min-width: 768px) 144px, 96px"
        alt=""
        isUrgent
        className="size-24 flex-none rounded-image object-cover md:size-36"
      />
      <div className="min-w-0">
        <p className="font-semibold text-accent">{artist}</p>
        <p className="display-4">{queue.eventName ?? name}</p>
        <p className="mt-1 text-muted">
          {!readCatalogueJson<EventMeta>(guardedEvent.meta).hideDate && (
            <time dateTime={machineTime(happeningFromAt)} className="block">
              {formatDateSpan(happeningFromAt, happeningUntilAt, venue.timeZone)}
            </time>
          )}
          {venue.name}, {venue.city}
        </p>
        {soldOutMessage && <p className="mt-2 font-semibold">{soldOutMessage}</p>}
      </div>
    </div>
  )
}
