/**
 * Mails the link to an order to a fan who knows the order's reference and email address, and sends a mail about an order
 * again. Both only add a row to the outbox.
 */
import type { OrderLinkForm } from '../../schema/inputs/order-link.ts'
import { DAY, MINUTE } from '../../schema/limits.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { orderReferenceIn } from '../../schema/rules/order-reference.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import type { ShopContext } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { findOrderByReference, type Order, type WholeOrder } from '../db/order.ts'
import { queueLinkMail, queueRepeatedMail } from '../db/order-mail.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { hasInvoice } from '../domain/orders/invoice.ts'
import { isLinkProof, linkProof } from '../domain/orders/order-link-request.ts'
import { isPayable } from '../domain/orders/order-status.ts'
import type { Env } from '../env.ts'
import { methodOf } from '../payments/table.ts'
import { enqueueOutboxRows, wakeOutbox } from './outbox.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

/** The same mail goes out at most once in this period. */
const PAUSE_MS = 10 * MINUTE
const REPEATED_PER_DAY = 5

/**
 * Stores the request, and queues it. Nothing in the answer or its time shows whether there is such an order, because the
 * request reads no order. Throws TOO_MANY_REQUESTS.
 */
export async function requestOrderLink(context: ShopContext, form: OrderLinkForm): Promise<void> {
  const { env, db, now } = context
  const reference = orderReferenceIn(form.reference)
  const buyerKey = buyerKeyOf(form.email)
  const proof = linkProof(env.SESSION_SECRET, reference, buyerKey)
  await withinRate(env.LINK_TRIES, env.LINK_TRIES_WIDE, context)
  const { success } = await env.NEWSLETTER_TRIES.limit({ key: `link/address/${buyerKey}` })
  if (!success) throw new ShopError('TOO_MANY_REQUESTS', {})
  const outboxId = await queueLinkMail(db, { reference, proof, period: Math.floor(now / PAUSE_MS) }, now)
  if (outboxId !== null) await enqueueOutboxRows(env, outboxId)
}

/** Returns the order of a stored request; null if there is none with this reference and address. */
export async function orderOfLinkRequest(
  env: Env,
  { subjectId: reference, discriminator }: { subjectId: string; discriminator: string },
): Promise<Order | null> {
  const whole = await findOrderByReference(openDatabase(env.DB), reference)
  if (!whole || whole.order.email === '') return null
  const [proof = ''] = discriminator.split(' ')
  const secrets = [env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS ?? ''].filter((secret) => secret !== '')
  return isLinkProof(secrets, proof, whole.order) ? whole.order : null
}

/** The mail that tells the buyer how the order stands; null if there is none, or if the address has been deleted. */
export function mailToRepeat(order: Order): OutboxKind | null {
  if (order.email === '' || order.isReserved) return null
  if (PAID_STATUSES.includes(order.status)) return order.status === 'processing' ? null : 'mail_order_paid'
  if (order.status === 'cancelled') return 'mail_order_cancelled'
  // The page of an old order no longer offers the documents, and the correction may have come later.
  if (order.status === 'refunded') return hasInvoice(order) ? 'mail_order_documents' : null
  if (order.status !== 'payment_pending' || !isPayable(order)) return null
  return methodOf(order.paymentMethod).instructions === null ? 'mail_payment_open' : 'mail_order_received'
}

/**
 * Sends the mail about the order again. A second call within ten minutes does nothing. Throws TOO_MANY_REQUESTS if the order
 * has reached its limit of a day, and NOT_ALLOWED if there is no mail to repeat.
 */
export async function repeatOrderMail({ env, db, now }: ShopContext, { order }: WholeOrder): Promise<void> {
  const kind = mailToRepeat(order)
  if (kind === null) throw new ShopError('NOT_ALLOWED', {})
  const period = Math.floor(now / PAUSE_MS)
  const limit = { since: now - DAY, count: REPEATED_PER_DAY }
  if (!(await queueRepeatedMail(db, { kind, orderId: order.id, period, limit }, now)))
    throw new ShopError('TOO_MANY_REQUESTS', {})
  await wakeOutbox(env, order.id)
}
