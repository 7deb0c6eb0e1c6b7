/**
 * Shows a step of the checkout, or redirects to the step that `allowedStep` returns instead (CHK-02). A change of the cart in
 * another tab redirects to the first step (CART-03). If no carrier delivers to the chosen country, any step selects Germany
 * and says why (CHK-05).
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lastCartUpdate, onCartUpdate } from '../../cart/cart-channel.ts'
import { includesUpdate } from '../../cart/cart-version.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { LoadError } from '../../ui/notice.tsx'
import { CheckoutShell } from './checkout-shell.tsx'
import { GenericError } from './generic-error.tsx'
import { CHANGED_ELSEWHERE, NAMES_MISSING, NO_DELIVERY, type Notice, noticeIn } from './step-notices.ts'
import { allowedStep, detailsAreComplete, type Step, stepPath } from './steps.ts'
import { lacksNames } from './ticket-names/named-tickets.ts'
import { type LoadedCheckout, useCheckout } from './use-checkout.ts'
import { useDeliveryCountry } from './use-delivery-country.ts'

type OpenStep = Exclude<Step, 'done'>

const HOME_COUNTRY = 'de'

/** The cart step shows `resumed` itself, because it is good news. */
const NOTICE_TEXTS: Record<Notice, () => string | null> = {
  changed_elsewhere: m.checkout_changed_elsewhere,
  no_delivery: m.checkout_no_delivery,
  check_details: m.checkout_check_details,
  hold_expired: m.error_hold_expired,
  resumed: () => null,
  names_missing: m.names_missing,
}

type StepGuardProps = {
  step: OpenStep
  children: (checkout: LoadedCheckout) => ReactNode
}

export function StepGuard({ step, children }: StepGuardProps) {
  const checkout = useCheckout()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [notice, setNotice] = useState(() => noticeIn(state))
  const { cart, sums, preferences, options, lacksDelivery } = checkout
  // While an order is being placed, or its outcome is unknown, the order may have emptied the cart. The step stays as it is
  // until the order's answer arrives.
  const [isHeld, hold] = useState(false)
  const held = useRef<LoadedCheckout>(null)
  const isOrdering = step === 'payment' || step === 'confirm'

  // CHK-05
  const country = useDeliveryCountry(checkout)
  const isAtHome = cart?.countryCode === HOME_COUNTRY
  const mustFallBack = lacksDelivery && cart !== undefined && !isAtHome
  const changeCountry = useRef(country.change)
  changeCountry.current = country.change
  useEffect(() => {
    // The later steps lead to the first one, which shows the carriers of the other country.
    if (!mustFallBack || isOrdering) return
    setNotice('no_delivery')
    void changeCountry.current(HOME_COUNTRY)
  }, [mustFallBack, isOrdering])

  // A payment method that was chosen earlier may no longer be offered, so the guard waits for the options.
  const isReady =
    cart !== undefined && (cart.items.length === 0 || (!options.isPending && !checkout.isLoadingPreferences))
  const allowed = !isReady
    ? step
    : lacksDelivery && isOrdering
      ? 'cart'
      : allowedStep(step, {
          itemCount: cart.items.length,
          subtotalCents: checkout.payableCents,
          lacksNames: lacksNames(cart),
          hasDetails: detailsAreComplete(preferences, cart.countryCode),
          paymentMethod: checkout.paymentMethod,
        })
  const isNameless = cart !== undefined && lacksNames(cart)
  const target = allowed === step || isHeld ? null : stepPath(allowed)

  useEffect(() => {
    const state = lacksDelivery ? NO_DELIVERY : isNameless ? NAMES_MISSING : { notice }
    if (target !== null) void navigate(target, { replace: true, state })
  }, [target, navigate, lacksDelivery, isNameless, notice])

  const start = stepPath('cart')
  const shown = useRef(cart)
  shown.current = cart
  useEffect(() => {
    if (step === 'cart' || isHeld) return
    return onCartUpdate(() => {
      // Other tabs also report changes of the buyer's input and of the holds' expiry, which leave the version as it is.
      if (shown.current === undefined || includesUpdate(shown.current, lastCartUpdate())) return
      void navigate(start, { replace: true, state: CHANGED_ELSEWHERE })
    })
  }, [step, isHeld, start, navigate])

  if (isHeld && held.current) return children(held.current)

  if (checkout.cartError) {
    return (
      <CheckoutShell step={step} isShipped={cart?.physical ?? false}>
        <LoadError error={checkout.cartError} onRetry={checkout.retryCart} />
      </CheckoutShell>
    )
  }
  if (!isReady || target !== null || cart === undefined || sums === null) {
    return (
      <CheckoutShell step={step} isShipped={cart?.physical ?? false}>
        <LoadingText />
      </CheckoutShell>
    )
  }
  if (isOrdering && checkout.optionsError) {
    return (
      <CheckoutShell step={step} isShipped={cart?.physical ?? false} title={m.checkout_error_generic_title()}>
        <GenericError error={checkout.optionsError} onRetry={() => void options.refetch()} />
      </CheckoutShell>
    )
  }
  const text = country.problem ?? (notice && NOTICE_TEXTS[notice]())
  held.current = { ...checkout, cart, sums, notice: text, clearNotice: () => setNotice(null), hold }
  return children(held.current)
}
