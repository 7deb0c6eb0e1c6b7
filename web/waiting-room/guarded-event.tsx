/**
 * What the visitor waits for: the event, or the shop whose tickets and merch are in demand. The page's data contains the event.
 * After a navigation without a page load, it comes from a list that the browser has or, if there is none, only its name is known.
 */
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'react-router'
import type { GuardedEvent as GuardedEventData } from '../../schema/page-data.ts'
import { showsDate } from '../../schema/rules/event-sale.ts'
import type { QueueView } from '../../schema/waiting-room.ts'
import { Picture, type TileImage } from '../catalogue/picture.tsx'
import { usePage } from '../data/page.tsx'
import { queryClient } from '../data/query.ts'
import { formatDateSpan } from '../i18n/date-span.ts'
import { machineTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { knownEvent } from './known-event.ts'

export function GuardedEvent({ queue }: { queue: QueueView | null }) {
  const { shop, meta } = usePage()
  const event = useGuardedEvent()
  if (queue?.scope !== 'event')
    return (
      <Card image={meta.social_img}>
        <p className="font-semibold text-accent">{m.queue_bar()}</p>
        <p className="display-4">{shop.name}</p>
        {meta.description !== undefined && <p className="mt-1 text-muted">{meta.description}</p>}
      </Card>
    )
  if (!event) return queue.eventName === null ? null : <p className="display-4 mb-6">{queue.eventName}</p>
  const { name, artist, venue, image, happeningFromAt, happeningUntilAt, soldOutMessage } = event
  return (
    <Card image={image} artworkName={name}>
      <p className="font-semibold text-accent">{artist}</p>
      <p className="display-4">{queue.eventName ?? name}</p>
      <p className="mt-1 text-muted">
        {happeningFromAt !== null && showsDate({ status: event.status, meta: event.tileMeta }) && (
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

/** The event of the page's address, as far as the browser knows it. */
function useGuardedEvent(): GuardedEventData | null {
  const { guardedEvent } = usePage()
  const { pathname } = useLocation()
  const [, slug = null] = /^\/events\/([^/]+)/.exec(pathname) ?? []
  return useMemo(() => {
    if (slug === null) return null
    if (guardedEvent?.slug === slug) return guardedEvent
    const tile = knownEvent(queryClient(), slug)
    return tile && { ...tile, artist: tile.artist.displayName }
  }, [guardedEvent, slug])
}

type CardProps = {
  image: TileImage | null | undefined
  /** The name from which the artwork is made if there is no image. Without it, there is no artwork. */
  artworkName?: string
  children: ReactNode
}

function Card({ image, artworkName, children }: CardProps) {
  return (
    <div className="mb-8 flex items-center gap-5 short:mb-4">
      {(image || artworkName) && (
        <Picture
          image={image}
          name={artworkName ?? ''}
          sizes="(min-width: 768px) 224px, 128px"
          alt=""
          isUrgent
          className="aspect-video w-32 flex-none rounded-image object-cover md:w-56 short:w-28"
        />
      )}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
