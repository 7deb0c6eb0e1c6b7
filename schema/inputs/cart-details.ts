/**
 * The input of `saveDetails`: what the buyer has typed and chosen in the checkout so far. The values may be incomplete, so
 * only their lengths are limited. `placeOrder` checks the complete values.
 */
import * as z from 'zod/mini'
import { ADDRESS_LENGTHS } from '../address-lengths.ts'
import { EMAIL_LENGTH } from '../limits.ts'
import { choiceSchema } from './cart.ts'

const line = (length: number) => z.nullish(z.string().check(z.trim(), z.maxLength(length)))

const draftAddressSchema = z.strictObject({
  firstName: line(ADDRESS_LENGTHS.firstName),
  lastName: line(ADDRESS_LENGTHS.lastName),
  company: line(ADDRESS_LENGTHS.company),
  address: line(ADDRESS_LENGTHS.address),
  address2: line(ADDRESS_LENGTHS.address2),
  postCode: line(ADDRESS_LENGTHS.postCode),
  city: line(ADDRESS_LENGTHS.city),
  countryCode: z.nullish(z.string().check(z.toLowerCase(), z.regex(/^([a-z]{2})?$/))),
})

/** An absent value stays as it is stored, and null deletes it. An address replaces the whole stored address. */
export const detailsInputSchema = z.strictObject({
  email: line(EMAIL_LENGTH),
  shippingAddress: z.nullish(draftAddressSchema),
  billingAddress: z.nullish(draftAddressSchema),
  shippingMethod: z.nullish(choiceSchema),
  paymentMethod: z.nullish(choiceSchema),
})
export type DetailsChanges = z.output<typeof detailsInputSchema>
