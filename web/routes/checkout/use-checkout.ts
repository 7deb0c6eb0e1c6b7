/**
 * The state that the first four steps share: the cart, the stored input, the offered carriers and payment methods, and the
 * totals. A stored choice that is no longer offered is ignored. The cheapest carrier is the default (CHK-04).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CheckoutOptionsDocument, type CheckoutOptionsQuery } from '../../../schema/generated/operations.ts'
import {
  paymentIsApprovedFirst,
  paymentNeedsCard,
  paymentPlace,
  paymentTakes,
  SKIPPED_PAYMENT,
} from '../../../schema/rules/payment-methods.ts'
import { NO_SHIPPING } from '../../../schema/rules/shipping.ts'
import { type Cart, useCart } from '../../cart/use-cart.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { approvedPayment, holdApproved } from './paypal/approved-payment.ts'
import { enteredCard, holdCard } from './stripe/card-token.ts'
import { usePreferences } from './use-preferences.ts'

type Carrier = CheckoutOptionsQuery['shippingMethods'][number]
type PaymentMethod = CheckoutOptionsQuery['paymentMethods'][number]

type Sums = {
  goodsCents: number
  voucherCents: number
  shippingCents: number
  extraCents: number
  totalCents: number
}

function computeSums(cart: Cart, carrier: Carrier | null, method: PaymentMethod | null): Sums {
  const shippingCents = cart.physical ? (carrier?.priceCents ?? 0) : 0
  const extraCents = method?.extraChargeCents ?? 0
  return {
    goodsCents: cart.totalCents,
    voucherCents: cart.voucherCents,
    shippingCents,
    extraCents,
    totalCents: cart.totalCents - cart.voucherCents + shippingCents + extraCents,
  }
}

function useCheckoutOptions(cart: Cart | undefined) {
  const { locale } = usePage()
  return useQuery({
    // The offered carriers depend on the cart's content, so the key contains the cart's version.
    queryKey: ['checkout-options', locale, cart?.id, cart?.version, cart?.countryCode],
    queryFn: () => runOperation(CheckoutOptionsDocument, { countryCode: cart?.countryCode ?? 'de' }),
    enabled: cart !== undefined && cart.items.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: 1,
  })
}

function isComplete({ id }: PaymentMethod): boolean {
  return !paymentNeedsCard(id) || enteredCard() !== null
}

export function useCheckout() {
  const { data: cart, error: cartError, refetch } = useCart()
  const { preferences, isLoading, remoteVersion, save, flush, clear } = usePreferences(cart)
  const options = useCheckoutOptions(cart)
  const carriers = useMemo(
    () => [...(options.data?.shippingMethods ?? [])].sort((a, b) => a.priceCents - b.priceCents),
    [options.data],
  )
  const carrier = carriers.find(({ id }) => id === preferences.shippingMethod) ?? carriers[0] ?? null
  const payableCents = cart ? computeSums(cart, carrier, null).totalCents : 0
  const offers = (options.data?.paymentMethods ?? []).filter(({ id }) => paymentTakes(id, payableCents))
  const approved = approvedPayment(cart?.id ?? '')
  // A method of the cart step can be chosen once its payment is approved.
  const methods = offers.filter(({ id }) =>
    paymentIsApprovedFirst(id) ? approved && id === preferences.paymentMethod : paymentPlace(id) === 'payment_step',
  )
  const lacksDelivery = options.error instanceof ShopError && options.error.code === 'NO_DELIVERY_METHOD'
  const chosenMethod = methods.find(({ id }) => id === preferences.paymentMethod) ?? null
  // The first method is preselected. A method with a surcharge must be chosen by the buyer (§ 312a BGB).
  const method = chosenMethod ?? methods.find(({ extraChargeCents }) => extraChargeCents === 0) ?? null
  const isFree = cart !== undefined && payableCents <= 0
  return {
    cart,
    /** Null if a cart is shown: a failed refetch must not replace a good page. */
    cartError: cart ? null : cartError,
    retryCart: () => void refetch(),
    preferences,
    isLoadingPreferences: isLoading,
    remoteVersion,
    save,
    flush,
    /** Forgets all that belongs to the cart, because its order has been placed. */
    clear: () => {
      clear()
      // They are for one payment, also if the buyer has ordered with another method.
      holdApproved(null)
      holdCard(null)
    },
    options,
    carriers,
    offers,
    approved: approved && chosenMethod && paymentIsApprovedFirst(chosenMethod.id) ? approved : null,
    methods,
    carrier,
    method: isFree ? null : method,
    isFree,
    payableCents,
    sums: cart ? computeSums(cart, carrier, isFree ? null : method) : null,
    shippingMethod: cart?.physical ? (carrier?.id ?? null) : NO_SHIPPING,
    /** The method that the buyer has confirmed on the payment step. */
    // A card is lost when the document is left. The payment step then asks for it again.
    paymentMethod: isFree ? SKIPPED_PAYMENT : chosenMethod && isComplete(chosenMethod) ? chosenMethod.id : null,
    lacksDelivery,
    /** Why there are no carriers and methods; null if there are some, or if no carrier delivers. */
    optionsError: options.data || lacksDelivery ? null : options.error,
  }
}

/** The checkout once the cart has loaded. */
export type LoadedCheckout = ReturnType<typeof useCheckout> & {
  cart: Cart
  sums: Sums
  /** Why the buyer was led to this step, or a problem of all steps. */
  notice: string | null
  clearNotice: () => void
  /** Keeps the step as it is, whatever happens to the cart. */
  hold: (isHeld: boolean) => void
}
