/**
 * The only place that turns errors into answers. A ShopError keeps its code and params; any other error is logged with the
 * request's id and answered as INTERNAL. Messages, stack traces and personal data never leave the worker.
 */
import { GraphQLError } from 'graphql'
import { log, reasonOf, typeOf, whereOf } from '../services/log.ts'
import { ShopError } from '../services/shop-error.ts'

export function toGraphQLError(error: unknown, requestId: string): GraphQLError {
  const cause = innermost(error)
  if (cause instanceof ShopError) {
    return new GraphQLError(cause.code, { extensions: { code: cause.code, params: cause.params } })
  }
  if (cause instanceof GraphQLError && cause.path === undefined) {
    // An error of graphql itself, before any resolver ran: a missing variable, or one of the wrong type.
    return new GraphQLError('BAD_INPUT', {
      extensions: {
        code: 'BAD_INPUT',
        params: { field: 'variables', expected: cause.message.split(', found')[0]?.slice(0, 200) },
      },
    })
  }
  log('error', 'request failed', { requestId, type: typeOf(cause), error: reasonOf(cause), at: whereOf(cause) })
  return new GraphQLError('INTERNAL', { extensions: { code: 'INTERNAL', params: { requestId } } })
}

function innermost(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? innermost(error.originalError) : error
}
