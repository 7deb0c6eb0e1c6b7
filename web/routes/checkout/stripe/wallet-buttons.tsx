/**
 * Apple Pay, Google Pay and Link on the cart step (PAY-03). Stripe shows the buttons in its own frame and opens the wallet.
 * When the buyer confirms there, the order is placed with the wallet's address, and then paid. The delivery country must be
 * the cart's, because carriers and prices depend on it.
 */
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { orderPath } from '../../../../schema/order-path.ts'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { notifyOtherTabs } from '../../../cart/cart-channel.ts'
import { outcomeIsUnknown } from '../../../cart/send-with-retries.ts'
import { currentLocale } from '../../../data/locale.ts'
import { usePage } from '../../../data/page.tsx'
import { errorText } from '../../../i18n/error-text.ts'
import { m } from '../../../i18n/messages.ts'
import type { Message } from '../../../ui/problem.ts'
import type { LoadedCheckout } from '../use-checkout.ts'
import { usePlaceOrder } from '../use-place-order.ts'
import { confirmInPage } from './confirm-payment.ts'
import { elementAppearance, walletTheme } from './element-appearance.ts'
import { loadStripe } from './stripe-script.ts'
import { buyerOf, goodsCents, shippingRates } from './wallet-order.ts'

/** The time after which buttons that do not appear count as missing. */
const LONGEST_SILENCE_MS = 10_000

type WalletButtonsProps = {
  checkout: LoadedCheckout
  script: ProviderScript
  /** The id of the payment method that the order gets. */
  method: string
  countryName: string
  onProblem: (problem: Message | null) => void
  /** Called when an order begins and ends. `isUnknown`: it may have been placed, so the next press sends it again. */
  onOrdering: (isOrdering: boolean, isUnknown?: boolean) => void
  /** Called once it is known whether the browser has a wallet. */
  onAvailability: (isAvailable: boolean) => void
}

export default function WalletButtons(props: WalletButtonsProps) {
  const { checkout, script, method, countryName, onProblem, onOrdering, onAvailability } = props
  const { cart, sums } = checkout
  const { shop } = usePage()
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  const mounted = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const startCents = useRef(sums.totalCents)
  startCents.current = sums.totalCents
  const { placeOrder, refreshCart } = usePlaceOrder()

  const isDeliverable = (country: string) => country.toLowerCase() === cart.countryCode

  const open = useEffectEvent(() => ({
    emailRequired: true,
    shippingAddressRequired: true,
    billingAddressRequired: true,
    allowedShippingCountries: [cart.countryCode.toUpperCase()],
    lineItems: [{ name: m.express_subtotal(), amount: goodsCents(checkout) }],
    shippingRates: shippingRates(checkout),
  }))

  const changeAddress = useEffectEvent((event: StripeExpressCheckoutElementShippingAddressChangeEvent) => {
    if (isDeliverable(event.address.country)) event.resolve({ shippingRates: shippingRates(checkout) })
    else event.reject()
  })

  const setAmount = useEffectEvent(async (amount: number) => {
    await mounted.current?.elements.update({ amount })
  })
  const setRate = useEffectEvent((rateCents: number) => setAmount(goodsCents(checkout) + rateCents))
  const resetAmount = useEffectEvent(() => setAmount(sums.totalCents))
  const report = useEffectEvent((isAvailable: boolean) => onAvailability(isAvailable))

  const confirm = useEffectEvent(async (event: StripeExpressCheckoutElementConfirmEvent) => {
    const current = mounted.current
    const buyer = buyerOf(event)
    if (!current) return event.paymentFailed({ reason: 'fail' })
    if (!buyer) return refuse(event, 'invalid_shipping_address', m.express_name)
    if (!isDeliverable(buyer.shippingAddress.countryCode)) {
      return refuse(event, 'invalid_shipping_address', () => m.express_country({ country: countryName }))
    }
    onProblem(null)
    onOrdering(true)
    try {
      // The token must exist before the order, because the placed order empties the cart and with it these buttons.
      const { error } = await current.elements.submit()
      const made = error ? null : await current.stripe.createConfirmationToken({ elements: current.elements })
      if (!made?.confirmationToken) {
        onOrdering(false)
        return refuse(event, 'fail', m.checkout_payment_failed_text)
      }
      const rate = event.shippingRate ?? shippingRates(checkout)[0]
      const placed = await placeOrder({
        ...buyer,
        cartId: cart.id,
        shippingMethod: rate?.id ?? checkout.shippingMethod,
        paymentMethod: method,
        termsAccepted: true,
        ageConfirmed: null,
        newsletter: false,
        ticketNewsletter: false,
        expectedTotalCents: goodsCents(checkout) + (rate?.amount ?? 0),
      })
      if (placed) await pay(event, placed, made.confirmationToken.id)
    } catch (error) {
      onOrdering(false, outcomeIsUnknown(error))
      refuse(event, 'fail', () => errorText(error))
      if (!outcomeIsUnknown(error)) checkout.retryCart()
    }
  })

  /** Called after the order has been placed. A payment that fails leads to the page to pay later. */
  async function pay(
    event: StripeExpressCheckoutElementConfirmEvent,
    placed: { id: string; reference: string },
    token: string,
  ): Promise<void> {
    const later = orderPath('payment', placed.id, placed.reference)
    checkout.clear()
    notifyOtherTabs({ id: cart.id, version: cart.version + 1 })
    // After a reload, the buyer is on the page to pay later.
    history.replaceState(null, '', shop.basePath + later)
    let next = `${later}?payment_error=1`
    try {
      const isPaid = await confirmInPage(script, placed, token, location.origin + shop.basePath)
      if (isPaid) next = `${orderPath('done', placed.id, placed.reference)}?payment_received=1`
      else event.paymentFailed({ reason: 'fail' })
    } catch {
      event.paymentFailed({ reason: 'fail' })
    }
    await navigate(next, { replace: true })
    await refreshCart()
  }

  function refuse(
    event: StripeExpressCheckoutElementConfirmEvent,
    reason: 'fail' | 'invalid_shipping_address',
    problem: Message,
  ): void {
    onProblem(problem)
    event.paymentFailed({ reason })
  }

  useEffect(() => {
    let isGone = false
    let silence: ReturnType<typeof setTimeout> | undefined
    void mount()
    async function mount(): Promise<void> {
      try {
        const stripe = await loadStripe(script)
        if (isGone || container.current === null) return
        const elements = stripe.elements({
          mode: 'payment',
          amount: startCents.current,
          currency: 'eur',
          allowedPaymentMethodTypes: ['card', 'link'],
          locale: currentLocale(),
          appearance: elementAppearance(),
        })
        const buttons = elements.create('expressCheckout', {
          buttonHeight: 48,
          buttonType: { applePay: 'order', googlePay: 'order' },
          buttonTheme: walletTheme(),
          layout: { maxColumns: 2, maxRows: 1, overflow: 'auto' },
          paymentMethods: { amazonPay: 'never', paypal: 'never', klarna: 'never' },
        })
        silence = setTimeout(() => report(false), LONGEST_SILENCE_MS)
        buttons.on('ready', ({ availablePaymentMethods }) => {
          clearTimeout(silence)
          report(availablePaymentMethods !== undefined)
        })
        buttons.on('loaderror', () => report(false))
        buttons.on('click', (event) => event.resolve(open()))
        buttons.on('shippingaddresschange', changeAddress)
        buttons.on('shippingratechange', (event) => {
          void setRate(event.shippingRate.amount).then(() => event.resolve())
        })
        buttons.on('cancel', () => void resetAmount())
        buttons.on('confirm', (event) => void confirm(event))
        buttons.mount(container.current)
        mounted.current = { stripe, elements }
      } catch {
        if (!isGone) report(false)
      }
    }
    return () => {
      isGone = true
      clearTimeout(silence)
      mounted.current?.elements.getElement('expressCheckout')?.destroy()
      mounted.current = null
    }
  }, [script])

  useEffect(() => {
    void mounted.current?.elements.update({ amount: sums.totalCents })
  }, [sums.totalCents])

  return <div ref={container} className="min-h-12" />
}
