/** The events of an order with date and venue and, once it is paid, its tickets with their codes (DONE-01, DONE-02). */
import { type OrderSecret, orderFilePath } from '../../../schema/order-path.ts'
import { isDateOpen } from '../../../schema/rules/event-sale.ts'
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'
import { groupedCode } from '../../../schema/rules/ticket-code.ts'
import { seatText } from '../../cart/item-text.ts'
import { ShareButton } from '../../catalogue/share-button.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { formatBeforeShow, formatDate, formatDateTime, formatTime, machineTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TicketWallets } from './ticket-wallets.tsx'
import type { Order } from './use-order.ts'

type OrderedEvent = Order['events'][number]
type OrderTicket = Order['tickets'][number]

const TicketCode = optionalPart(() => import('./ticket-code.tsx'), <div className="size-40" />)

/** `secret` is what opens the order on this page. */
export function OrderEvents({ order, secret }: { order: Order; secret: OrderSecret }) {
  const { shop } = usePage()
  if (order.events.length === 0) return null
  const hasTickets = order.tickets.length > 0
  const cancelled = order.events.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
  const hasCodes = order.tickets.some(({ code, eventId }) => code !== null && !cancelled.includes(eventId))
  return (
    <section aria-labelledby="ordered-events" className="space-y-5">
      <h2 id="ordered-events" className="display-4">
        {hasTickets ? m.done_tickets() : m.done_events()}
      </h2>
      {!hasTickets && orderIsPayable(order) && <p className="text-muted">{m.done_after_payment()}</p>}
      {order.events.map((event) => (
        <EventCard key={event.id} order={order} secret={secret} event={event} />
      ))}
      {hasCodes && (
        <div className="space-y-4">
          <p className="text-muted">{m.done_how()}</p>
          <p>
            <a href={orderFilePath(shop.slug, order.id, secret, 'tickets.pdf')} className="button-secondary" download>
              {m.done_pdf()}
            </a>
          </p>
        </div>
      )}
    </section>
  )
}

function EventCard({ order, secret, event }: { order: Order; secret: OrderSecret; event: OrderedEvent }) {
  const { shop } = usePage()
  const tickets = order.tickets.filter(({ eventId }) => eventId === event.id)
  const { name, timeZone, doorAt, happeningFromAt, formerDate, status } = event
  const hasOpenDate = isDateOpen(status, formerDate)
  return (
    <article className="rounded-2xl border border-line bg-surface">
      <div className="space-y-1 p-4 sm:p-6">
        <h3 className="text-lg font-bold">
          <ShopLink to={`/events/${event.slug}`} className="hover:underline">
            {name}
          </ShopLink>
        </h3>
        <p className="pb-1 empty:hidden">
          {status === 'cancelled' ? (
            <span className="tag tag-solid">{m.event_tag_cancelled()}</span>
          ) : hasOpenDate ? (
            <span className="tag tag-solid">{m.event_tag_date_open()}</span>
          ) : (
            formerDate !== null && <span className="tag tag-solid">{m.event_tag_postponed()}</span>
          )}
        </p>
        {status === 'cancelled' ? null : hasOpenDate ? (
          <p>{m.event_date_open()}</p>
        ) : happeningFromAt === null ? null : (
          <p className="tabular-nums">
            <time dateTime={machineTime(happeningFromAt)}>{formatDateTime(happeningFromAt, timeZone)}</time>
            {doorAt !== null && ` ·\u00a0${m.done_doors({ time: formatTime(doorAt, timeZone) })}`}
          </p>
        )}
        {formerDate !== null && status !== 'cancelled' && (
          <p className="text-muted">{m.event_formerly({ date: formatDate(formerDate, timeZone) })}</p>
        )}
        <p className="text-muted">{[event.venueName, event.venueAddress].join(', ')}</p>
        {tickets.some(({ needsCheckIn }) => needsCheckIn) && <p className="pt-2 font-medium">{checkInText(event)}</p>}
        {tickets.length > 0 && status !== 'cancelled' && (
          <div className="flex flex-wrap gap-3 pt-3">
            {!hasOpenDate && happeningFromAt !== null && (
              <a
                href={orderFilePath(shop.slug, order.id, secret, `${event.id}.ics`)}
                aria-label={m.done_calendar_of({ name })}
                className="button-secondary"
                download
              >
                {m.done_calendar()}
              </a>
            )}
            <ShareButton name={name} path={`/events/${event.slug}`} />
          </div>
        )}
      </div>
      {tickets.length > 0 && (
        <ul className="divide-y divide-dashed divide-line border-t border-dashed border-line">
          {tickets.map((ticket) => (
            <Ticket key={ticket.id} order={order} secret={secret} ticket={ticket} event={event} />
          ))}
        </ul>
      )}
    </article>
  )
}

function checkInText(event: OrderedEvent): string {
  const { isCheckInOpen, checkInStartAt, checkInEndAt, timeZone } = event
  if (checkInStartAt === null || checkInEndAt === null) {
    const until = formatBeforeShow(event.checkInClosingHours)
    return isCheckInOpen
      ? m.done_check_in_open({ until })
      : m.done_check_in_undated({ from: formatBeforeShow(event.checkInOpeningHours), until })
  }
  const until = formatDateTime(checkInEndAt, timeZone)
  return isCheckInOpen
    ? m.done_check_in_open({ until })
    : m.done_check_in_later({ from: formatDateTime(checkInStartAt, timeZone), until })
}

type TicketProps = {
  order: Order
  secret: OrderSecret
  ticket: OrderTicket
  event: OrderedEvent
}

function Ticket({ order, secret, ticket, event }: TicketProps) {
  // The ticket of a cancelled event has only its number, with which the fan returns it.
  const admits = event.status !== 'cancelled'
  const item = order.items.find(({ id }) => id === ticket.orderItemId)
  const place = item ? seatText(item.seat) : null
  return (
    <li className="flex flex-col gap-4 p-4 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between sm:p-6">
      <div className="min-w-0 space-y-1">
        {place !== null && <p className="text-lg font-bold">{place}</p>}
        <p className={place === null ? 'text-lg font-bold' : 'text-muted'}>{item?.variantName}</p>
        {ticket.holder !== null && <p className="[overflow-wrap:anywhere]">{ticket.holder}</p>}
        {ticket.code === null ? (
          <p className="text-muted">{m.done_by_post()}</p>
        ) : (
          <p className="pt-2">
            <span className="block text-sm text-muted">{m.done_code()}</span>
            <span className="font-mono text-lg tracking-wide whitespace-nowrap">{groupedCode(ticket.code)}</span>
          </p>
        )}
        {ticket.isCheckedIn && (
          <p className="flex flex-wrap items-center gap-x-3 pt-2">
            <span className="flex items-center gap-2 font-medium text-good">
              <Icon name="check" className="size-5" />
              {m.done_checked_in()}
            </span>
            {event.isCheckInOpen && ticket.checkInKey !== null && (
              <ShopLink to={`/checkin?id=${ticket.checkInKey}`} className="text-link">
                {m.done_door_pass()}
                <span className="sr-only">: {ticket.holder ?? ticket.code}</span>
              </ShopLink>
            )}
          </p>
        )}
        {ticket.needsCheckIn && event.isCheckInOpen && ticket.checkInKey !== null && (
          <p className="pt-3">
            <ShopLink to={`/checkin?id=${ticket.checkInKey}`} className="button-primary">
              {m.checkin_submit()}
              <span className="sr-only">: {ticket.holder ?? ticket.code}</span>
            </ShopLink>
          </p>
        )}
      </div>
      {admits && ticket.code !== null && (
        <TicketCode code={ticket.code} label={m.done_code_of({ code: groupedCode(ticket.code) })} />
      )}
      {admits && ticket.code !== null && (
        <TicketWallets order={order} secret={secret} ticket={ticket} name={groupedCode(ticket.code)} />
      )}
    </li>
  )
}
