/**
 * A buyer's address, as the form, the API and the order use it (ADDR-01). The texts are trimmed, limited in length,
 * and contain no links.
 */
import * as z from 'zod/mini'
import { ADDRESS_LENGTHS } from '../address-lengths.ts'
import { EMAIL_LENGTH } from '../limits.ts'
import { isCountryCode } from '../rules/countries.ts'
import { optionalLine, requiredLine, requiredName } from './plain-text.ts'

/** An email address has a local part, an at sign, a domain and a top-level domain of letters. */
const EMAIL_PATTERN = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[a-zA-Z]{2,}$/

export const emailSchema = z.string().check(z.trim(), z.maxLength(EMAIL_LENGTH), z.regex(EMAIL_PATTERN))

export const countryCodeSchema = z.string().check(z.toLowerCase(), z.regex(/^[a-z]{2}$/))

export const addressSchema = z.strictObject({
  firstName: requiredName(ADDRESS_LENGTHS.firstName),
  lastName: requiredName(ADDRESS_LENGTHS.lastName),
  company: optionalLine(ADDRESS_LENGTHS.company),
  address: requiredLine(ADDRESS_LENGTHS.address),
  address2: optionalLine(ADDRESS_LENGTHS.address2),
  postCode: requiredLine(ADDRESS_LENGTHS.postCode),
  city: requiredLine(ADDRESS_LENGTHS.city),
  countryCode: countryCodeSchema.check(z.refine(isCountryCode)),
})

export type Address = z.infer<typeof addressSchema>
