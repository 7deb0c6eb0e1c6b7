/**
 * Decides what a fan can do on the page of an order. Each action is one member of `APPLIES`. `web/routes/order/order-actions`
 * has its text and its link.
 */
import { checkInState } from '../../schema/rules/check-in.ts'
import { massRefundState } from '../../schema/rules/mass-refund.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import type { ShopContext } from '../context.ts'
import type { OrderEvent, OrderItem, WholeOrder } from '../db/order.ts'
import type { Shipment } from '../db/shipment.ts'
import { hasCancelledEvent, isPayable } from '../domain/orders/order-status.ts'
import { hasHolders, isAhead, namesAreChangeable } from '../domain/tickets/name-change.ts'
import { orderHasTicketService } from '../domain/tickets/ticket-service.ts'
import type { OrderAction } from '../generated/resolver-types.ts'
import { mayCorrectEmail } from '../services/email-correction.ts'
import { mailToRepeat } from '../services/order-link.ts'
import { mayWithdraw } from '../services/withdrawal.ts'

export type Actionable = WholeOrder & { events: ReadonlyMap<string, OrderEvent>; shipment: Shipment | null }

/** Whether the order is paid and has a valid ticket of such an event. */
function hasTicket(
  { order, items, events }: Actionable,
  isWanted: (event: OrderEvent, item: OrderItem) => boolean,
): boolean {
  return (
    PAID_STATUSES.includes(order.status) &&
    items.some((item) => {
      const event = item.invalidatedAt === null ? events.get(item.eventId ?? '') : undefined
      return event !== undefined && isWanted(event, item)
    })
  )
}

/** In the sequence in which the page shows the actions. */
const APPLIES: Record<OrderAction, (whole: Actionable, context: ShopContext) => boolean> = {
  PAY: ({ order, events }) => (isPayable(order) || order.isReserved) && !hasCancelledEvent(events),
  // Customer service replaces tickets on paper.
  CHANGE_NAMES: (whole, { now }) =>
    hasTicket(whole, (event, { physical }) => !physical && hasHolders(event) && namesAreChangeable(event, now)),
  UPDATE_CONTACT: (whole, { now }) =>
    hasTicket(whole, (event) => event.meta.contact_tracing === true && isAhead(event, now)),
  CHECK_IN: (whole, { now }) => hasTicket(whole, (event) => checkInState(event, true, now) === 'OPEN'),
  RETURN_TICKETS: (whole, { now }) => hasTicket(whole, (event) => massRefundState(event, now) !== 'NONE'),
  CORRECT_EMAIL: ({ order }, context) => mayCorrectEmail(context, order),
  REPEAT_MAIL: ({ order }) => mailToRepeat(order) !== null,
  // Names that the fan can change need no request to customer service.
  CHANGE_TICKETS: (whole, context) =>
    !APPLIES.CHANGE_NAMES(whole, context) && orderHasTicketService('change', whole, context.shop.meta, context.now),
  CANCEL_TICKETS: (whole, { shop, now }) => orderHasTicketService('cancel', whole, shop.meta, now),
  WITHDRAW: (whole, { now }) => mayWithdraw(whole, whole.shipment, now),
}

export function actionsOf(whole: Actionable, context: ShopContext): OrderAction[] {
  const names = Object.keys(APPLIES) as OrderAction[]
  return names.filter((name) => APPLIES[name](whole, context))
}
