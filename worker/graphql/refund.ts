/** SUP-01: the refund of tickets that a fan requests. */
import {
  refundAccountInputSchema,
  refundOrderSchema,
  refundProductSchema,
  refundQuoteSchema,
  refundRequestSchema,
} from '../../schema/inputs/refund.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { showsDate } from '../../schema/rules/event-sale.ts'
import { massRefundState, refundReleaseDueAt } from '../../schema/rules/mass-refund.ts'
import type { MutationResolvers, QueryResolvers } from '../generated/resolver-types.ts'
import { textsOf } from '../payments/table.ts'
import { nameRefundAccount } from '../services/refund-account.ts'
import {
  feesOf,
  planRefund,
  quoteRefund,
  refundWay,
  requestRefund,
  requireRefundable,
  returnableTickets,
} from '../services/refund-request.ts'
import { localise } from './localise.ts'
import { shownPage } from './order-page.ts'
import { parse } from './parse.ts'

const Query: Pick<QueryResolvers, 'refundRequest' | 'refundQuote'> = {
  refundQuote: async (_root, args, context) => {
    const { amountCents, voucherCents } = await quoteRefund(context, parse(refundQuoteSchema, args.input, 'input'))
    return { paymentAmount: amountCents, voucherAmount: voucherCents }
  },

  refundRequest: async (_root, args, context) => {
    const orderId = parse(refundOrderSchema, args.orderId, 'orderId')
    const productId = parse(refundProductSchema, args.productId, 'productId')
    const found = await requireRefundable(context, orderId, productId, null)
    const { order, event, payments } = found
    const tickets = returnableTickets(found)
    const state = massRefundState(event, context.now)
    const { amountCents, voucherCents } = planRefund(found, tickets)
    const methodId = payments[0]?.method ?? order.paymentMethod
    return {
      order: { id: order.id, orderedAt: order.placedAt },
      product: {
        id: event.id,
        name: localise(event.name, context.locale),
        venueName: event.venue.name,
        city: cityName(event.venue.city, context.locale),
        timeZone: event.venue.timeZone,
        happeningFromAt: showsDate(event) ? event.happeningFromAt : null,
      },
      refundMethod: { id: methodId, name: textsOf(context.env, methodId, context.locale).name, ...refundWay(payments) },
      isMassRefundable: state !== 'NONE',
      massRefundPaused: state === 'PAUSED',
      refundableTicketCount: tickets.length,
      hardticketCount: tickets.filter(({ kind }) => kind === 'hard').length,
      paymentAmount: amountCents,
      needsRelease: refundReleaseDueAt(event, context.now) !== null,
      keptFeeAmount: feesOf(event).feeCents,
      voucherAmount: voucherCents,
    }
  },
}

const Mutation: Pick<MutationResolvers, 'submitRefundRequest' | 'nameRefundAccount'> = {
  nameRefundAccount: async (_root, args, context) =>
    shownPage(context, await nameRefundAccount(context, parse(refundAccountInputSchema, args.input, 'input'))),

  submitRefundRequest: async (_root, args, context) => {
    const input = parse(refundRequestSchema, args.input, 'input')
    const { amountCents, isConfirmed, reference, releaseDueAt } = await requestRefund(context, input)
    return {
      paymentAmount: amountCents,
      paymentReference: reference,
      isConfirmed,
      releaseDueAt,
      clientMutationId: input.clientMutationId,
    }
  },
}

export const refundResolvers = { Query, Mutation }
