/** Step 3 of the checkout: the choice of carrier and payment method. */
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useExtendHolds } from '../../cart/use-cart.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'
import { CheckoutShell } from './checkout-shell.tsx'
import { CarrierChoice, ChoiceList } from './choice-list.tsx'
import { StepGuard } from './step-guard.tsx'
import { stepBefore, stepPath } from './steps.ts'
import { CheckoutSums } from './sums.tsx'
import type { LoadedCheckout } from './use-checkout.ts'

export default function PaymentStep() {
  return <StepGuard step="payment">{(checkout) => <PaymentForm {...checkout} />}</StepGuard>
}

function PaymentForm(checkout: LoadedCheckout) {
  const { cart, carrier, methods, method, options, save, payableCents } = checkout
  const navigate = useNavigate()
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const extendHolds = useExtendHolds()
  const hasTickets = cart.containsTickets
  useEffect(() => {
    if (hasTickets) extendHolds()
  }, [hasTickets, extendHolds])
  const lacksCarrier = cart.physical && carrier === null
  const lacksMethod = method === null

  function submit(event: FormEvent): void {
    event.preventDefault()
    setWasSubmitted(true)
    if (lacksCarrier || lacksMethod) {
      document.getElementById(lacksCarrier ? 'carrier' : 'payment')?.focus()
      return
    }
    save({ shippingMethod: carrier?.id ?? null, paymentMethod: method.id })
    void navigate(stepPath('confirm'))
  }

  return (
    <CheckoutShell step="payment" heldUntil={cart.heldUntil}>
      <form noValidate onSubmit={submit} className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <div className="space-y-10">
          <CarrierChoice
            checkout={checkout}
            error={wasSubmitted && lacksCarrier ? m.checkout_carrier_missing() : null}
          />
          {options.isError ? (
            <p role="alert" className="font-medium text-danger">
              {m.checkout_payment_failed_load()}{' '}
              <button type="button" className="min-h-11 underline" onClick={() => void options.refetch()}>
                {m.event_retry()}
              </button>
            </p>
          ) : (
            <ChoiceList
              name="payment"
              legend={m.checkout_payment_method()}
              choices={methods.map(({ extraChargeCents, ...each }) => ({ ...each, priceCents: extraChargeCents }))}
              chosen={method?.id ?? null}
              onChoose={(paymentMethod) => save({ paymentMethod })}
              error={wasSubmitted && lacksMethod ? m.checkout_payment_missing() : null}
              priceText={(price) => m.checkout_surcharge({ price })}
            />
          )}
        </div>
        <div className="space-y-6 lg:sticky lg:top-24 lg:self-start">
          <CheckoutSums checkout={checkout} />
          <div className="flex flex-col gap-3">
            <button type="submit" className="button-primary">
              {m.checkout_next_confirm()}
            </button>
            <ShopLink to={stepPath(stepBefore('payment', payableCents))} className="button-secondary">
              {m.checkout_back()}
            </ShopLink>
          </div>
        </div>
      </form>
    </CheckoutShell>
  )
}
