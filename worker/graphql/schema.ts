/** The schema and the resolver maps of each noun, made into plans. Built once an isolate, at the first query. */
import { buildSchema, type DocumentNode, GraphQLError, type GraphQLSchema, isScalarType } from 'graphql'
import { sdl } from '../../schema/generated/sdl.ts'
import { cartResolvers } from './cart.ts'
import { catalogueResolvers } from './catalogue.ts'
import { compileOperation, type Plan, type Resolver, type ResolversByType } from './compile.ts'
import { eventResolvers } from './event.ts'
import { orderResolvers } from './order.ts'
import { shopResolvers } from './shop.ts'

function wholeNumber(name: string) {
  return (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    throw new GraphQLError(`${name} takes a whole number`)
  }
}

/** Every noun adds to Query and Mutation; the other types belong to one noun each. */
const nouns = [shopResolvers, catalogueResolvers, eventResolvers, cartResolvers, orderResolvers]

export const resolvers: ResolversByType = {}
for (const noun of nouns) {
  for (const [type, fields] of Object.entries(noun)) {
    // Each map is checked against its type's fields where it stands; from here on they are all the same.
    resolvers[type] = { ...resolvers[type], ...(fields as Record<string, Resolver>) }
  }
}

let built: GraphQLSchema | undefined

export function typeSystem(): GraphQLSchema {
  if (built) return built
  built = buildSchema(sdl, { assumeValid: true })
  for (const name of ['Instant', 'Cents']) {
    const scalar = built.getType(name)
    if (isScalarType(scalar)) scalar.coerceInputValue = wholeNumber(name)
  }
  return built
}

export function planOf(document: DocumentNode): Plan {
  return compileOperation(typeSystem(), resolvers, document)
}
