/** Step 3 of the checkout: the payment method. The carrier from the first step is shown and can be changed. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paymentNeedsCard } from '../../../schema/rules/payment-methods.ts'
import { useExtendHolds } from '../../cart/use-cart.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { CheckoutShell, StepNotice } from './checkout-shell.tsx'
import { ChoiceList, ChosenCarrier } from './choice-list.tsx'
import { OrderSummary } from './order-summary.tsx'
import { StepButtons } from './step-buttons.tsx'
import { StepGuard } from './step-guard.tsx'
import { stepBefore, stepPath } from './steps.ts'
import { CardChoice } from './stripe/card-choice.tsx'
import type { CardInput } from './stripe/card-fields.tsx'
import type { LoadedCheckout } from './use-checkout.ts'

export default function PaymentStep() {
  return <StepGuard step="payment">{(checkout) => <PaymentForm {...checkout} />}</StepGuard>
}

function PaymentForm(checkout: LoadedCheckout) {
  const { cart, carrier, methods, method, notice, preferences, save, payableCents } = checkout
  const { paymentScripts } = usePage()
  const card = useRef<CardInput>(null)
  const isTakingCard = useRef(false)
  const cardScript = method !== null && paymentNeedsCard(method.id) ? paymentScripts.stripe : undefined
  const navigate = useNavigate()
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const extendHolds = useExtendHolds()
  const hasTickets = cart.containsTickets
  useEffect(() => {
    if (hasTickets) extendHolds()
  }, [hasTickets, extendHolds])
  const lacksCarrier = cart.physical && carrier === null
  const lacksMethod = method === null

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setWasSubmitted(true)
    if (lacksCarrier || lacksMethod) {
      document.getElementById(lacksCarrier ? 'carrier' : 'payment')?.focus()
      return
    }
    if (cardScript && !(await takeCard())) return
    save({ shippingMethod: carrier?.id ?? null, paymentMethod: method.id })
    void navigate(stepPath('confirm'))
  }

  /** Returns false if the card is not complete, or a former press of the button is still being handled. */
  async function takeCard(): Promise<boolean> {
    if (isTakingCard.current) return false
    isTakingCard.current = true
    const { firstName, lastName } = preferences.billingAddress ?? preferences.shippingAddress
    const taken = await card.current?.tokenize({ name: `${firstName} ${lastName}`, email: preferences.email })
    isTakingCard.current = false
    return Boolean(taken)
  }

  return (
    <CheckoutShell step="payment" heldUntil={cart.heldUntil} isShipped={cart.physical}>
      <StepNotice text={notice} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <OrderSummary checkout={checkout} />
        <form noValidate onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-8">
          <ChoiceList
            name="payment"
            legend={m.checkout_payment_method()}
            choices={methods.map(({ extraChargeCents, ...each }) => ({ ...each, priceCents: extraChargeCents }))}
            chosen={method?.id ?? null}
            onChoose={(paymentMethod) => save({ paymentMethod })}
            error={wasSubmitted && lacksMethod ? m.checkout_payment_missing() : null}
            priceText={(price) => m.checkout_surcharge({ price })}
          />
          {cardScript && <CardChoice ref={card} script={cardScript} amountCents={checkout.sums.totalCents} />}
          <ChosenCarrier
            checkout={checkout}
            error={wasSubmitted && lacksCarrier ? m.checkout_carrier_missing() : null}
          />
          <StepButtons back={stepPath(stepBefore('payment', payableCents))}>
            <button type="submit" className="button-primary">
              {m.checkout_next_confirm()}
            </button>
          </StepButtons>
        </form>
      </div>
    </CheckoutShell>
  )
}
