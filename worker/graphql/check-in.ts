/** TIX-03: the ticket that is checked in. */
import { checkInSchema, ticketKeyIn, ticketSchema } from '../../schema/inputs/check-in.ts'
import { closingHours, openingHours } from '../../schema/rules/before-show.ts'
import { checkInItemsOf, isRequired } from '../../schema/rules/check-in.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { shownInstant, showsDate } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import type { FoundTicket } from '../db/check-in.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import type { CheckInTicket, MutationResolvers, QueryResolvers } from '../generated/resolver-types.ts'
import { checkIn, isFormField, nameOnPass, requireTicket, stateOf } from '../services/check-in.ts'
import { localise, localiseOrNull } from './localise.ts'
import { parse } from './parse.ts'

function shownTicket({ locale, now }: ShopContext, found: FoundTicket, typed: string): CheckInTicket {
  const { ticket, event } = found
  const key = ticketKeyIn(typed)
  const isCodeKnown = ticket.kind === 'online' || (key !== null && 'code' in key)
  const { checkedInAt, personalIdentifier } = ticket
  const { meta, venue } = event
  return {
    id: ticket.id,
    code: isCodeKnown ? ticket.validationCode : null,
    holder: checkedInAt === null ? '' : holderName(personalIdentifier) || nameOnPass(found),
    checkedInAt,
    state: stateOf(found, now),
    allowsRetake: meta.checkin?.allow_retake === true,
    event: {
      slug: event.slug,
      name: localise(event.name, locale),
      venueName: venue.name,
      city: cityName(venue.city, locale),
      timeZone: venue.timeZone,
      happeningFromAt: showsDate(event) ? event.happeningFromAt : null,
      checkInStartAt: shownInstant(event, event.checkInStartAt),
      checkInEndAt: shownInstant(event, event.checkInEndAt),
      checkInOpeningHours: openingHours(event, event.checkInStartAt),
      checkInClosingHours: closingHours(event, event.checkInEndAt),
    },
    items: checkInItemsOf(event).map((item) => ({
      name: isFormField(item) ? item.name : null,
      label: localiseOrNull(item.label ?? null, locale) ?? '',
      header: localiseOrNull(item.header ?? null, locale) ?? '',
      content: localiseOrNull(item.content ?? null, locale) ?? '',
      isCheckbox: item.form_type === 'checkbox',
      isRequired: isRequired(item),
    })),
  }
}

const Query: Pick<QueryResolvers, 'ticketDetails'> = {
  ticketDetails: async (_root, args, context) => {
    const ticket = parse(ticketSchema, args.ticket, 'ticket')
    return shownTicket(context, await requireTicket(context, ticket), ticket)
  },
}

const Mutation: Pick<MutationResolvers, 'checkIn'> = {
  checkIn: async (_root, args, context) => {
    const input = parse(checkInSchema, args.input, 'input')
    return shownTicket(context, await checkIn(context, input), input.ticket)
  },
}

export const checkInResolvers = { Query, Mutation }
