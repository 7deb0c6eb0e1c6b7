/**
 * What a fan can do with an order. `worker/graphql/order-actions` decides which actions apply. To add one, add a member to
 * the GraphQL enum `OrderAction`, its rule there, and its text and link here.
 */
import type { OrderAction } from '../../../schema/generated/operation-types.ts'
import { orderNamesLink, orderPath, withdrawalPath } from '../../../schema/order-path.ts'
import { groupedCode } from '../../../schema/rules/ticket-code.ts'
import type { TicketService } from '../../../schema/rules/ticket-service.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { methodInstead } from '../checkout/order-state.ts'
import type { Order } from '../checkout/use-order.ts'
import { handOverTickets } from '../refund/handed-tickets.ts'
import { storeOrderValues } from '../ticket-service/order-values.ts'
import { RepeatMail } from './repeat-mail.tsx'

type Link = {
  label: (order: Order) => string
  /** A path of the shop, without its base path. */
  path: (order: Order, key: string) => string
}

/**
 * Returns the most important action, which stands directly below the status: to pay, or to return the tickets if none of the
 * order's events takes place.
 */
function firstOf({ events }: Order, actions: readonly OrderAction[]): OrderAction | undefined {
  const isCalledOff = events.every(({ status }) => status === 'cancelled')
  return actions.find((action) => action === 'PAY' || (action === 'RETURN_TICKETS' && isCalledOff))
}

const LINKS: Record<Exclude<OrderAction, 'REPEAT_MAIL' | 'CHECK_IN' | EventAction>, Link> = {
  PAY: {
    label: payLabel,
    path: payPath,
  },
  CHANGE_NAMES: {
    label: () => m.name_change_title(),
    path: ({ id }, key) => orderNamesLink(id, key),
  },
  UPDATE_CONTACT: {
    label: () => m.form_updateticket_action(),
    path: () => '/trace',
  },
  CORRECT_EMAIL: {
    label: () => m.order_correct_email(),
    path: ({ id, reference }) => orderPath('done', id, reference),
  },
  WITHDRAW: { label: () => m.withdrawal_title(), path: ({ id }, key) => withdrawalPath(id, key) },
}

/** The page shows the details of a bank transfer itself, so the link names the other way to pay. */
function payLabel(order: Order): string {
  if (order.isReserved) return m.order_page_finish()
  const instead = methodInstead(order)
  return instead ? m.later_instead() : m.order_page_pay({ amount: formatPrice(order.balanceCents) })
}

function payPath(order: Order): string {
  const path = orderPath('payment', order.id, order.reference)
  const instead = order.isReserved ? undefined : methodInstead(order)
  return instead ? `${path}?method=${instead.id}` : path
}

/** What an organiser decides per event, so each event of the order has its own link. */
type EventAction = 'RETURN_TICKETS' | 'CHANGE_TICKETS' | 'CANCEL_TICKETS'
type OrderedEvent = Order['events'][number]

const EVENT_LINKS: Record<
  EventAction,
  {
    label: () => string
    applies: (event: OrderedEvent) => boolean
    path: (order: Order, event: OrderedEvent) => string
    /** Returns a note that says why the fan must wait, or null if the link works now. */
    wait?: (event: OrderedEvent) => string | null
    /** Called when the fan opens the link. */
    prepare?: (order: Order, event: OrderedEvent) => void
    /** The state of the history entry that the link opens. */
    state?: (order: Order, event: OrderedEvent) => unknown
  }
> = {
  RETURN_TICKETS: {
    label: () => m.refund_title(),
    applies: (event) => event.acceptsReturns,
    path: returnPath,
    wait: ({ returnsArePaused }) => (returnsArePaused ? m.order_returns_paused() : null),
    state: handOverTickets,
  },
  CHANGE_TICKETS: {
    label: () => m.service_change_title(),
    applies: (event) => event.acceptsChanges,
    path: servicePath('change'),
    prepare: (order, { id }) => storeOrderValues('change', order, id),
  },
  CANCEL_TICKETS: {
    label: () => m.service_cancel_title(),
    applies: (event) => event.acceptsCancellations,
    path: servicePath('cancel'),
    prepare: (order, { id }) => storeOrderValues('cancel', order, id),
  },
}

type ShownLink = {
  id: string
  label: string
  path: string
  /** A note that replaces the link. */
  wait?: string | null
  prepare?: () => void
  state?: unknown
}

const isEventAction = (action: OrderAction): action is EventAction => action in EVENT_LINKS

/** A label names its event if the order has several. */
function eventLinks(action: EventAction, order: Order): ShownLink[] {
  const { label, applies, path, wait, prepare, state } = EVENT_LINKS[action]
  return order.events.filter(applies).map((event) => ({
    id: `${action} ${event.id}`,
    label: order.events.length === 1 ? label() : m.order_action_of({ action: label(), event: event.name }),
    path: path(order, event),
    wait: wait?.(event) ?? null,
    ...(prepare && { prepare: () => prepare(order, event) }),
    state: state?.(order, event),
  }))
}

/** A link to each ticket's check-in. A link with the id works even if a network has tried too many numbers. */
function checkInLinks({ events, tickets }: Order): ShownLink[] {
  const open = events.filter(({ isCheckInOpen }) => isCheckInOpen)
  const chosen = tickets.filter(({ eventId, needsCheckIn }) => needsCheckIn && open.some(({ id }) => id === eventId))
  return chosen.flatMap(({ checkInKey, holder, code }, index) => {
    const ticket = holder || (code === null ? String(index + 1) : groupedCode(code))
    if (!checkInKey) return []
    const label = chosen.length === 1 ? m.checkin_title() : m.checkin_title_of({ ticket })
    return { id: checkInKey, label, path: `/checkin?id=${checkInKey}` }
  })
}

/** The link to an old order shows a masked address, which would be wrong in the form. */
function returnPath({ id, email }: Order, event: OrderedEvent): string {
  const query = new URLSearchParams({
    product_id: event.id,
    order_id: id,
    ...(!email.includes('…') && { email }),
  })
  return `/refund/request?${query}`
}

function servicePath(service: TicketService) {
  return ({ reference }: Order, { slug }: OrderedEvent) =>
    `/ticketservice/${service}?${new URLSearchParams({ order: reference, event: slug })}`
}

/** Null if the action is not a link. */
function linksOf(action: OrderAction, order: Order, orderKey: string): ShownLink[] | null {
  if (action === 'REPEAT_MAIL') return null
  if (action === 'CHECK_IN') return checkInLinks(order)
  if (isEventAction(action)) return eventLinks(action, order)
  return [{ id: action, label: LINKS[action].label(order), path: LINKS[action].path(order, orderKey) }]
}

type OrderActionsProps = { order: Order; actions: readonly OrderAction[]; orderKey: string }

export function FirstAction({ order, actions, orderKey }: OrderActionsProps) {
  const first = firstOf(order, actions)
  if (first === undefined) return null
  return (
    <div className="flex flex-wrap gap-3">
      {linksOf(first, order, orderKey)?.map((link) => (
        <ActionLink key={link.id} link={link} look={order.bankTransfer ? 'button-secondary' : 'button-primary'} />
      ))}
    </div>
  )
}

function ActionLink({ link, look }: { link: ShownLink; look: 'button-primary' | 'button-secondary' }) {
  const { label, path, wait, prepare, state } = link
  if (wait)
    return (
      <p className="max-w-prose">
        <span className="block font-semibold">{label}</span>
        <span className="text-muted">{wait}</span>
      </p>
    )
  return (
    <ShopLink to={path} state={state} className={`${look} max-sm:w-full`} onClick={prepare}>
      {label}
    </ShopLink>
  )
}

export function OrderActions({ order, actions, orderKey }: OrderActionsProps) {
  const first = firstOf(order, actions)
  const further = actions.filter((action) => action !== first)
  if (further.length === 0) return null
  return (
    <section aria-labelledby="order-actions">
      <h2 id="order-actions" className="display-4">
        {m.order_actions()}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-3">
        {further.map(
          (action) =>
            linksOf(action, order, orderKey)?.map((link) => (
              <li key={link.id} className={link.wait ? 'w-full' : 'max-sm:w-full'}>
                <ActionLink link={link} look="button-secondary" />
              </li>
            )) ?? (
              <li key={action} className="max-sm:w-full">
                <RepeatMail order={order} orderKey={orderKey} />
              </li>
            ),
        )}
      </ul>
    </section>
  )
}
