/** What has become of an order: its tickets and events, its refunds, and a payment whose money is on its way. */
import { checkInState } from '../../schema/rules/check-in.ts'
import { massRefundState } from '../../schema/rules/mass-refund.ts'
import type { ShopContext } from '../context.ts'
import type { OrderEvent, Order as OrderRow, Ticket } from '../db/order.ts'
import { orderProgress } from '../db/order-progress.ts'
import { disclosedTickets } from '../domain/orders/order-disclosure.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import type { Order, Wallet } from '../generated/resolver-types.ts'
import { mayCorrectEmail } from '../services/email-correction.ts'
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
  return {
    isPaymentPending,
    refundedCents: order.refundedCents,
    refundingCents,
    mayCorrectEmail: mayCorrectEmail(context, order),
    tickets: disclosedTickets(order, tickets, context.now, disclosedUntil).map((ticket) => ({
      id: ticket.id,
      orderItemId: ticket.orderItemId,
      eventId: ticket.eventId,
      code: ticket.kind === 'online' ? ticket.validationCode : null,
      holder: holderName(ticket.personalIdentifier) || null,
      wallets: order.isDisclosed ? shownWallets(context, order, ticket, events.get(ticket.eventId)) : [],
    })),
    events: [...events.values()].map(({ venue, ...event }) => ({
      id: event.id,
      slug: event.slug,
      name: event.descriptiveName[context.locale],
      status: event.status,
      doorAt: event.doorAt,
      happeningFromAt: event.happeningFromAt,
      venueName: venue.name,
      venueAddress: `${venue.address}, ${venue.postCode} ${venue.city}`,
      timeZone: venue.timeZone,
      isCheckInOpen: checkInState(event, true, context.now) === 'OPEN',
      acceptsReturns: massRefundState(event, context.now) !== 'NONE',
    })),
  }
}
