/** The form that mails the link to an order to its buyer. The server parses it again. */
import * as z from 'zod/mini'
import { orderReferenceIn } from '../rules/order-reference.ts'
import { emailSchema } from './address.ts'

export const orderLinkSchema = z.strictObject({
  /** As typed: `orderReferenceIn` finds the reference in it. */
  reference: z.string().check(
    z.maxLength(80),
    z.refine((typed) => /^\d{10}$/.test(orderReferenceIn(typed)), 'the reference of an order'),
  ),
  email: emailSchema,
})
export type OrderLinkForm = z.infer<typeof orderLinkSchema>
