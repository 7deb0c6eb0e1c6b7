/** The input of a refund request (SUP-01). The form and the server apply the same rules. */
import * as z from 'zod/mini'
import { isId } from '../ids.ts'
import { REFUND_CODES_MAXIMUM } from '../limits.ts'
import { emailSchema } from './address.ts'
import { mutationKeySchema } from './cart.ts'
import { requiredName } from './plain-text.ts'

/** A ticket's code without its check digit. */
const code = z.string().check(z.regex(/^\d{12}$/))

export const accountHolderSchema = requiredName(70)

export const refundOrderSchema = z.string().check(z.refine((value) => isId('order', value)))
/** Tickets are sold as products of the type event, so the id of a ticket's product is the id of its event. */
export const refundProductSchema = z.string().check(z.refine((value) => isId('event', value)))

const returnedTickets = {
  orderId: refundOrderSchema,
  productId: refundProductSchema,
  email: emailSchema,
  validationCodes: z.array(code).check(
    z.minLength(1),
    z.maxLength(REFUND_CODES_MAXIMUM),
    z.refine((codes) => new Set(codes).size === codes.length, 'different codes'),
  ),
}

export const refundQuoteSchema = z.strictObject(returnedTickets)
export type RefundQuoteInput = z.output<typeof refundQuoteSchema>

export const refundRequestSchema = z.strictObject({
  clientMutationId: mutationKeySchema,
  ...returnedTickets,
  bankAccount: z.nullish(z.strictObject({ name: accountHolderSchema, iban: z.string().check(z.maxLength(60)) })),
})
export const refundAccountInputSchema = z.strictObject({
  clientMutationId: mutationKeySchema,
  orderId: refundOrderSchema,
  key: z.string().check(z.maxLength(80)),
  /** The address of the order. A link may have been forwarded, so it does not suffice to direct money to an account. */
  email: emailSchema,
  name: accountHolderSchema,
  iban: z.string().check(z.maxLength(60)),
})
export type RefundAccountInput = z.output<typeof refundAccountInputSchema>

export type RefundRequestInput = z.output<typeof refundRequestSchema>
