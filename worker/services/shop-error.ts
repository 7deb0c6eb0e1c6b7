/** The only error that services throw: a code of schema/errors with params. Only graphql/errors turns it into an answer. */
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

/** The answer without its refusal, which is thrown. */
export function throwIfRefused<Answer extends { ok: true }>(answer: Answer | Refusal): Answer {
  if (answer.ok) return answer
  throw new ShopError(answer.code, answer.params)
}
