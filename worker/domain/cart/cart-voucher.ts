/** The voucher of a cart, as the cart stores it. */
import type { Localised } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import type { VoucherCover } from '../../../schema/rules/voucher.ts'
import type { VoucherProgrammeId } from '../../../schema/tables/voucher.ts'

/** A voucher as its programme described it when it was looked up. */
export type Voucher = {
  programme: VoucherProgrammeId
  /** The id of our own voucher, or the code of an outside programme's voucher. */
  reference: string
  label: Localised
  /** The value that is left. */
  leftCents: Cents
  covers: VoucherCover
  minimumCents: Cents
  expiresAt: number
}

/** The voucher of a cart. `limitCents` is the most that it shall pay; null for all its value. */
export type CartVoucher = Voucher & { limitCents: Cents | null }
