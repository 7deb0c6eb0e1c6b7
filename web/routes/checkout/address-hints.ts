/**
 * Finds input that is probably wrong: a postal code that does not match its country, or a street without a house number
 * (ADDR-03). The form asks about it, but accepts it. The patterns of all countries are large, so this module loads after the
 * form.
 */
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { Details } from '../../../schema/inputs/checkout.ts'

type AddressKind = 'shippingAddress' | 'billingAddress'

/** A postal code or a street that is probably wrong, but may be right. */
export type Doubt =
  | { about: 'postCode'; kind: AddressKind; postCode: string; countryCode: string }
  | { about: 'number'; kind: AddressKind; street: string }

export function findDoubts(details: Details): Doubt[] {
  const kinds = ['shippingAddress', 'billingAddress'] as const
  return kinds.flatMap((kind) => {
    const address = details[kind]
    if (!address) return []
    const { postCode, countryCode, address: street } = address
    const doubts: Doubt[] = []
    if (postCodeLooksWrong(postCode, countryCode)) doubts.push({ about: 'postCode', kind, postCode, countryCode })
    if (lacksHouseNumber(street)) doubts.push({ about: 'number', kind, street })
    return doubts
  })
}

/** True only if the library knows the country's postal codes and this one does not match. */
export function postCodeLooksWrong(postCode: string, countryCode: string): boolean {
  const country = countryCode.toUpperCase()
  return postcodeValidatorExistsForCountry(country) && !postcodeValidator(postCode.trim(), country)
}

export function lacksHouseNumber(street: string): boolean {
  return !/\d/.test(street)
}
