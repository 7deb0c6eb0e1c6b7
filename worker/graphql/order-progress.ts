/** What has become of an order: its tickets and events, its refunds, and a payment whose money is on its way. */
import { closingHours, openingHours } from '../../schema/rules/before-show.ts'
import { awaitsCheckIn, checkInState } from '../../schema/rules/check-in.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { shownInstant } from '../../schema/rules/event-sale.ts'
import { massRefundState } from '../../schema/rules/mass-refund.ts'
import type { TicketService } from '../../schema/rules/ticket-service.ts'
import type { ShopContext } from '../context.ts'
import type { OrderEvent, Order as OrderRow, Ticket } from '../db/order.ts'
import { orderProgress } from '../db/order-progress.ts'
import { disclosedTickets } from '../domain/orders/order-disclosure.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import { eventHasTicketService } from '../domain/tickets/ticket-service.ts'
import type { Order, Wallet } from '../generated/resolver-types.ts'
import { mayCorrectEmail } from '../services/email-correction.ts'
import { isReturnable } from '../services/refund-request.ts'
import { walletsFor } from '../services/wallet-pass.ts'

const WALLETS = { apple: 'APPLE', google: 'GOOGLE' } as const

/** A pass names the holder, so only links that show names offer it. */
function shownWallets(
  { env, now }: ShopContext,
  order: Pick<OrderRow, 'status'>,
  ticket: Ticket,
  event: OrderEvent | undefined,
): Wallet[] {
  return walletsFor(env, order, ticket, event, now).map((wallet) => WALLETS[wallet])
}

type Progress = Pick<
  Order,
  'isPaymentPending' | 'refundedCents' | 'refundingCents' | 'mayCorrectEmail' | 'tickets' | 'events'
>

export async function progressOf(
  context: ShopContext,
  order: Pick<OrderRow, 'id' | 'refundedCents'> & { isDisclosed: boolean } & Parameters<typeof mayCorrectEmail>[1],
  events: ReadonlyMap<string, OrderEvent>,
  disclosedUntil?: number,
): Promise<Progress> {
  const { isPaymentPending, refundingCents, tickets } = await orderProgress(context.db, order.id)
  const hasService = (service: TicketService, event: Omit<OrderEvent, 'venue'>) =>
    tickets.some(({ eventId, invalidatedAt }) => eventId === event.id && invalidatedAt === null) &&
    eventHasTicketService(service, event, context.shop.meta, context.now)
  return {
    isPaymentPending,
    refundedCents: order.refundedCents,
    refundingCents,
    mayCorrectEmail: mayCorrectEmail(context, order),
    tickets: disclosedTickets(order, tickets, context.now, disclosedUntil).map((ticket) => {
      const code = ticket.kind === 'online' ? ticket.validationCode : null
      const event = events.get(ticket.eventId)
      return {
        id: ticket.id,
        orderItemId: ticket.orderItemId,
        eventId: ticket.eventId,
        code,
        holder: holderName(ticket.personalIdentifier) || null,
        checkInKey: ticket.isRenamed ? code : ticket.id,
        needsCheckIn: ticket.checkedInAt === null && event !== undefined && awaitsCheckIn(event, context.now),
        isCheckedIn: ticket.checkedInAt !== null,
        wallets: order.isDisclosed ? shownWallets(context, order, ticket, event) : [],
      }
    }),
    events: [...events.values()].map(({ venue, ...event }) => ({
      id: event.id,
      slug: event.slug,
      name: event.descriptiveName[context.locale],
      status: event.status,
      doorAt: shownInstant(event, event.doorAt),
      happeningFromAt: shownInstant(event, event.happeningFromAt),
      formerDate: event.meta.former_date ?? null,
      venueName: venue.name,
      city: cityName(venue.city, context.locale),
      venueAddress: `${venue.address}, ${venue.postCode} ${venue.city}`,
      timeZone: venue.timeZone,
      isCheckInOpen: checkInState(event, true, context.now) === 'OPEN',
      checkInStartAt: shownInstant(event, event.checkInStartAt),
      checkInEndAt: shownInstant(event, event.checkInEndAt),
      checkInOpeningHours: openingHours(event, event.checkInStartAt),
      checkInClosingHours: closingHours(event, event.checkInEndAt),
      acceptsReturns:
        massRefundState(event, context.now) !== 'NONE' &&
        tickets.some((ticket) => ticket.eventId === event.id && isReturnable(ticket, event)),
      returnsArePaused: massRefundState(event, context.now) === 'PAUSED',
      // A request to customer service beside the return, which is open now or in a few days, would only confuse.
      acceptsCancellations: massRefundState(event, context.now) === 'NONE' && hasService('cancel', event),
      acceptsChanges: hasService('change', event),
    })),
  }
}
