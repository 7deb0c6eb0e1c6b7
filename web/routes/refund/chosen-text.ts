/** Says which tickets a fan has chosen or typed so far, and what the shop pays back for them. */
import { ticketCodeIn } from '../../../schema/rules/ticket-code.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { RefundInfo } from './refund-info.ts'
import type { RefundValues } from './refund-problems.ts'
import type { RefundQuote } from './use-refund-quote.ts'

type Money = Pick<RefundInfo, 'refundableTicketCount' | 'paymentAmount' | 'keptFeeAmount' | 'voucherAmount'>

/** Returns an empty text if nothing is chosen. Without a quote, the text names the prices. */
export function chosenText(
  values: Pick<RefundValues, 'offered' | 'chosen' | 'codes'>,
  info: Money,
  quote: RefundQuote | null,
): string {
  const typed = new Set(values.codes.flatMap((code) => ticketCodeIn(code) ?? []))
  const texts = [
    ...(values.chosen.length > 0 ? offeredTexts(values, info, typed.size, quote !== null) : []),
    ...(typed.size === 0 ? [] : [typed.size === 1 ? m.refund_numbers_one() : m.refund_numbers({ count: typed.size })]),
    ...(quote === null || isWhole(values, info, typed.size) ? [] : quotedTexts(quote)),
  ]
  return texts.join(' ')
}

function quotedTexts({ paymentAmount, voucherAmount }: RefundQuote): string[] {
  return [
    m.refund_chosen_amount({ amount: formatPrice(paymentAmount) }),
    ...(voucherAmount > 0 ? [m.refund_voucher({ amount: formatPrice(voucherAmount) })] : []),
  ]
}

/** Whether the fan returns all tickets. The refund of all tickets is part of `info`. */
function isWhole(
  { offered, chosen }: Pick<RefundValues, 'offered' | 'chosen'>,
  { refundableTicketCount: all, paymentAmount }: Money,
  typedCount: number,
): boolean {
  // The page of the order may still show a ticket that has been returned since.
  return chosen.length === all && offered.length <= all && typedCount === 0 && paymentAmount > 0
}

/**
 * Only the server knows the refund of a part of the tickets, because the shipping goes back with the last one and a voucher may
 * have paid a part. Until the quote arrives, the text names the prices.
 */
function offeredTexts(
  values: Pick<RefundValues, 'offered' | 'chosen'>,
  info: Money,
  typedCount: number,
  isQuoted: boolean,
): string[] {
  const { offered, chosen } = values
  const { refundableTicketCount, paymentAmount, keptFeeAmount, voucherAmount } = info
  const count = chosen.length
  const amount = formatPrice(paymentAmount)
  const all = Math.max(refundableTicketCount, offered.length)
  if (isWhole(values, info, typedCount))
    return [count === 1 ? m.refund_chosen_all_one({ amount }) : m.refund_chosen_all({ count, amount })]
  const counted = m.refund_chosen({ count, all })
  if (isQuoted) return [counted]
  const prices = offered.filter(({ code }) => chosen.includes(code)).map(({ priceCents }) => priceCents)
  const known = prices.filter((price) => price !== null)
  const sum = known.reduce((total, price) => total + price, 0)
  if (known.length < prices.length || sum === 0) return [counted]
  const price = formatPrice(sum)
  const fee = Math.min(sum, count * keptFeeAmount)
  return [
    counted,
    count === 1 ? m.refund_chosen_price_one({ amount: price }) : m.refund_chosen_price({ amount: price }),
    ...(fee > 0 ? [m.refund_chosen_fee({ fee: formatPrice(fee) })] : []),
    ...(voucherAmount > 0 ? [m.refund_chosen_voucher()] : []),
  ]
}
