/**
 * What the buyer of a cart has typed and chosen in the checkout so far. It is personal data, so it is not part of the cart's
 * state, and no log contains it.
 */

import type { ADDRESS_LENGTHS } from '../../../schema/address-lengths.ts'
import type { DetailsChanges } from '../../../schema/inputs/cart-details.ts'

type AddressKey = keyof typeof ADDRESS_LENGTHS | 'countryCode'
/** An address that may be incomplete. A missing value is an empty text. */
type DraftAddress = Record<AddressKey, string>

export type CartDetails = {
  /** Grows with every change. The browser ignores an answer with a lower version than the one that it has. 0: nothing stored. */
  version: number
  email: string
  shippingAddress: DraftAddress | null
  /** Null if it equals the shipping address. */
  billingAddress: DraftAddress | null
  shippingMethod: string | null
  paymentMethod: string | null
}

export const NO_DETAILS: CartDetails = {
  version: 0,
  email: '',
  shippingAddress: null,
  billingAddress: null,
  shippingMethod: null,
  paymentMethod: null,
}

/** Returns the details with the changes. Absent values stay, and null deletes a value. */
export function changedDetails(details: CartDetails, changes: DetailsChanges, version: number): CartDetails {
  const { email, shippingAddress, billingAddress, shippingMethod, paymentMethod } = changes
  return {
    version,
    email: email === undefined ? details.email : (email ?? ''),
    shippingAddress: shippingAddress === undefined ? details.shippingAddress : draftAddress(shippingAddress),
    billingAddress: billingAddress === undefined ? details.billingAddress : draftAddress(billingAddress),
    shippingMethod: shippingMethod === undefined ? details.shippingMethod : shippingMethod,
    paymentMethod: paymentMethod === undefined ? details.paymentMethod : paymentMethod,
  }
}

function draftAddress(address: NonNullable<DetailsChanges['shippingAddress']> | null): DraftAddress | null {
  if (address === null) return null
  return {
    firstName: address.firstName ?? '',
    lastName: address.lastName ?? '',
    company: address.company ?? '',
    address: address.address ?? '',
    address2: address.address2 ?? '',
    postCode: address.postCode ?? '',
    city: address.city ?? '',
    countryCode: address.countryCode ?? '',
  }
}
