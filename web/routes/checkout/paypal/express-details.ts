/** The details of the checkout after the buyer has approved an order in PayPal's window. */
import type { ReadPayPalExpressMutation } from '../../../../schema/generated/operations.ts'
import type { Preferences } from '../preferences.ts'

export type ExpressBuyer = ReadPayPalExpressMutation['readPayPalExpress']
type Typed = Pick<Preferences, 'shippingAddress' | 'billingAddress'>

/**
 * PayPal knows the delivery address and the email, but no billing address, so the one that the buyer typed stays. Without a
 * delivery address from PayPal, the typed one stays too, with the name from PayPal.
 */
export function detailsFromPayPal(
  { email, countryCode: country, ...place }: ExpressBuyer,
  typed: Typed,
  countryCode: string,
) {
  const { firstName, lastName } = place
  const shippingAddress =
    country === null
      ? { ...typed.shippingAddress, firstName, lastName, countryCode }
      : { ...place, company: '', countryCode }
  return { email, shippingAddress, billingAddress: typed.billingAddress }
}
