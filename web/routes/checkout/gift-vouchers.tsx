/** The gift vouchers that an order bought, with their codes, once the order is paid. */
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { formatDate, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Order } from './use-order.ts'

export function GiftVouchers({ gifts }: { gifts: Order['giftVouchers'] }) {
  if (gifts.length === 0) return null
  return (
    <section aria-labelledby="gift-vouchers">
      <h2 id="gift-vouchers" className="display-4">
        {m.voucher_gifts_title()}
      </h2>
      <p className="mt-1 text-muted">{m.voucher_gifts_text()}</p>
      <ul className="mt-3 space-y-3">
        {gifts.map((gift, index) => (
          <li key={gift.code ?? index} className="rounded-xl border border-line bg-surface px-4 py-3">
            <p className={`font-bold tracking-wide break-words tabular-nums ${gift.void ? 'line-through' : ''}`}>
              {gift.code ?? m.voucher_gift_in_mail()}
            </p>
            <p className="text-sm text-muted">
              {gift.void
                ? m.voucher_gift_void()
                : m.voucher_gift_value({
                    sum: formatPrice(gift.leftCents),
                    date: formatDate(gift.expiresAt, SHOP_ZONE),
                  })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
