/** Step 4 of the checkout: the review, the consents, and the button that places the order (CHK-06). */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { orderPath } from '../../../schema/order-path.ts'
import { paymentFlow, paymentNeedsCard, paymentUsesWindow } from '../../../schema/rules/payment-methods.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { CartLines } from '../../cart/cart-lines.tsx'
import { outcomeIsUnknown } from '../../cart/send-with-retries.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { ShopError } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { AddressBlock } from './address-block.tsx'
import { CheckoutShell, StepNotice } from './checkout-shell.tsx'
import { countryName } from './countries.ts'
import { DeliveryNote } from './delivery-note.tsx'
import { AgeConsent, Consent, ContractNote, TermsConsent } from './order-consent.tsx'
import { orderProblem } from './order-problem.ts'
import { endingOfApproved, payPalEnding } from './paypal/paypal-ending.ts'
import { BackLink } from './step-buttons.tsx'
import { StepGuard } from './step-guard.tsx'
import { CHECK_DETAILS, HOLD_EXPIRED } from './step-notices.ts'
import { stepBefore, stepPath } from './steps.ts'
import { enteredCard } from './stripe/card-token.ts'
import { CheckoutSums } from './sums.tsx'
import type { LoadedCheckout } from './use-checkout.ts'
import { openProviderPage, type PlacedOrder, requestPaymentUrl, usePlaceOrder } from './use-place-order.ts'

const PayPalButton = lazy(() => import('./paypal/paypal-button.tsx'))

export default function ConfirmStep() {
  return <StepGuard step="confirm">{(checkout) => <Review {...checkout} />}</StepGuard>
}

type Consents = { terms: boolean; age: boolean; newsletter: boolean; ticketNewsletter: boolean }

function Review(checkout: LoadedCheckout) {
  const { cart, preferences, carrier, method, sums, isFree, payableCents, approved } = checkout
  const { shop, meta, locale, paymentScripts } = usePage()
  const navigate = useNavigate()
  const [consents, setConsents] = useState<Consents>({
    terms: false,
    age: false,
    newsletter: false,
    ticketNewsletter: false,
  })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [problem, setProblem] = useProblem()
  const [isApproved, setIsApproved] = useState(false)
  const { isPlacing, placeOrder, refreshCart } = usePlaceOrder()
  const lacksTerms = wasSubmitted && !consents.terms
  const lacksAge = wasSubmitted && cart.ageRestricted && !consents.age
  const base = location.origin + shop.basePath
  const payPalScript = paymentUsesWindow(checkout.paymentMethod ?? '') ? paymentScripts.paypal : undefined
  const paysAtProvider = paymentFlow(checkout.paymentMethod ?? '') === 'hosted_page'
  const card = paymentNeedsCard(checkout.paymentMethod ?? '') ? enteredCard() : null

  /** Returns false if a required consent is missing, and moves the focus to it. */
  function mayOrder(): boolean {
    setWasSubmitted(true)
    if (!consents.terms || (cart.ageRestricted && !consents.age)) {
      const missing = document.getElementById(consents.terms ? 'consent-age' : 'consent-terms')
      missing?.focus({ preventScroll: true })
      missing?.scrollIntoView({ block: 'center' })
      return false
    }
    return true
  }

  /** Returns null if the order was not placed. The page then says why. */
  async function place(): Promise<PlacedOrder | null> {
    if (!checkout.paymentMethod) return null
    setProblem(null)
    checkout.hold(true)
    try {
      return await placeOrder({
        cartId: cart.id,
        email: preferences.email,
        shippingAddress: preferences.shippingAddress,
        billingAddress: preferences.billingAddress,
        shippingMethod: checkout.shippingMethod,
        paymentMethod: checkout.paymentMethod,
        termsAccepted: consents.terms,
        ageConfirmed: cart.ageRestricted ? consents.age : null,
        newsletter: consents.newsletter,
        ticketNewsletter: cart.containsTickets && consents.ticketNewsletter,
        expectedTotalCents: sums.totalCents,
      })
    } catch (error) {
      if (isAboutDetails(error)) {
        checkout.hold(false)
        void navigate(stepPath('details'), { state: CHECK_DETAILS })
        return null
      }
      setProblem(orderProblem(error, cart))
      // If the order may have been placed, the next press sends the same order again.
      if (outcomeIsUnknown(error)) return null
      // The review of an empty cart would lead to the first step, without the reason. So this step stays held until it ends.
      if (error instanceof ShopError && error.code === 'HOLD_EXPIRED')
        void navigate(stepPath('cart'), { replace: true, state: HOLD_EXPIRED })
      else checkout.hold(false)
      void checkout.options.refetch()
      checkout.retryCart()
      return null
    }
  }

  async function order(): Promise<void> {
    if (!mayOrder()) return
    const placed = await place()
    if (placed) await pay(placed.id, placed.reference)
  }

  /** Places the order that the buyer pays in a window. After a reload, the buyer is on the page to pay later. */
  async function placeForWindow(): Promise<PlacedOrder | null> {
    const placed = await place()
    if (placed) {
      checkout.clear()
      history.replaceState(null, '', shop.basePath + orderPath('payment', placed.id, placed.reference))
    }
    return placed
  }

  async function leave(path: string): Promise<void> {
    await navigate(path, { replace: true })
    await refreshCart()
  }

  /**
   * Called after the order has been placed. Opens the provider's page if the payment method has one, and otherwise the last
   * step. If the payment cannot start, opens the page to pay later.
   */
  async function pay(orderId: string, reference: string): Promise<void> {
    const later = orderPath('payment', orderId, reference)
    let next = orderPath('done', orderId, reference)
    checkout.clear()
    if (paysAtProvider) {
      try {
        const url = await requestPaymentUrl(orderId, reference, base)
        notifyOtherTabs({ id: cart.id, version: cart.version + 1 })
        openProviderPage(url, shop.basePath + later)
        return
      } catch {
        next = `${later}?payment_error=1`
      }
    }
    if (card && paymentScripts.stripe) {
      // After a reload, the buyer is on the page to pay later.
      history.replaceState(null, '', shop.basePath + later)
      try {
        const { confirmInPage } = await import('./stripe/confirm-payment.ts')
        const isPaid = await confirmInPage(paymentScripts.stripe, { id: orderId, reference }, card.id, base)
        next = isPaid ? `${next}?payment_received=1` : `${later}?payment_error=1`
      } catch {
        next = `${later}?payment_error=1`
      }
    }
    if (approved) {
      history.replaceState(null, '', shop.basePath + later)
      const placed = { id: orderId, reference }
      next = await endingOfApproved(placed, approved.id, () => import('./paypal/paypal-payment.ts'))
    }
    await leave(next)
  }

  function placingText(): string {
    if (approved) return m.paypal_checking()
    if (payPalScript) return isApproved ? m.paypal_checking() : m.paypal_window()
    return paysAtProvider ? m.checkout_redirecting() : m.checkout_placing_text()
  }

  if (isPlacing) {
    return (
      <CheckoutShell step="confirm" title={m.checkout_placing()} isFree={isFree} isShipped={cart.physical}>
        <p role="status" className="text-muted">
          {placingText()}
        </p>
        <div aria-hidden="true" className="mt-6 h-1 w-full max-w-sm overflow-hidden rounded-full bg-line">
          <div className="h-full w-1/3 rounded-full bg-accent motion-safe:animate-pulse" />
        </div>
      </CheckoutShell>
    )
  }

  return (
    <CheckoutShell
      step="confirm"
      title={m.checkout_review()}
      heldUntil={cart.heldUntil}
      isFree={isFree}
      isShipped={cart.physical}
    >
      <StepNotice text={problem ?? checkout.notice} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <div className="space-y-8">
          <div className="grid gap-6 sm:grid-cols-2">
            <Block
              title={cart.physical ? m.checkout_shipping_address() : m.checkout_contact_address()}
              to={stepPath('details')}
            >
              <AddressBlock
                address={preferences.shippingAddress}
                country={countryName(preferences.shippingAddress.countryCode, locale)}
              />
              <p className="mt-2 break-words">{preferences.email}</p>
            </Block>
            <Block title={m.checkout_billing_address()} to={stepPath('details')}>
              {preferences.billingAddress ? (
                <AddressBlock
                  address={preferences.billingAddress}
                  country={countryName(preferences.billingAddress.countryCode, locale)}
                />
              ) : (
                <p>{cart.physical ? m.checkout_billing_same() : m.checkout_billing_same_unsent()}</p>
              )}
            </Block>
            {cart.physical && carrier && (
              <Block title={m.checkout_carrier()} to={isFree ? stepPath('cart') : stepPath('payment')}>
                <p>{carrier.name}</p>
              </Block>
            )}
            <Block title={m.checkout_payment_method()} to={isFree ? null : stepPath('payment')}>
              <p>{isFree ? m.checkout_payment_skipped() : method?.name}</p>
              {card && <p>{card.label}</p>}
              {approved && <p className="break-words">{approved.email}</p>}
            </Block>
          </div>
          <section aria-labelledby="review-items">
            <h2 id="review-items" className="display-4">
              {m.cart_items()}
            </h2>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              <CartLines items={cart.items} isReadOnly onProblem={setProblem} />
            </ul>
          </section>
        </div>
        <div className="space-y-6 lg:sticky lg:top-6 lg:self-start">
          <div className="space-y-1">
            <TermsConsent
              id="consent-terms"
              isChecked={consents.terms}
              onChange={(terms) => setConsents({ ...consents, terms })}
              isMissing={lacksTerms}
            />
            {cart.ageRestricted && (
              <AgeConsent
                id="consent-age"
                isChecked={consents.age}
                onChange={(age) => setConsents({ ...consents, age })}
                isMissing={lacksAge}
              />
            )}
            {meta.newsletter_url && (
              <Consent
                id="consent-newsletter"
                isChecked={consents.newsletter}
                onChange={(newsletter) => setConsents({ ...consents, newsletter })}
              >
                {m.checkout_newsletter()}
              </Consent>
            )}
            {cart.containsTickets && meta.newsletter_tickets_url && (
              <Consent
                id="consent-ticket-newsletter"
                isChecked={consents.ticketNewsletter}
                onChange={(ticketNewsletter) => setConsents({ ...consents, ticketNewsletter })}
              >
                {m.checkout_ticket_newsletter()}
              </Consent>
            )}
          </div>
          <div className="space-y-3">
            <CheckoutSums checkout={checkout} />
            <DeliveryNote checkout={checkout} />
            <ContractNote cart={cart} />
          </div>
          <div className="flex flex-col gap-2">
            {payPalScript ? (
              <Suspense fallback={<div className="min-h-14" />}>
                <PayPalButton
                  script={payPalScript}
                  label={m.paypal_order()}
                  mayStart={mayOrder}
                  order={placeForWindow}
                  onApproved={() => setIsApproved(true)}
                  onEnd={(outcome, placed) => void leave(payPalEnding(outcome, placed))}
                />
              </Suspense>
            ) : (
              <button
                type="button"
                className="button-primary min-h-14 text-lg text-balance"
                onClick={() => void order()}
              >
                {m.checkout_order()}
              </button>
            )}
            <BackLink to={stepPath(stepBefore('confirm', payableCents))} />
          </div>
        </div>
      </div>
    </CheckoutShell>
  )
}

/** Whether the server has refused the address or the email address, which only the details step can change. */
function isAboutDetails(error: unknown): boolean {
  if (!(error instanceof ShopError) || error.code !== 'BAD_INPUT') return false
  return /^(input\.)?(shippingAddress|billingAddress|email)/.test(String(error.params.field))
}

function Block({ title, to, children }: { title: string; to: string | null; children: ReactNode }) {
  return (
    <section>
      <div className="flex items-baseline gap-3">
        <h2 className="font-bold">{title}</h2>
        {to !== null && (
          <ShopLink to={to} className="min-h-6 text-sm font-normal text-muted underline hover:text-ink">
            {m.checkout_change()}
            <span className="sr-only">: {title}</span>
          </ShopLink>
        )}
      </div>
      <div className="mt-1">{children}</div>
    </section>
  )
}
