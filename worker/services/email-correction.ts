/**
 * Corrects the mistyped email address of an order. The link to an order may be forwarded, so the link alone is not enough:
 * only the browser whose cart became the order may correct the address, for half an hour and at most three times. The mails
 * that went to the former address are sent again. The former address gets no further mail.
 */
import { emailSchema } from '../../schema/inputs/address.ts'
import { MINUTE } from '../../schema/limits.ts'
import type { ShopContext } from '../context.ts'
import { correctionsOf, writeEmailCorrection } from '../db/email-correction.ts'
import type { Order, WholeOrder } from '../db/order.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { log } from './log.ts'
import { isAddOn } from './order-merge.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'

const CORRECTABLE_MS = 30 * MINUTE
const MAX_CORRECTIONS = 3

/**
 * Whether this visitor's cart became the order, not long ago. A purged order has no cart id. The address of an add-on is that
 * of its main order, so it is not corrected alone.
 */
export function mayCorrectEmail(
  { visitor, now }: Pick<ShopContext, 'visitor' | 'now'>,
  order: Pick<Order, 'cartId' | 'placedAt' | 'status' | 'mergedIntoId' | 'partedFromId'>,
): boolean {
  const { cartId, placedAt, status } = order
  const isOwn = cartId !== '' && visitor.cartId === cartId && !isAddOn(order)
  return isOwn && now < placedAt + CORRECTABLE_MS && status !== 'cancelled' && status !== 'refunded'
}

/**
 * Throws BAD_INPUT, TOO_MANY_REQUESTS, or EMAIL_NOT_CHANGEABLE if the visitor may not correct the address, or if the new
 * address has reached its limit of tickets or of unpaid orders. Does nothing if the address is the same.
 */
export async function correctEmail(context: ShopContext, { order }: WholeOrder, typed: string): Promise<void> {
  const { env, db, network, now } = context
  const email = emailSchema.safeParse(typed)
  if (!email.success) throw new ShopError('BAD_INPUT', { field: 'email', expected: 'an email address' })
  if (!mayCorrectEmail(context, order)) throw new ShopError('EMAIL_NOT_CHANGEABLE', {})
  if (email.data === order.email) return
  const { success } = await env.NEWSLETTER_TRIES.limit({ key: `correction/${network}/${order.id}` })
  if (!success) throw new ShopError('TOO_MANY_REQUESTS', {})
  const number = (await correctionsOf(db, order.id)).length + 1
  const correction = { order, email: email.data, buyerKey: buyerKeyOf(email.data), number }
  if (number > MAX_CORRECTIONS || !(await writeEmailCorrection(db, correction, now)))
    throw new ShopError('EMAIL_NOT_CHANGEABLE', {})
  log('info', 'email address of an order corrected', { order: order.id, number })
  await wakeOutbox(env, order.id)
}
