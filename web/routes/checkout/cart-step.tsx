/** Step 1 of the checkout: the cart's lines, the delivery country, the carrier and the total. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { CartLine } from '../../cart/cart-line.tsx'
import { useChangeCountry } from '../../cart/use-cart.ts'
import { voucherText } from '../../cart/use-voucher.ts'
import { VoucherField } from '../../cart/voucher-field.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { ShopError } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { type Message, useProblem } from '../../ui/problem.ts'
import { CheckoutShell, StepNotice } from './checkout-shell.tsx'
import { CarrierChoice } from './choice-list.tsx'
import { useCountries } from './countries.ts'
import { CountrySelect } from './country-select.tsx'
import { PhoneHandover } from './phone-handover.tsx'
import { RelatedItems } from './related-items.tsx'
import { StepGuard } from './step-guard.tsx'
import { noticeIn } from './step-notices.ts'
import { stepPath } from './steps.ts'
import { CheckoutSums } from './sums.tsx'
import type { LoadedCheckout } from './use-checkout.ts'

const HOME_COUNTRY = 'de'

export default function CartStep() {
  return <StepGuard step="cart">{(checkout) => <CartContents {...checkout} />}</StepGuard>
}

function CartContents(checkout: LoadedCheckout) {
  const { cart, carrier, options, preferences, save } = checkout
  const { state } = useLocation()
  const [problem, setProblem] = useProblem()
  const countries = useCountries()
  const { isPending, changeCountry } = useChangeCountry()
  const arrival = noticeIn(state)
  const notice = arrival === 'changed_elsewhere' ? m.checkout_changed_elsewhere() : null
  const noDelivery = options.error instanceof ShopError && options.error.code === 'NO_DELIVERY_METHOD'

  /** Changes the delivery country, and then shows `outcome`. If the change fails, the error is shown instead. */
  async function change(countryCode: string, outcome: Message | null = null): Promise<void> {
    setProblem(null)
    try {
      await changeCountry(countryCode)
      save({
        shippingAddress: { ...preferences.shippingAddress, countryCode },
        shippingMethod: null,
        paymentMethod: null,
      })
      if (outcome) setProblem(outcome)
    } catch (error) {
      setProblem(() => errorText(error))
    }
  }

  // CHK-05: if no carrier delivers the cart to the chosen country, the step selects Germany.
  const latestChange = useRef(change)
  latestChange.current = change
  const mustFallBack = noDelivery && cart.countryCode !== HOME_COUNTRY
  useEffect(() => {
    if (mustFallBack) void latestChange.current(HOME_COUNTRY, m.checkout_no_delivery)
  }, [mustFallBack])

  if (cart.items.length === 0) {
    return (
      <CheckoutShell step="cart" title={m.checkout_empty_title()}>
        <StepNotice text={notice} />
        <p className="max-w-prose text-muted">{m.checkout_empty_text()}</p>
        {cart.voucher && <p className="mt-3 max-w-prose font-medium">{voucherText(cart.voucher)}</p>}
        <ShopLink to="/" className="button-primary mt-6 inline-flex">
          {m.checkout_empty_link()}
        </ShopLink>
      </CheckoutShell>
    )
  }

  return (
    <CheckoutShell step="cart" heldUntil={cart.heldUntil}>
      <StepNotice text={problem ?? notice} />
      {arrival === 'resumed' && (
        <p role="status" className="mb-6 rounded-lg border border-line bg-surface px-4 py-3">
          {m.resume_done()}
        </p>
      )}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <section aria-label={m.cart_items()}>
          <ul className="divide-y divide-line border-y border-line">
            {cart.items.map((item) => (
              <CartLine key={item.id} item={item} onProblem={setProblem} onNotice={setProblem} />
            ))}
          </ul>
        </section>
        <div className="space-y-8 lg:sticky lg:top-24 lg:self-start">
          <div>
            <label htmlFor="country" className="mb-2 block text-lg font-bold">
              {m.checkout_country()}
            </label>
            <CountrySelect
              id="country"
              countries={countries}
              value={cart.countryCode}
              disabled={isPending}
              onChange={(event) => void change(event.target.value)}
            />
          </div>
          <CarrierChoice
            checkout={checkout}
            error={noDelivery ? m.checkout_no_delivery() : options.isError ? m.checkout_carrier_failed() : null}
          />
          {cart.shippableFrom !== null && (
            <p className="rounded-lg border border-line bg-surface px-4 py-3">
              {cart.shippableFromUntil === null
                ? m.checkout_delayed({ from: formatDate(cart.shippableFrom, SHOP_ZONE) })
                : m.checkout_delayed_window({
                    from: formatDate(cart.shippableFrom, SHOP_ZONE),
                    until: formatDate(cart.shippableFromUntil, SHOP_ZONE),
                  })}
            </p>
          )}
          <VoucherField voucher={cart.voucher ?? null} />
          <CheckoutSums checkout={checkout} />
          {cart.physical && carrier === null ? null : (
            <ShopLink to={stepPath('details')} className="button-primary w-full">
              {m.checkout_next_details()}
            </ShopLink>
          )}
          <PhoneHandover />
        </div>
      </div>
      <RelatedItems cart={cart} />
    </CheckoutShell>
  )
}
