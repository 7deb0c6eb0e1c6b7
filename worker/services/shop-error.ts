/**
 * The error that services throw for fans: a code of schema/errors with params. `graphql/errors.ts` turns it into a GraphQL
 * error, and `http/operator/router.ts` into a 409 answer.
 */
import type { ErrorCode, ErrorParams, Refusal } from '../../schema/errors.ts'

export class ShopError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams[ErrorCode]

  constructor(code: ErrorCode, params: ErrorParams[ErrorCode]) {
    super(code)
    this.name = 'ShopError'
    this.code = code
    this.params = params
  }
}

/** Returns a successful answer, and throws a refusal as a ShopError. */
export function throwIfRefused<Answer extends { ok: true }>(answer: Answer | Refusal): Answer {
  if (answer.ok) return answer
  throw new ShopError(answer.code, answer.params)
}
