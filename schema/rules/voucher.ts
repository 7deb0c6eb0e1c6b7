/** What a voucher pays for, and how the browser and the server read an amount from a link. */
import type { Cents } from '../money.ts'
import { parseEuros } from '../money.ts'

/** `tickets`: tickets only. `items`: tickets and merchandise, except gift vouchers. No voucher pays for shipping. */
export type VoucherCover = 'tickets' | 'items'

/** Why a voucher in a cart pays nothing. */
export type VoucherObstacle = 'EXPIRED' | 'BELOW_MINIMUM' | 'NOTHING_COVERED'

/** The parameters of a link that applies a voucher. The amount is in euros, such as `20`, `20.50` or `20,50`. */
export const VOUCHER_CODE_PARAM = 'payment_code'
export const VOUCHER_AMOUNT_PARAM = 'payment_code_amount'

/** Returns the most that the voucher shall pay; null if the text is not a positive amount. */
export function parseVoucherAmount(text: string): Cents | null {
  const cents = parseEuros(text.trim().replace(',', '.'))
  return cents === null || cents === 0 ? null : cents
}
