/**
 * The one place where an error becomes an answer: a ShopError keeps its code and params, anything else is logged under
 * the request's id and told as INTERNAL. No message of ours, no stack, no personal data leaves.
 */
import { GraphQLError } from 'graphql'
import { log } from '../services/log.ts'
import { ShopError } from '../services/shop-error.ts'

export function toGraphQLError(error: unknown, requestId: string): GraphQLError {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof ShopError) {
    return new GraphQLError(cause.code, { extensions: { code: cause.code, params: cause.params } })
  }
  if (error instanceof GraphQLError && !error.originalError) {
    // graphql's own: a variable of the wrong type, a missing one. Its text names fields of the public schema only.
    return new GraphQLError('BAD_INPUT', {
      extensions: { code: 'BAD_INPUT', params: { field: 'variables', expected: error.message.slice(0, 300) } },
    })
  }
  log('error', 'request failed', { requestId, error: describe(cause) })
  return new GraphQLError('INTERNAL', { extensions: { code: 'INTERNAL', params: { requestId } } })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.stack ?? error.message}\ncause: ${describe(error.cause)}`
}
