/** Converts what a wallet knows about the buyer into the input of an order. */
import type { ExpressCheckoutAddress, ShippingRate, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import type { Address } from '../../../../schema/inputs/address.ts'
import { NO_SHIPPING } from '../../../../schema/rules/shipping.ts'
import { m } from '../../../i18n/messages.ts'
import { lacksNames } from '../ticket-names/named-tickets.ts'
import type { LoadedCheckout } from '../use-checkout.ts'

/**
 * Returns the carriers as the wallet shows them; the chosen one comes first, because the wallet preselects it. An order
 * without shipping has one free option.
 */
export function shippingRates({ cart, carriers, carrier }: LoadedCheckout): ShippingRate[] {
  if (!cart.physical) return [{ id: NO_SHIPPING, amount: 0, displayName: m.express_free_shipping() }]
  const others = carriers.filter(({ id }) => id !== carrier?.id)
  return [...(carrier ? [carrier] : []), ...others].map(({ id, name, priceCents }) => ({
    id,
    amount: priceCents,
    displayName: name,
  }))
}

export function goodsCents({ cart }: LoadedCheckout): number {
  return cart.totalCents - cart.voucherCents
}

/**
 * Wallets cannot order a free cart, goods for adults, or items that still need a name, because nobody is asked for it. The
 * order needs a carrier if it has goods.
 */
export function walletMayOrder({ cart, carrier, payableCents }: LoadedCheckout): boolean {
  const lines = cart.items.flatMap((item) => [item, ...item.bundled])
  const needsName =
    lacksNames(cart) ||
    lines.some(({ personalised, personalIdentifier }) => personalised && personalIdentifier === null)
  return payableCents > 0 && !cart.ageRestricted && !needsName && (!cart.physical || carrier !== null)
}

type Buyer = { email: string; shippingAddress: Address; billingAddress: Address | null }

/** Returns null if the wallet gave no email address or no complete name. */
export function buyerOf({ billingDetails, shippingAddress }: StripeExpressCheckoutElementConfirmEvent): Buyer | null {
  const shipping = shippingAddress && addressOf(shippingAddress.name, shippingAddress.address)
  if (!shipping || !billingDetails?.email) return null
  const billing = addressOf(billingDetails.name, billingDetails.address)
  const isComplete = billing !== null && billing.address !== '' && billing.postCode !== '' && billing.city !== ''
  const isSame = JSON.stringify(billing) === JSON.stringify(shipping)
  return {
    email: billingDetails.email,
    shippingAddress: shipping,
    billingAddress: isComplete && !isSame ? billing : null,
  }
}

/** Wallets give one name. Its last word is the last name. */
function addressOf(name: string, address: ExpressCheckoutAddress): Address | null {
  const words = name.trim().split(/\s+/)
  const lastName = words.pop()
  if (!lastName || words.length === 0) return null
  return {
    firstName: words.join(' '),
    lastName,
    company: '',
    address: address.line1,
    address2: address.line2 ?? '',
    postCode: address.postal_code,
    city: address.city,
    countryCode: address.country.toLowerCase(),
  }
}
