/**
 * A list of events. A row shows the date, the venue, the start and the state of the ticket sale (EVL-04). By default, its
 * heading is the artist in the main shop, and the city in a band shop.
 */
import type { EventTileFragment } from '../../schema/generated/operations.ts'
import { isDateOpen, isMoved, type SaleState, saleState } from '../../schema/rules/event-sale.ts'
import { unbroken } from '../../schema/rules/unbroken-text.ts'
import { useViewTime } from '../data/hydration.ts'
import { usePage } from '../data/page.tsx'
import { dayParts, formatDate, formatLonePrice, formatSaleTime, formatTime, machineTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { ShopLink } from './shop-link.tsx'

type RowOptions = {
  heading?: 'h2' | 'h3'
  /** Overrides the default heading. A list of one artist's events shows cities. */
  titledBy?: 'artist' | 'city'
}

export function EventList({ events, ...options }: RowOptions & { events: EventTileFragment[] }) {
  return (
    <ul className="rule-t">
      {events.map((event) => (
        <EventRow key={event.slug} event={event} {...options} />
      ))}
    </ul>
  )
}

function EventRow({ event, heading: Heading = 'h3', titledBy }: RowOptions & { event: EventTileFragment }) {
  const { shop, meta } = usePage()
  const isTitledByCity = titledBy ? titledBy === 'city' : shop.isBand
  const own = event.tileMeta
  const state = saleState({ ...event, meta: own }, useViewTime())
  const { city, name: venue, timeZone } = event.venue
  const isGone = state === 'open' && event.isSoldOut
  const isOver = isGone || state === 'soldOut' || state === 'cancelled' || state === 'ended'
  const title = isTitledByCity ? city : event.artist.displayName
  // A band's shop also lists the concerts at which the band supports another one.
  const isGuest = shop.isBand && shop.artist && shop.artist.displayName !== event.artist.displayName
  const name =
    isGuest && isTitledByCity ? m.event_support({ artist: event.artist.displayName, name: event.name }) : event.name
  const location = isTitledByCity ? venue : `${city}, ${venue}`
  const hasOpenDate = isDateOpen(event.status, own.former_date)
  const { happeningFromAt: start } = event
  const times =
    start === null || own.hideDate || hasOpenDate
      ? []
      : [
          ...(meta.show_event_door_time && event.doorAt !== null ? [{ name: m.event_doors(), at: event.doorAt }] : []),
          { name: m.event_stage(), at: event.stageAt ?? start },
        ]
  return (
    <li
      className={`event-row group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rule-b py-4 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:items-center sm:gap-x-6 sm:py-5 ${isOver ? 'is-over' : ''}`}
    >
      {start === null || own.hideDate ? (
        <span />
      ) : (
        <CalendarDate at={start} timeZone={timeZone} isFormer={hasOpenDate} />
      )}
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading className="event-title display display-4 sm:text-(length:--row-title)">
            <EventLink event={event} state={state}>
              {title}
            </EventLink>
          </Heading>
          {isMoved({ status: event.status, meta: own }) && !isOver && (
            <span className="tag text-accent">{hasOpenDate ? m.event_tag_date_open() : m.event_tag_postponed()}</span>
          )}
          {own.custom_tag && <span className="tag">{own.custom_tag}</span>}
        </div>
        {name !== title && <p className="font-medium">{name}</p>}
        <p className="text-muted">{location}</p>
        {times.length > 0 && (
          <p className="flex flex-wrap gap-x-3 text-muted tabular-nums">
            {times.map(({ name, at }) => (
              <span key={name}>{`${name} ${formatTime(at, timeZone)}`}</span>
            ))}
          </p>
        )}
        {hasOpenDate && !isOver && <p className="text-muted">{m.event_date_open()}</p>}
        {own.former_date !== undefined && !isOver && (
          <p className="text-sm text-muted">{m.event_formerly({ date: formatDate(own.former_date, timeZone) })}</p>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-1 sm:col-start-3 sm:max-w-64 sm:flex-col sm:items-end lg:max-w-96">
        <EventTag event={event} state={state} />
        {(state === 'open' || (state === 'presale' && meta.alwaysshowprice)) && event.lowestPriceCents !== null && (
          <span className="text-sm text-muted tabular-nums">
            {event.priceVaries && `${m.price_from()} `}
            {formatLonePrice(event.lowestPriceCents)}
          </span>
        )}
      </div>
    </li>
  )
}

type EventLinkProps = { event: EventTileFragment; state: SaleState; children: string }

/** Leads to the other seller only while that seller may still have tickets. */
function EventLink({ event, state, children }: EventLinkProps) {
  const external = state === 'external' ? event.tileMeta.external_link : undefined
  const className = 'after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4'
  if (!external) {
    return (
      <ShopLink to={event.href} className={className}>
        {children}
      </ShopLink>
    )
  }
  return (
    <a href={external} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only"> {m.link_new_window()}</span>
    </a>
  )
}

/** The former date of a concert without a new one is crossed out. */
function CalendarDate({ at, timeZone, isFormer }: { at: number; timeZone: string; isFormer: boolean }) {
  const { weekday, dayOfYear, year } = dayParts(at, timeZone)
  const date = formatDate(at, timeZone)
  return (
    <time
      dateTime={machineTime(at)}
      className={`date-leaf block w-18 sm:w-auto ${isFormer ? 'text-muted line-through' : ''}`}
    >
      <span className="sr-only">{isFormer ? m.event_formerly({ date }) : date}</span>
      <span aria-hidden="true" className="block">
        <span className="label block text-muted">{weekday}</span>
        <span className="display display-4 block tabular-nums">{dayOfYear}</span>
        <span className="label block text-muted tabular-nums">{year}</span>
      </span>
    </time>
  )
}

function EventTag({ event, state }: { event: EventTileFragment; state: SaleState }) {
  const { timeZone } = event.venue
  switch (state) {
    case 'open':
      if (event.isSoldOut) return <span className="tag text-muted">{m.event_tag_gone()}</span>
      return <span className="tag tag-solid">{m.event_tag_tickets()}</span>
    case 'presale':
      return (
        <span className="tag text-accent">
          {m.event_tag_presale({ date: unbroken(formatSaleTime(event.presaleAt, timeZone)) })}
        </span>
      )
    case 'soldOut':
      return <span className="tag text-muted">{event.soldOutMessage ?? m.tile_sold_out()}</span>
    case 'cancelled':
      return <span className="tag text-danger">{m.event_tag_cancelled()}</span>
    case 'ended':
      return <span className="tag text-muted">{m.event_tag_ended()}</span>
    case 'external':
      return (
        <span className="tag">
          {event.tileMeta.external_link_text ?? m.event_tag_external()}
          <Icon name="external" className="size-3.5" />
        </span>
      )
  }
}
