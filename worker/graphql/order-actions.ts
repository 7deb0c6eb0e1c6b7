/**
 * Decides what a fan can do on the page of an order. Each action is one member of `APPLIES`. `web/routes/order/order-actions`
 * has its text and its link.
 */
import type { ShopContext } from '../context.ts'
import type { OrderEvent, WholeOrder } from '../db/order.ts'
import { hasCancelledEvent, isPayable } from '../domain/orders/order-status.ts'
import { orderHasTicketService } from '../domain/tickets/ticket-service.ts'
import type { OrderAction } from '../generated/resolver-types.ts'
import { mayCorrectEmail } from '../services/email-correction.ts'
import { mailToRepeat } from '../services/order-link.ts'

export type Actionable = WholeOrder & { events: ReadonlyMap<string, OrderEvent> }

/** In the sequence in which the page shows the actions. */
const APPLIES: Record<OrderAction, (whole: Actionable, context: ShopContext) => boolean> = {
  PAY: ({ order, events }) => (isPayable(order) || order.isReserved) && !hasCancelledEvent(events),
  CORRECT_EMAIL: ({ order }, context) => mayCorrectEmail(context, order),
  REPEAT_MAIL: ({ order }) => mailToRepeat(order) !== null,
  CHANGE_TICKETS: (whole, { shop, now }) => orderHasTicketService('change', whole, shop.meta, now),
  CANCEL_TICKETS: (whole, { shop, now }) => orderHasTicketService('cancel', whole, shop.meta, now),
}

export function actionsOf(whole: Actionable, context: ShopContext): OrderAction[] {
  const names = Object.keys(APPLIES) as OrderAction[]
  return names.filter((name) => APPLIES[name](whole, context))
}
