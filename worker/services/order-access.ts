/**
 * Finds an order for a visitor who knows a secret of it. An id alone reveals nothing. Two kinds of links open an order:
 *
 * - the pages of the checkout contain the order's reference. The buyer's browser gets them when the order is placed.
 * - the links in mails contain the order's key (`db/order-key`), and open the page for everything after the sale.
 *
 * A link in a mail stays in a mailbox for years and is forwarded together with the tickets. So neither of the links shows
 * personal data for ever: `domain/orders/order-disclosure` decides for how long.
 */
import { isId } from '../../schema/ids.ts'
import type { ShopContext } from '../context.ts'
import { findOrder, type Order, type WholeOrder } from '../db/order.ts'
import { findOrderKey } from '../db/order-key.ts'
import { equalInConstantTime } from '../domain/text/constant-time.ts'
import { type FailureKey, noteFailure } from './failure-limit.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

/**
 * Returns null if the id is unknown or the reference is wrong. A band's shop also gets null for an order of another shop.
 */
export async function knownOrder(
  { db, shop }: Pick<ShopContext, 'db' | 'shop'>,
  orderId: string,
  reference: string,
): Promise<WholeOrder | null> {
  if (!isId('order', orderId)) return null
  const whole = await findOrder(db, orderId)
  return whole && whole.order.reference === reference && isShownIn(shop, whole.order) ? whole : null
}

type Asked = Pick<ShopContext, 'db' | 'env' | 'shop' | 'network' | 'wideNetwork' | 'now'>

/**
 * Returns the order of a link in a mail. Returns null if the key is wrong, if there is no such order, or if a band's shop is
 * asked for an order of another shop. The caller cannot tell these cases apart. Throws TOO_MANY_REQUESTS if the visitor's
 * network tries too many keys. The right key opens the order even then: nobody can guess 128 random bits, but many fans of a
 * mobile network share one address, and a stranger among them must not lock them out.
 */
export async function orderWithKey(context: Asked, orderId: string, key: string): Promise<WholeOrder | null> {
  const { db, env, shop, now } = context
  await withinRate(env.UNCACHED_READS, env.UNCACHED_READS_WIDE, context)
  const expected = isId('order', orderId) ? await findOrderKey(db, orderId) : null
  const isRight = expected !== null && equalInConstantTime(key, expected)
  const whole = isRight ? await findOrder(db, orderId) : null
  if (whole && isShownIn(shop, whole.order)) return whole
  const blocked = await Promise.all(triesOf(context).map((failed) => noteFailure(env, failed, now)))
  if (blocked.includes(true)) throw new ShopError('TOO_MANY_REQUESTS', {})
  return null
}

/** Without an edge in front of the worker, visitors have no network and cannot be told apart, so nobody is refused. */
function triesOf({ network, wideNetwork }: Asked): FailureKey<'WRONG_CODES_EXACT' | 'WRONG_CODES_WIDE'>[] {
  if (network === '') return []
  return [
    { name: 'WRONG_CODES_EXACT', key: `order/${network}` },
    { name: 'WRONG_CODES_WIDE', key: `order/${wideNetwork}` },
  ]
}

function isShownIn(shop: ShopContext['shop'], order: Order): boolean {
  return !shop.isBand || order.shopId === shop.id
}
