/**
 * What the visitor waits for: the event, or the shop whose tickets and merch are in demand. After a navigation without a page
 * load, only the event's name is available.
 */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import type { QueueView } from '../../schema/waiting-room.ts'
import { Picture, type PictureImage } from '../catalogue/picture.tsx'
import { readCatalogueJson } from '../data/meta.ts'
import { usePage } from '../data/page.tsx'
import { formatDateSpan, machineTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

export function GuardedEvent({ queue }: { queue: QueueView | null }) {
  const { guardedEvent, shop, meta } = usePage()
  const { pathname } = useLocation()
  if (queue?.scope !== 'event')
    return (
      <Card image={meta.social_img}>
        <p className="font-semibold text-accent">{m.queue_bar()}</p>
        <p className="display-4">{shop.name}</p>
        {meta.description !== undefined && <p className="mt-1 line-clamp-2 text-muted">{meta.description}</p>}
      </Card>
    )
  if (!guardedEvent || pathname !== `/events/${guardedEvent.slug}`) {
    return queue.eventName === null ? null : <p className="display-4 mb-6">{queue.eventName}</p>
  }
  const { name, artist, venue, image, happeningFromAt, happeningUntilAt, soldOutMessage } = guardedEvent
  return (
    <Card image={image}>
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
    </Card>
  )
}

function Card({ image, children }: { image: PictureImage | null | undefined; children: ReactNode }) {
  return (
    <div className="mb-8 flex items-center gap-5">
      {image && (
        <Picture
          image={image}
          sizes="(min-width: 768px) 224px, 128px"
          alt=""
          isUrgent
          className="aspect-video w-32 flex-none rounded-image object-cover md:w-56"
        />
      )}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
