/** The input of the checkout's address form, made of the same parts as the order's input. */
import * as z from 'zod/mini'
import { addressSchema, emailSchema } from './address.ts'

export const detailsSchema = z.strictObject({
  email: emailSchema,
  shippingAddress: addressSchema,
  /** Null if it is the same as the shipping address. */
  billingAddress: z.nullable(addressSchema),
})

/** The form's values: optional lines may be absent. */
export type DetailsInput = z.input<typeof detailsSchema>
export type Details = z.output<typeof detailsSchema>
