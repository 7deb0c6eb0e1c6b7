/** The values of the checkout's address form. They use the same schemas as the input of `placeOrder`. */
import * as z from 'zod/mini'
import { addressSchema, emailSchema } from './address.ts'

export const detailsSchema = z.strictObject({
  email: emailSchema,
  shippingAddress: addressSchema,
  /** Null if it is the same as the shipping address. */
  billingAddress: z.nullable(addressSchema),
})

export type Details = z.output<typeof detailsSchema>
