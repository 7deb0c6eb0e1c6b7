/**
 * Shows a step of the checkout, or redirects to the step that `allowedStep` returns instead (CHK-02). A change of the cart in
 * another tab redirects to the first step (CART-03).
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { lastCartUpdate, onCartUpdate } from '../../cart/cart-channel.ts'
import { includesUpdate } from '../../cart/cart-version.ts'
import { m } from '../../i18n/messages.ts'
import { CheckoutShell } from './checkout-shell.tsx'
import { CHANGED_ELSEWHERE } from './step-notices.ts'
import { allowedStep, detailsAreComplete, type Step, stepPath } from './steps.ts'
import { type LoadedCheckout, useCheckout } from './use-checkout.ts'

type OpenStep = Exclude<Step, 'done'>

type StepGuardProps = {
  step: OpenStep
  children: (checkout: LoadedCheckout) => ReactNode
}

export function StepGuard({ step, children }: StepGuardProps) {
  const checkout = useCheckout()
  const navigate = useNavigate()
  const { cart, sums, preferences, options } = checkout
  // A payment method that was chosen earlier may no longer be offered, so the guard waits for the options.
  const isReady =
    cart !== undefined && (cart.items.length === 0 || (!options.isPending && !checkout.isLoadingPreferences))
  const allowed = isReady
    ? allowedStep(step, {
        itemCount: cart.items.length,
        subtotalCents: checkout.payableCents,
        hasDetails: detailsAreComplete(preferences, cart.countryCode),
        paymentMethod: checkout.paymentMethod,
      })
    : step
  const target = allowed === step ? null : stepPath(allowed)

  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true })
  }, [target, navigate])

  const start = stepPath('cart')
  const shown = useRef(cart)
  shown.current = cart
  useEffect(() => {
    if (step === 'cart') return
    return onCartUpdate(() => {
      // Other tabs also report changes of the buyer's input and of the holds' expiry, which leave the version as it is.
      if (shown.current === undefined || includesUpdate(shown.current, lastCartUpdate())) return
      void navigate(start, { replace: true, state: CHANGED_ELSEWHERE })
    })
  }, [step, start, navigate])

  if (checkout.isCartFailed) {
    return (
      <CheckoutShell step={step}>
        <button type="button" className="button-secondary" onClick={checkout.retryCart}>
          {m.event_retry()}
        </button>
      </CheckoutShell>
    )
  }
  if (!isReady || target !== null || cart === undefined || sums === null) {
    return (
      <CheckoutShell step={step}>
        <p role="status" className="text-muted">
          {m.checkout_loading()}
        </p>
      </CheckoutShell>
    )
  }
  return children({ ...checkout, cart, sums })
}
