/** Cancellations and changes of tickets, which a person of customer service decides (SUP-02, SUP-03). */
import type { Cancellation, Change } from '../../schema/inputs/ticket-service.ts'
import { type TicketService, ticketServiceIsOpen } from '../../schema/rules/ticket-service.ts'
import type { ShopContext } from '../context.ts'
import { eventBySlug } from '../db/event.ts'
import { findOrderByReference } from '../db/order.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { submissionIdOf } from '../domain/support/submission-id.ts'
import { requirePhotos } from './proof-photo.ts'
import { ShopError } from './shop-error.ts'
import { type StoredSubmission, storeSubmission } from './submission.ts'

/** Throws TICKET_SERVICE_CLOSED, NOT_FOUND for an unknown event, and the errors of `requirePhotos` and `storeSubmission`. */
export async function submitCancellation(context: ShopContext, given: Cancellation): Promise<StoredSubmission> {
  const { key, name, email, ...data } = given
  await requireOpen(context, 'cancel', data.event)
  const photos = [...new Set(data.tickets.flatMap(({ photo }) => photo ?? []))]
  await requirePhotos(context, submissionIdOf(context.shop.id, key), photos)
  const orderId = await orderIdOf(context, data.orderReference, email)
  return storeSubmission(context, { kind: 'cancel', key, name, email, data, orderId, photos })
}

/** Throws TICKET_SERVICE_CLOSED, NOT_FOUND for an unknown event, and the errors of `storeSubmission`. */
export async function submitChange(context: ShopContext, given: Change): Promise<StoredSubmission> {
  const { key, name, email, ...data } = given
  await requireOpen(context, 'change', data.event)
  const orderId = await orderIdOf(context, data.orderReference, email)
  return storeSubmission(context, { kind: 'change', key, name, email, data, orderId })
}

async function requireOpen(context: ShopContext, service: TicketService, slug: string | null): Promise<void> {
  const { db, range, shop, now } = context
  const [event] = slug === null ? [] : await eventBySlug(db, range, slug)
  if (slug !== null && !event) throw new ShopError('NOT_FOUND', { what: 'event' })
  if (!ticketServiceIsOpen(service, shop.meta, event?.event ?? null, now))
    throw new ShopError('TICKET_SERVICE_CLOSED', {})
}

/**
 * The order that has this reference and this address, for customer service. The fan's answer does not depend on it, so nobody
 * learns whether an order exists.
 */
async function orderIdOf({ db, shop }: ShopContext, reference: string, email: string): Promise<string | null> {
  const whole = reference === '' ? null : await findOrderByReference(db, reference)
  const isOwn = whole?.order.buyerKey === buyerKeyOf(email) && (!shop.isBand || whole.order.shopId === shop.id)
  return whole && isOwn ? whole.order.id : null
}
