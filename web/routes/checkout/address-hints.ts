/**
 * Finds input that is probably wrong: a postal code that does not match its country, or a street without a house number
 * (ADDR-03). The form asks about it, but accepts it.
 */
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** True only if the library knows the country's postal codes and this one does not match. */
export function postCodeLooksWrong(postCode: string, countryCode: string): boolean {
  const country = countryCode.toUpperCase()
  return postcodeValidatorExistsForCountry(country) && !postcodeValidator(postCode.trim(), country)
}

export function lacksHouseNumber(street: string): boolean {
  return !/\d/.test(street)
}
