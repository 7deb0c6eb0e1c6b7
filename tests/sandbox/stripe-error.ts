/**
 * Builds Stripe's errors. Each rejection is a `StripeRefusal`, whose method `body` returns the error object of the answer.
 */
type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

type ErrorFields = {
  type: ErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
}

export class StripeRefusal extends Error {
  readonly status: number
  readonly fields: ErrorFields

  constructor(status: number, fields: ErrorFields) {
    super(fields.message)
    this.status = status
    this.fields = fields
  }

  /** Returns the answer's body as in Stripe's published `error` schema. An error with a code links to its explanation. */
  body(): { error: ErrorFields & { doc_url?: string } } {
    const { code } = this.fields
    const docUrl = code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}
    return { error: { ...this.fields, ...docUrl } }
  }
}

/** Returns a 400 error. `param` and `code` are omitted where Stripe gives none. */
export const invalidRequest = (message: string, param?: string, code?: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  })

/** Returns a 404 error. `noun` is the kind of object as Stripe writes it in this message, such as payment_intent. */
export const noSuch = (noun: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
