/** A buyer's address as the form, the API and the order keep it (ADDR-01): trimmed, lengths as specified. */
import * as z from 'zod/mini'
import { ADDRESS_LENGTHS } from '../limits.ts'

const required = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length))
const optional = (length: number) => z._default(z.string().check(z.trim(), z.maxLength(length)), '')

/** The specification's simple pattern: local part, at sign, domain, letters. At most 254 characters (RFC 5321). */
const EMAIL_PATTERN = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[a-zA-Z]{2,}$/

export const emailSchema = z.string().check(z.trim(), z.maxLength(254), z.regex(EMAIL_PATTERN))

export const countryCodeSchema = z.string().check(z.toLowerCase(), z.regex(/^[a-z]{2}$/))

export const addressSchema = z.strictObject({
  firstName: required(ADDRESS_LENGTHS.firstName),
  lastName: required(ADDRESS_LENGTHS.lastName),
  company: optional(ADDRESS_LENGTHS.company),
  address: required(ADDRESS_LENGTHS.address),
  address2: optional(ADDRESS_LENGTHS.address2),
  postCode: required(ADDRESS_LENGTHS.postCode),
  city: required(ADDRESS_LENGTHS.city),
  countryCode: countryCodeSchema,
})

export type Address = z.infer<typeof addressSchema>
