/** The voucher of the cart: commands to apply and remove it, and the text that says what it does. */
import { ApplyVoucherDocument, RemoveVoucherDocument } from '../../schema/generated/mutations.ts'
import { randomKey } from '../data/visit.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { type Cart, useCartMutation } from './use-cart.ts'

type CartVoucher = Exclude<Cart['voucher'], null>

export function useApplyVoucher() {
  const { mutateAsync, isPending } = useCartMutation(ApplyVoucherDocument, ({ applyVoucher }) => applyVoucher.cart)
  return {
    isPending,
    /** `amount` is the most that the voucher shall pay, in euros. Rejects like `runOperation`. */
    applyVoucher: async (code: string, amount: string | null): Promise<Cart> =>
      (await mutateAsync({ code, amount, clientMutationId: randomKey() })).applyVoucher.cart,
  }
}

export function useRemoveVoucher() {
  const { mutateAsync, isPending } = useCartMutation(RemoveVoucherDocument, ({ removeVoucher }) => removeVoucher.cart)
  return { isPending, removeVoucher: () => mutateAsync({ clientMutationId: randomKey() }) }
}

/** Says what the voucher pays, or why it pays nothing yet. */
export function voucherText({ label, cents, leftCents, covers, minimumCents, obstacle }: CartVoucher): string {
  const isForTickets = covers === 'tickets'
  switch (obstacle) {
    case null: {
      const left = leftCents > cents ? [m.voucher_left({ sum: formatPrice(leftCents - cents) })] : []
      return [m.voucher_pays({ label, sum: formatPrice(cents) }), ...left].join(' ')
    }
    case 'EXPIRED':
      return m.voucher_obstacle_expired({ label })
    case 'BELOW_MINIMUM':
      return m.voucher_obstacle_minimum({ label, sum: formatPrice(minimumCents) })
    default:
      return isForTickets ? m.voucher_obstacle_tickets({ label }) : m.voucher_obstacle_items({ label })
  }
}
