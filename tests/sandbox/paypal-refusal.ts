/** The errors of PayPal's REST API, in the published form. */

type Detail = { issue: string; description: string; field?: string }

const names: Record<number, string> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

/** Thrown by the functions that carry out a request, and answered as PayPal's error. */
export class PayPalRefusal extends Error {
  readonly status: number
  readonly details: Detail[]

  constructor(status: number, issue: string, description: string, field?: string) {
    super(description)
    this.status = status
    this.details = [{ issue, description, ...(field === undefined ? {} : { field }) }]
  }

  body(): object {
    return {
      name: names[this.status] ?? 'UNKNOWN',
      message: this.message,
      debug_id: 'f1e2d3c4b5a69',
      details: this.details,
      links: [],
    }
  }
}

export const unprocessable = (issue: string, description: string): PayPalRefusal =>
  new PayPalRefusal(422, issue, description)

export const notFound = (): PayPalRefusal =>
  new PayPalRefusal(404, 'INVALID_RESOURCE_ID', 'The specified resource does not exist.')
