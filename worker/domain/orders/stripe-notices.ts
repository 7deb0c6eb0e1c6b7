/** The event types that Stripe must send to the webhook, by the object that they concern. README.md lists them too. */

/** For each capture, Stripe sends at least one of these. */
export const CAPTURE_NOTICES: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'payment_intent.succeeded',
]
const SETTLEMENT = [
  ...CAPTURE_NOTICES,
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
]
/** Event types about refunds. Older API versions send `charge.refund.updated`. */
const REFUND = ['charge.refunded', 'charge.refund.updated', 'refund.created', 'refund.updated', 'refund.failed']
const DISPUTE = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const SUBJECTS = new Map([
  ...SETTLEMENT.map((type) => [type, 'payment'] as const),
  ...REFUND.map((type) => [type, 'refund'] as const),
  ...DISPUTE.map((type) => [type, 'dispute'] as const),
])

export const STRIPE_NOTICES: readonly string[] = [...SUBJECTS.keys()]

/** Returns the kind of object to read from Stripe when such an event arrives; null if the shop ignores the type. */
export function noticeSubject(type: string): 'payment' | 'refund' | 'dispute' | null {
  return SUBJECTS.get(type) ?? null
}

export type StripeEndpoint = { url: string; status: string; events: readonly string[] }

/**
 * Returns the faults of the account's webhook endpoints: none is enabled for the shop, or one lacks required event
 * types.
 */
export function endpointFaults(endpoints: readonly StripeEndpoint[]): string[] {
  const own = endpoints.filter(({ url, status }) => status === 'enabled' && /\/webhooks\/stripe$/.test(url))
  if (own.length === 0) return ['Stripe has no enabled endpoint https://HOST/webhooks/stripe']
  return own.flatMap(({ url, events }) => {
    const missing = events.includes('*') ? [] : STRIPE_NOTICES.filter((type) => !events.includes(type))
    return missing.length > 0 ? [`Stripe does not send these event types to ${url}: ${missing.join(', ')}`] : []
  })
}
