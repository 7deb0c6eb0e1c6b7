/** The names on tickets after the sale: contact data by the ticket's code, and changes of names with the link to the order. */
import * as z from 'zod/mini'
import { mutationKeySchema } from '../../schema/inputs/cart.ts'
import { namesTextSchema } from '../../schema/inputs/holder.ts'
import { EMAIL_LENGTH } from '../../schema/limits.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { shownInstant, showsDate } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { unpaidNameChanges } from '../db/name-change.ts'
import { findTicketedOrders, type OrderEvent } from '../db/order.ts'
import { disclosedTickets } from '../domain/orders/order-disclosure.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'
import {
  hasHolders,
  nameChangeFee,
  nameChangeHours,
  nameChangeObstacle,
  nameChangeUntil,
} from '../domain/tickets/name-change.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import type { MutationResolvers, OrderNames, QueryResolvers, TracedTicket } from '../generated/resolver-types.ts'
import { changeTicketName } from '../services/name-change.ts'
import { orderWithKey } from '../services/order-access.ts'
import { withinRate } from '../services/rate-limit.ts'
import { ShopError } from '../services/shop-error.ts'
import { eventOfCode, updateTicketContact } from '../services/ticket-contact.ts'
import { parse } from './parse.ts'

const codeSchema = z.string().check(z.maxLength(40))
const emailTextSchema = z.string().check(z.maxLength(EMAIL_LENGTH))

function traced(event: OrderEvent, { locale }: ShopContext): TracedTicket {
  return {
    eventName: event.descriptiveName[locale],
    venueName: event.venue.name,
    city: cityName(event.venue.city, locale),
    happeningFromAt: showsDate(event) ? event.happeningFromAt : null,
    timeZone: event.venue.timeZone,
    asksContact: event.meta.contact_tracing === true,
  }
}

async function namesOf(context: ShopContext, orderId: string): Promise<OrderNames> {
  const { db, locale, now } = context
  const [found, unpaid] = await Promise.all([findTicketedOrders(db, [orderId]), unpaidNameChanges(db, orderId)])
  const whole = found.get(orderId)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  const { order, items, tickets, events } = whole
  const valid = disclosedTickets(order, tickets, now)
  return {
    id: order.id,
    reference: order.reference,
    // Unlike the name itself, the event's rule stays known after the link has stopped showing names.
    hasGroupName: valid.some(
      ({ eventId }) => events.get(eventId)?.personalizationRequirement === 'group_personalization_required',
    ),
    tickets: valid.flatMap((ticket) => {
      const event = events.get(ticket.eventId)
      const item = items.find(({ id }) => id === ticket.orderItemId)
      if (!event || !item || !hasHolders(event)) return []
      const fee = unpaid.find(({ ticketId }) => ticketId === ticket.id)
      return [
        {
          id: ticket.id,
          eventName: event.descriptiveName[locale],
          venueName: event.venue.name,
          city: cityName(event.venue.city, locale),
          happeningFromAt: showsDate(event) ? event.happeningFromAt : null,
          timeZone: event.venue.timeZone,
          place: [item.variantName, seatPlace(item, locale)].filter(Boolean).join(' · '),
          holder: holderName(ticket.personalIdentifier) || null,
          asksContact: event.meta.contact_tracing === true,
          changeableUntil: shownInstant(event, nameChangeUntil(event)),
          changeableUntilHours: nameChangeHours(event),
          feeCents: nameChangeFee(event),
          obstacle: nameChangeObstacle(order.status, ticket, event, now),
          feeOrder: fee ? { id: fee.feeOrderId, reference: fee.reference } : null,
        },
      ]
    }),
  }
}

const Query: Pick<QueryResolvers, 'ticketByCode' | 'orderNames'> = {
  ticketByCode: async (_root, args, context) => {
    const event = await eventOfCode(context, parse(codeSchema, args.validationCode, 'validationCode'))
    return event && traced(event, context)
  },

  orderNames: async (_root, { orderId, key }, context) =>
    (await orderWithKey(context, orderId, key)) ? namesOf(context, orderId) : null,
}

const Mutation: Pick<MutationResolvers, 'requestItemPersonalizationChange' | 'changeTicketName'> = {
  requestItemPersonalizationChange: async (_root, args, context) => {
    const clientMutationId = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const code = parse(codeSchema, args.validationCode, 'validationCode')
    const text = parse(namesTextSchema, args.personalIdentifier, 'personalIdentifier')
    const event = await updateTicketContact(context, code, text, clientMutationId)
    return { ticket: traced(event, context), clientMutationId }
  },

  changeTicketName: async (_root, { input }, context) => {
    const clientMutationId = parse(mutationKeySchema, input.clientMutationId, 'input.clientMutationId')
    const personalIdentifier = parse(namesTextSchema, input.personalIdentifier, 'input.personalIdentifier')
    const email = parse(emailTextSchema, input.email, 'input.email')
    await withinRate(context.env.ORDER_TRIES, context.env.ORDER_TRIES_WIDE, context)
    const { orderId, key, ticketId, expectedFeeCents, termsAccepted } = input
    if (!(await orderWithKey(context, orderId, key))) throw new ShopError('ORDER_NOT_FOUND', {})
    const wish = {
      orderId,
      ticketId,
      personalIdentifier,
      email,
      expectedFeeCents,
      termsAccepted,
      key: clientMutationId,
    }
    const { feeOrder } = await changeTicketName(context, wish)
    return { names: await namesOf(context, orderId), feeOrder, clientMutationId }
  },
}

export const ticketNameResolvers = { Query, Mutation }
