/**
 * The declaration with which a buyer withdraws from a contract (§ 356a BGB). The form and the server parse it. The receipt
 * repeats the declaration, because the law requires it, so its texts must not contain links.
 */
import * as z from 'zod/mini'
import { isId } from '../ids.ts'
import { MAX_CART_LINES, WITHDRAWN_TEXT_LENGTH } from '../limits.ts'
import { orderReferenceIn } from '../rules/order-reference.ts'
import { emailSchema } from './address.ts'
import { mutationKeySchema } from './cart.ts'
import { optionalLine, requiredName } from './plain-text.ts'

/** What the fan types. The law allows the shop to ask for nothing more than name, contract and email address. */
export const withdrawalFormSchema = z.strictObject({
  name: requiredName(100),
  /** As typed: `orderReferenceIn` finds the reference in it. */
  reference: z.string().check(
    z.maxLength(80),
    z.refine((typed) => /^\d{10}$/.test(orderReferenceIn(typed)), 'the reference of an order'),
  ),
  email: emailSchema,
  /** What the withdrawal is about; empty for the whole order. */
  about: optionalLine(WITHDRAWN_TEXT_LENGTH),
})
export type WithdrawalForm = z.infer<typeof withdrawalFormSchema>

const ID = (kind: 'order' | 'orderItem') => z.string().check(z.refine((id) => isId(kind, id), `the id of an ${kind}`))

export const withdrawalSchema = z.strictObject({
  clientMutationId: mutationKeySchema,
  ...withdrawalFormSchema.shape,
  /** The order of a link from a mail, and how much of which items the buyer has chosen there. */
  order: z.nullish(
    z.strictObject({
      id: ID('order'),
      key: z.string().check(z.maxLength(100)),
      items: z
        .array(z.strictObject({ id: ID('orderItem'), amount: z.int().check(z.minimum(1), z.maximum(1_000)) }))
        .check(
          z.minLength(1),
          z.maxLength(MAX_CART_LINES * 10),
          z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'different items'),
        ),
    }),
  ),
})
export type WithdrawalInput = z.output<typeof withdrawalSchema>
