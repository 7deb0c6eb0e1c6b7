/** What the checkout's address form takes in; the order's input is made of the same parts. */
import * as z from 'zod/mini'
import { addressSchema, emailSchema } from './address.ts'

export const detailsSchema = z.strictObject({
  email: emailSchema,
  shippingAddress: addressSchema,
  /** Null: the invoice goes where the parcel goes. */
  billingAddress: z.nullable(addressSchema),
})

/** As the form holds it: optional lines may be absent. */
export type DetailsInput = z.input<typeof detailsSchema>
export type Details = z.output<typeof detailsSchema>
