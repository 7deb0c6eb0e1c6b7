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
import type { Order } from '../checkout/use-order.ts'
import { RepeatMail } from './repeat-mail.tsx'

type Link = {
  label: (order: Order) => string
  /** A path of the shop, without its base path. */
  path: (order: Order, key: string) => string
}

/** The most important action, which stands directly below the status. */
const FIRST = 'PAY' satisfies OrderAction

const LINKS: Record<Exclude<OrderAction, 'REPEAT_MAIL' | 'CHECK_IN'>, Link> = {
  PAY: {
    label: ({ isReserved, balanceCents }) =>
      isReserved ? m.order_page_finish() : m.order_page_pay({ amount: formatPrice(balanceCents) }),
    path: ({ id, reference }) => orderPath('payment', id, reference),
  },
  CHANGE_NAMES: {
    label: () => m.name_change_title(),
    path: ({ id }, key) => orderNamesLink(id, key),
  },
  UPDATE_CONTACT: {
    label: () => m.form_updateticket_action(),
    path: () => '/trace',
  },
  RETURN_TICKETS: { label: () => m.refund_title(), path: returnPath },
  CORRECT_EMAIL: {
    label: () => m.order_correct_email(),
    path: ({ id, reference }) => orderPath('done', id, reference),
  },
  CHANGE_TICKETS: { label: () => m.service_change_title(), path: (order) => servicePath('change', order) },
  CANCEL_TICKETS: { label: () => m.service_cancel_title(), path: (order) => servicePath('cancel', order) },
  WITHDRAW: { label: () => m.withdrawal_title(), path: ({ id }, key) => withdrawalPath(id, key) },
}

/** A link to each ticket's check-in. A link with the id works even if a network has tried too many numbers. */
function checkInLinks({ events, tickets }: Order): { id: string; label: string }[] {
  const open = events.filter(({ isCheckInOpen }) => isCheckInOpen)
  const chosen = tickets.filter(({ eventId }) => open.some(({ id }) => id === eventId))
  return chosen.map(({ id, holder, code }, index) => {
    const ticket = holder || (code === null ? String(index + 1) : groupedCode(code))
    return { id, label: chosen.length === 1 ? m.checkin_title() : m.checkin_title_of({ ticket }) }
  })
}

/** The link to an old order shows a masked address, which would be wrong in the form. */
function returnPath({ id, email, events }: Order): string {
  const event = events.find(({ acceptsReturns }) => acceptsReturns)
  const query = new URLSearchParams({
    product_id: event?.id ?? '',
    order_id: id,
    ...(!email.includes('…') && { email }),
  })
  return `/refund/request?${query}`
}

/** Names the event, whose deadline then counts, unless the order has several. */
function servicePath(service: TicketService, { reference, events }: Order): string {
  const [event, another] = events
  const query = new URLSearchParams({ order: reference, ...(event && !another && { event: event.slug }) })
  return `/ticketservice/${service}?${query}`
}

type OrderActionsProps = { order: Order; actions: readonly OrderAction[]; orderKey: string }

export function FirstAction({ order, actions, orderKey }: OrderActionsProps) {
  if (!actions.includes(FIRST)) return null
  return (
    <p>
      <ShopLink to={LINKS[FIRST].path(order, orderKey)} className="button-primary max-sm:w-full">
        {LINKS[FIRST].label(order)}
      </ShopLink>
    </p>
  )
}

export function OrderActions({ order, actions, orderKey }: OrderActionsProps) {
  const further = actions.filter((action) => action !== FIRST)
  if (further.length === 0) return null
  return (
    <section aria-labelledby="order-actions">
      <h2 id="order-actions" className="display-4">
        {m.order_actions()}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-3">
        {further.map((action) => {
          if (action === 'CHECK_IN')
            return checkInLinks(order).map(({ id, label }) => (
              <li key={id} className="max-sm:w-full">
                <ShopLink to={`/checkin?id=${id}`} className="button-secondary max-sm:w-full">
                  {label}
                </ShopLink>
              </li>
            ))
          return (
            <li key={action} className="max-sm:w-full">
              {action === 'REPEAT_MAIL' ? (
                <RepeatMail order={order} orderKey={orderKey} />
              ) : (
                <ShopLink to={LINKS[action].path(order, orderKey)} className="button-secondary max-sm:w-full">
                  {LINKS[action].label(order)}
                </ShopLink>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
