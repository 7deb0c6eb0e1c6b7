/** Cancellations and changes of tickets, which a person of customer service decides (SUP-02, SUP-03). */
import type { Cancellation, Change } from '../../schema/inputs/ticket-service.ts'
import { type TicketService, ticketServiceIsOpen } from '../../schema/rules/ticket-service.ts'
import type { ShopContext } from '../context.ts'
import { eventBySlug } from '../db/event.ts'
import { eventsOf, findOrderByReference, type WholeOrder } from '../db/order.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { submissionIdOf } from '../domain/support/submission-id.ts'
import { requirePhotos } from './proof-photo.ts'
import { ShopError } from './shop-error.ts'
import { type StoredSubmission, storeSubmission } from './submission.ts'

/** Throws TICKET_SERVICE_CLOSED, NOT_FOUND for an unknown event, and the errors of `requirePhotos` and `storeSubmission`. */
export async function submitCancellation(context: ShopContext, given: Cancellation): Promise<StoredSubmission> {
  const { key, name, email, ...data } = given
  const order = await ownOrder(context, data.orderReference, email)
  await requireOpen(context, 'cancel', data.event, order)
  const photos = [...new Set(data.tickets.flatMap(({ photo }) => photo ?? []))]
  await requirePhotos(context, submissionIdOf(context.shop.id, key), photos)
  return storeSubmission(context, { kind: 'cancel', key, name, email, data, orderId: order?.order.id ?? null, photos })
}

/** Throws TICKET_SERVICE_CLOSED, NOT_FOUND for an unknown event, and the errors of `storeSubmission`. */
export async function submitChange(context: ShopContext, given: Change): Promise<StoredSubmission> {
  const { key, name, email, ...data } = given
  const order = await ownOrder(context, data.orderReference, email)
  await requireOpen(context, 'change', data.event, order)
  return storeSubmission(context, { kind: 'change', key, name, email, data, orderId: order?.order.id ?? null })
}

/**
 * The address of the page may name an event, and the fan can leave it out. If the order is known, the request must concern
 * an event of it whose deadline has not passed. The form does not say which ticket belongs to which event.
 */
async function requireOpen(
  context: ShopContext,
  service: TicketService,
  slug: string | null,
  whole: WholeOrder | null,
): Promise<void> {
  const { db, range, shop, now } = context
  const [named] = slug === null ? [] : await eventBySlug(db, range, slug)
  if (slug !== null && !named) throw new ShopError('NOT_FOUND', { what: 'event' })
  const isOpen = (event: Parameters<typeof ticketServiceIsOpen>[2]) =>
    ticketServiceIsOpen(service, shop.meta, event, now)
  const valid = whole?.items.filter(({ invalidatedAt }) => invalidatedAt === null) ?? []
  const ordered = [...(await eventsOf(db, valid)).values()]
  const meant = ordered.filter(({ id }) => id === named?.event.id)
  const subjects = meant.length > 0 ? meant : ordered
  if (!isOpen(named?.event ?? null) || (subjects.length > 0 && !subjects.some(isOpen)))
    throw new ShopError('TICKET_SERVICE_CLOSED', {})
}

/**
 * The order that has this reference and this address, for customer service. Without it, the request is accepted all the
 * same, so the answer reveals nothing to a visitor who does not know both.
 */
async function ownOrder({ db, shop }: ShopContext, reference: string, email: string): Promise<WholeOrder | null> {
  const whole = reference === '' ? null : await findOrderByReference(db, reference)
  const isOwn = whole?.order.buyerKey === buyerKeyOf(email) && (!shop.isBand || whole.order.shopId === shop.id)
  return isOwn ? whole : null
}
