/** Issues the gift vouchers of a paid order, and shows them to the buyer. Issuing again changes nothing. */
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { openDatabase } from '../db/database.ts'
import { giftItemsOf, giftsOfOrder, issueGifts } from '../db/gift-voucher.ts'
import type { Order } from '../db/order.ts'
import { giftExpiry, issuedGiftCode, newGiftCode } from '../domain/tickets/gift-code.ts'
import type { Env } from '../env.ts'

export type ShownGift = {
  /** Null if the secret of the codes has changed; then only the buyer's mail contains the code. */
  code: string | null
  amountCents: number
  usedCents: number
  expiresAt: number
  isVoid: boolean
}

const LABEL = JSON.stringify({ de: 'Geschenkgutschein', en: 'Gift voucher' })

/** Throws if the order bought a gift voucher, but the deployment has no CODE_SECRET. The outbox then tries again. */
export async function issueGiftVouchers(
  env: Env,
  order: Pick<Order, 'id' | 'status'>,
  now: number,
): Promise<ShownGift[]> {
  const db = openDatabase(env.DB)
  if (PAID_STATUSES.includes(order.status)) {
    const gifts = (await giftItemsOf(db, order.id)).flatMap(({ id, amount, unitCents }) =>
      Array.from({ length: amount }, (_, index) => {
        const made = newGiftCode(env, id, index + 1)
        if (!made) throw new Error('gift vouchers need CODE_SECRET')
        return { itemId: id, position: index + 1, hash: made.hash, amountCents: unitCents }
      }),
    )
    await issueGifts(db, gifts, { label: LABEL, expiresAt: giftExpiry(now) }, now)
  }
  return shownGifts(env, order.id)
}

/**
 * The gift vouchers for the order's page. The buyer usually returns from the payment before the mail is sent, so the page
 * issues them too.
 */
export async function giftsOnPage(env: Env, order: Pick<Order, 'id' | 'status'>, now: number): Promise<ShownGift[]> {
  const shown = await shownGifts(env, order.id)
  return shown.length > 0 || !env.CODE_SECRET ? shown : issueGiftVouchers(env, order, now)
}

async function shownGifts(env: Env, orderId: string): Promise<ShownGift[]> {
  const rows = await giftsOfOrder(openDatabase(env.DB), orderId)
  return rows.map((row) => ({
    code: issuedGiftCode(env, row),
    amountCents: row.amountCents,
    usedCents: row.usedCents,
    expiresAt: row.expiresAt,
    isVoid: row.voidAt !== null,
  }))
}
