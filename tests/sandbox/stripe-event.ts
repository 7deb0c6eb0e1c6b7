/**
 * Events: written with the change they tell of, and handed to the delivery. An event that is told to nobody (`times` 0)
 * still stands in /v1/events, where a sweep can find it, as at Stripe.
 */

import type { Store, StoredObject } from './store.ts'
import { nowSeconds, randomText } from './stripe-id.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

export type StripeEvent = StoredObject & { type: EventType; pending_webhooks: number; data: { object: StoredObject } }

/** How often the shop is told: 1 is the rule, 0 never, 2 a duplicate. */
export type Telling = { times: number }

export const toldOnce: Telling = { times: 1 }

export const emitEvent = (
  store: Store,
  delivery: WebhookDelivery,
  type: EventType,
  subject: StoredObject,
  telling: Telling,
): void => {
  const times = store.setting('webhooksEnabled') ? telling.times : 0
  const event = {
    id: `evt_${randomText(24)}`,
    object: 'event',
    api_version: '2023-08-16',
    created: nowSeconds(),
    data: { object: subject },
    livemode: false,
    pending_webhooks: times > 0 ? 1 : 0,
    request: { id: null, idempotency_key: null },
    type,
  }
  store.put(event)
  delivery.enqueue(event.id, times)
}

/** The event with the deliveries that are still to come counted. */
export const currentEvent = (store: Store, event: StripeEvent): StripeEvent => {
  const row = store.first<{ pending: number }>(
    "SELECT count(*) AS pending FROM deliveries WHERE event_id = ? AND state = 'pending'",
    event.id,
  )
  return { ...event, pending_webhooks: row && row.pending > 0 ? 1 : 0 }
}

/** True once every delivery arrived; false while one is pending or has failed, or none was made. */
export const wasDelivered = (store: Store, event: StripeEvent): boolean => {
  const row = store.first<{ total: number; delivered: number }>(
    "SELECT count(*) AS total, count(*) FILTER (WHERE state = 'delivered') AS delivered FROM deliveries WHERE event_id = ?",
    event.id,
  )
  return row !== undefined && row.total > 0 && row.total === row.delivered
}
