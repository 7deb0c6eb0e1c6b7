/** The input of the cart mutations and of `placeOrder`. The server parses their arguments with these schemas. */
import * as z from 'zod/mini'
import { isId } from '../ids.ts'
import { MAX_CART_LINES, PERSONAL_IDENTIFIER_LENGTH } from '../limits.ts'
import { orderReferenceIn } from '../rules/order-reference.ts'
import { addressSchema, countryCodeSchema, emailSchema } from './address.ts'
import { requiredLine } from './plain-text.ts'

const amount = z.int().check(z.minimum(1), z.maximum(100))
const seatIdSchema = z.string().check(z.minLength(1), z.maxLength(120))
/**
 * The idempotency key of a mutation. The client chooses a new key for each action of the visitor. The server does not
 * execute a repeated request again, but answers with the first result. It refuses a different request with the same key.
 */
export const mutationKeySchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))
export const variantIdSchema = z.string().check(z.refine((value) => isId('variant', value)))
const productId = z.string().check(z.refine((value) => isId('product', value)))
export const itemIdSchema = z.string().check(z.refine((value) => isId('item', value)))

export const personalIdentifierSchema = requiredLine(PERSONAL_IDENTIFIER_LENGTH)

/** The code as the visitor typed it. The server normalises it with `normaliseCode`. */
export const presaleCodeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/** The code and the amount of a voucher as the visitor typed them, or as a link contains them. */
export const voucherCodeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
export const voucherAmountSchema = z.string().check(z.maxLength(20))

const addItemsRequestSchema = z.strictObject({
  productVariantId: variantIdSchema,
  amount,
  seatIds: z.nullish(z.array(seatIdSchema).check(z.maxLength(100))),
  sectionId: z.nullish(seatIdSchema),
  bundleKey: z.nullish(mutationKeySchema),
  bundleProductId: z.nullish(productId),
  bundleOption: z.nullish(z.int().check(z.minimum(0), z.maximum(200))),
  personalIdentifier: z.nullish(personalIdentifierSchema),
  presaleCode: z.nullish(presaleCodeSchema),
  paymentCode: z.nullish(voucherCodeSchema),
})
export type AddItemsRequest = z.infer<typeof addItemsRequestSchema>

export const addItemsSchema = z.strictObject({
  requests: z.array(addItemsRequestSchema).check(z.minLength(1), z.maxLength(MAX_CART_LINES)),
  clientMutationId: mutationKeySchema,
})

/** The id of a carrier or of a payment method. */
export const choiceSchema = z.string().check(z.maxLength(60))

export const changeAmountSchema = z.int().check(z.minimum(0), z.maximum(100))

/** The cart that the page shows. It is only compared with the visitor's cart. */
const shownCartId = z.nullish(z.string().check(z.maxLength(60)))

export const placeOrderSchema = z.strictObject({
  clientMutationId: mutationKeySchema,
  cartId: shownCartId,
  email: emailSchema,
  shippingAddress: addressSchema,
  billingAddress: z.nullish(addressSchema),
  shippingMethod: z.nullish(choiceSchema),
  paymentMethod: choiceSchema,
  termsAccepted: z.boolean(),
  ageConfirmed: z.nullish(z.boolean()),
  newsletter: z.nullish(z.boolean()),
  ticketNewsletter: z.nullish(z.boolean()),
  expectedTotalCents: z.int().check(z.minimum(0)),
})
export type PlaceOrder = Omit<z.infer<typeof placeOrderSchema>, 'cartId'>

/** MERGE-01: the form that adds the cart to an order. The server parses it again. */
export const mergePlaceOrderSchema = z.strictObject({
  /** As typed: `orderReferenceIn` finds the reference in it. */
  orderReference: z.string().check(
    z.maxLength(80),
    z.refine((typed) => orderReferenceIn(typed) !== '', 'the reference of an order'),
  ),
  email: emailSchema,
  cartId: shownCartId,
})
export type MergePlaceOrder = Omit<z.infer<typeof mergePlaceOrderSchema>, 'cartId'>

export { countryCodeSchema }
