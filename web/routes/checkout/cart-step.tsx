/** Step 1 of the checkout: the cart's lines, the delivery country, the carrier and the total. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CartLines } from '../../cart/cart-lines.tsx'
import { voucherText } from '../../cart/use-voucher.ts'
import { VoucherField } from '../../cart/voucher-field.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import { useProblem } from '../../ui/problem.ts'
import { MergeOffer } from '../add-to-order/merge-offer.tsx'
import { CheckoutShell, StepNotice } from './checkout-shell.tsx'
import { CarrierChoice } from './choice-list.tsx'
import { useCountries } from './countries.ts'
import { CountrySelect } from './country-select.tsx'
import { delayText } from './delivery-note.tsx'
import { ExpressButtons } from './express-buttons.tsx'
import { GenericError } from './generic-error.tsx'
import { PayPalExpress } from './paypal/express-section.tsx'
import { PhoneHandover } from './phone-handover.tsx'
import { StepGuard } from './step-guard.tsx'
import { noticeIn } from './step-notices.ts'
import { stepPath } from './steps.ts'
import { CheckoutSums } from './sums.tsx'
import { lacksNames } from './ticket-names/named-tickets.ts'
import { TicketNames } from './ticket-names/ticket-names.tsx'
import type { LoadedCheckout } from './use-checkout.ts'
import { useDeliveryCountry } from './use-delivery-country.ts'

/** Below the cart, and only in shops that recommend products. */
const RelatedItems = optionalPart(() => import('./related-items.tsx'))

export default function CartStep() {
  return <StepGuard step="cart">{(checkout) => <CartContents {...checkout} />}</StepGuard>
}

function CartContents(checkout: LoadedCheckout) {
  const { cart, carrier, options, notice, clearNotice } = checkout
  const { meta } = usePage()
  const [problem, setProblem] = useProblem()
  const countries = useCountries()
  const country = useDeliveryCountry(checkout)
  const delay = delayText(cart)
  const arrival = noticeIn(useLocation().state)
  const wasResumed = arrival === 'resumed'
  const navigate = useNavigate()
  // What the fan wants to do once the names are entered; null while the dialog is closed.
  const [naming, setNaming] = useState<'edit' | 'continue' | null>(
    arrival === 'names_missing' && lacksNames(cart) ? 'continue' : null,
  )

  if (cart.items.length === 0) {
    return (
      <CheckoutShell step="cart" title={m.checkout_empty_title()} isEmpty>
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
    <CheckoutShell step="cart" heldUntil={cart.heldUntil} isFree={checkout.isFree} isShipped={cart.physical}>
      <StepNotice text={problem ?? country.problem ?? notice} />
      {wasResumed && (
        <p role="status" className="mb-6 rounded-lg border border-line bg-surface px-4 py-3">
          {m.resume_done()}
        </p>
      )}
      <ExpressButtons checkout={checkout} />
      <PayPalExpress checkout={checkout} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <section aria-label={m.cart_items()}>
          <ul className="divide-y divide-line border-y border-line">
            <CartLines items={cart.items} onProblem={setProblem} onNotice={setProblem} />
          </ul>
          <TicketNames
            cart={cart}
            isOpen={naming !== null}
            onOpen={() => setNaming('edit')}
            onClose={() => setNaming(null)}
            onSaved={() => {
              setNaming(null)
              if (naming === 'continue') void navigate(stepPath('details'))
            }}
          />
        </section>
        <div className="space-y-6 lg:sticky lg:top-6 lg:self-start">
          <div>
            <label htmlFor="country" className="mb-2 block font-bold">
              {cart.physical ? m.checkout_country() : m.checkout_country_unsent()}
            </label>
            <CountrySelect
              id="country"
              countries={countries}
              value={country.requested ?? cart.countryCode}
              aria-busy={country.requested !== null}
              onChange={(event) => {
                setProblem(null)
                clearNotice()
                void country.change(event.target.value)
              }}
            />
          </div>
          {checkout.optionsError ? (
            <GenericError error={checkout.optionsError} onRetry={() => void options.refetch()} />
          ) : (
            <CarrierChoice
              checkout={checkout}
              error={checkout.lacksDelivery && notice === null ? m.checkout_no_delivery() : null}
            />
          )}
          {delay !== null && <p className="rounded-lg border border-line bg-surface px-4 py-3">{delay}</p>}
          <VoucherField voucher={cart.voucher ?? null} />
          <CheckoutSums checkout={checkout} />
          {cart.physical && carrier === null ? null : lacksNames(cart) ? (
            <button type="button" className="button-primary w-full" onClick={() => setNaming('continue')}>
              {m.checkout_next_details()}
            </button>
          ) : (
            <ShopLink to={stepPath('details')} className="button-primary w-full">
              {m.checkout_next_details()}
            </ShopLink>
          )}
          {cart.mergeable && <MergeOffer />}
          <PhoneHandover />
        </div>
      </div>
      {meta.related_item_slugs && <RelatedItems cart={cart} />}
    </CheckoutShell>
  )
}
