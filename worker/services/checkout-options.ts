/** What a cart may be shipped and paid with in a shop: the same answer for the checkout's lists and for placing the order. */
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../context.ts'
import { type CartLine, flatLines } from '../domain/cart-line.ts'
import { type PaymentMethodOffer, paymentMethodsFor } from '../domain/payment-method.ts'
import type { Env } from '../env.ts'

export function offeredPayments(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'BANK_IBAN'>,
  shop: ShopRow,
  lines: CartLine[],
  locale: Locale,
  now: number,
): PaymentMethodOffer[] {
  const starts = flatLines(lines).flatMap((line) => line.sellable.event?.happeningFromAt ?? [])
  return paymentMethodsFor({
    blacklist: shop.paymentBlacklist,
    stripeConfigured: Boolean(env.STRIPE_SECRET_KEY),
    bankConfigured: Boolean(env.BANK_IBAN),
    earliestEventAt: starts.length > 0 ? Math.min(...starts) : null,
    locale,
    now,
  })
}
