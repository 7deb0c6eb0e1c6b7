/**
 * Stripe's rejections. Every error is thrown as one `StripeRefusal` and written in one place, so that shape, status and
 * documentation link cannot drift apart.
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

  /** The published `error` schema; errors with a code link to their explanation. */
  body(): { error: ErrorFields & { doc_url?: string } } {
    const { code } = this.fields
    const docUrl = code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}
    return { error: { ...this.fields, ...docUrl } }
  }
}

/** A 400 about a parameter; `code` is omitted where Stripe gives none. */
export const invalidRequest = (message: string, param?: string, code?: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  })

/** `noun` as Stripe writes it in this message, e.g. checkout.session, payment_intent. */
export const noSuch = (noun: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
