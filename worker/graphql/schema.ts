/**
 * The executable schema, from the SDL and the resolver map of each noun. It is built once per isolate, when the first
 * operation runs.
 */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { GraphQLError, type GraphQLScalarType, type GraphQLSchema } from 'graphql'
import { sdl } from '../../schema/generated/sdl.ts'
import type { ShopContext } from '../context.ts'
import { cartResolvers } from './cart.ts'
import { catalogueResolvers } from './catalogue.ts'
import { checkInResolvers } from './check-in.ts'
import { eventResolvers } from './event.ts'
import { newsletterResolvers } from './newsletter.ts'
import { orderResolvers } from './order.ts'
import { orderMergeResolvers } from './order-merge.ts'
import { orderPageResolvers } from './order-page.ts'
import { refundResolvers } from './refund.ts'
import { reminderResolvers } from './reminder.ts'
import { searchResolvers } from './search.ts'
import { shopResolvers } from './shop.ts'
import { suggestionResolvers } from './suggestion.ts'
import { ticketNameResolvers } from './ticket-name.ts'
import { ticketServiceResolvers } from './ticket-service.ts'
import { tourCategoryResolvers } from './tour-category.ts'
import { withdrawalResolvers } from './withdrawal.ts'

function wholeNumber(name: string) {
  return (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    throw new GraphQLError(`${name} takes a whole number`)
  }
}

const scalars: Record<string, Partial<GraphQLScalarType>> = {
  Instant: { parseValue: wholeNumber('Instant') },
  Cents: { parseValue: wholeNumber('Cents') },
}

let built: GraphQLSchema | undefined

function build(): GraphQLSchema {
  return makeExecutableSchema<ShopContext>({
    typeDefs: sdl,
    resolvers: [
      scalars,
      shopResolvers,
      catalogueResolvers,
      searchResolvers,
      eventResolvers,
      cartResolvers,
      orderResolvers,
      orderMergeResolvers,
      orderPageResolvers,
      checkInResolvers,
      refundResolvers,
      newsletterResolvers,
      reminderResolvers,
      suggestionResolvers,
      ticketNameResolvers,
      ticketServiceResolvers,
      tourCategoryResolvers,
      withdrawalResolvers,
    ],
  })
}

export function executableSchema(): GraphQLSchema {
  built ??= build()
  return built
}
