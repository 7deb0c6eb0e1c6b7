/**
 * Stores events and enqueues their webhooks. The caller stores the reported change in the same transaction. As at Stripe, an
 * event without webhooks (`times` 0) is still listed in /v1/events.
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
  | 'payment_intent.processing'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

export type StripeEvent = StoredObject & { type: EventType; pending_webhooks: number; data: { object: StoredObject } }

/** The number of webhooks for an event: normally 1, 0 for a lost webhook, 2 for a duplicate. */
export type NoticeCount = { times: number }

export const oneNotice: NoticeCount = { times: 1 }

export const emitEvent = (
  store: Store,
  delivery: WebhookDelivery,
  type: EventType,
  subject: StoredObject,
  notices: NoticeCount,
): void => {
  const times = store.setting('webhooksEnabled') ? notices.times : 0
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

/** Returns the event with its current `pending_webhooks`, which is 1 while a delivery is pending and otherwise 0. */
export const currentEvent = (store: Store, event: StripeEvent): StripeEvent => {
  const row = store.first<{ pending: number }>(
    "SELECT count(*) AS pending FROM deliveries WHERE event_id = ? AND state = 'pending'",
    event.id,
  )
  return { ...event, pending_webhooks: row && row.pending > 0 ? 1 : 0 }
}

/** Returns whether the shop has accepted every delivery. Returns false for an event without deliveries. */
export const wasDelivered = (store: Store, event: StripeEvent): boolean => {
  const row = store.first<{ total: number; delivered: number }>(
    "SELECT count(*) AS total, count(*) FILTER (WHERE state = 'delivered') AS delivered FROM deliveries WHERE event_id = ?",
    event.id,
  )
  return row !== undefined && row.total > 0 && row.total === row.delivered
}
