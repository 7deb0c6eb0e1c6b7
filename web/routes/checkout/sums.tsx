/**
 * The subtotal, voucher, shipping, surcharge and total of the order. Prices include VAT within the EU and are final elsewhere
 * (CHK-10).
 */
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useCountries, vatText } from './countries.ts'
import type { LoadedCheckout } from './use-checkout.ts'

export function CheckoutSums({ checkout: { cart, carrier, sums } }: { checkout: LoadedCheckout }) {
  const countries = useCountries()
  return (
    <dl className="space-y-2">
      <Row name={m.checkout_subtotal()} value={formatPrice(sums.goodsCents)} />
      {cart.voucher && sums.voucherCents > 0 && (
        <Row name={cart.voucher.label} value={`−${formatPrice(sums.voucherCents)}`} />
      )}
      {cart.physical && (
        <Row
          name={carrier?.name ? `${m.checkout_shipping()} (${carrier.name})` : m.checkout_shipping()}
          value={sums.shippingCents === 0 ? m.checkout_free() : formatPrice(sums.shippingCents)}
        />
      )}
      {sums.extraCents > 0 && <Row name={m.checkout_extra_charge()} value={formatPrice(sums.extraCents)} />}
      <div className="flex items-baseline gap-4 border-t border-line pt-3">
        <dt className="grow text-lg font-bold">{m.checkout_total()}</dt>
        <dd className="text-right">
          <span className="block text-2xl font-bold tabular-nums">{formatPrice(sums.totalCents)}</span>
          <span className="block text-sm text-muted">{vatText(countries, cart)}</span>
        </dd>
      </div>
    </dl>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-4">
      <dt className="grow text-muted">{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  )
}
