/**
 * Turns the errors of GraphQL operations into answers. A ShopError keeps its code and params. An invalid variable becomes
 * BAD_INPUT. Any other error is logged with the request's id and answered as INTERNAL, without its message and stack trace,
 * which may contain personal data.
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
    // GraphQL reports this error before any resolver runs, because a variable is missing or has an invalid value.
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
