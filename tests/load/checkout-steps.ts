/**
 * The seven requests of a checkout, in order. `hold` and `order` change seats and orders. The floor repeats the other five from
 * a recording.
 */
import type { Buyer } from './buyer.ts'

/** The requests of a checkout beside the hold and the order. */
export const RECORDED_STEPS = ['options', 'details', 'cart', 'extend', 'show'] as const
export type RecordedStep = (typeof RECORDED_STEPS)[number]

export type CheckoutRun = {
  buyer: Buyer
  productVariantId: string
  email: string
  /** Called around each recorded request. */
  around?: (step: RecordedStep, request: () => Promise<unknown>) => Promise<void>
}

/** Holds one standing ticket and takes all steps of the checkout, up to the page of the placed order. */
export async function checkOut({ buyer, productVariantId, email, around }: CheckoutRun) {
  const run = around ?? (async (_step, request) => void (await request()))
  const added = await buyer.add([{ productVariantId, amount: 1 }])
  await run('options', () => buyer.checkoutOptions())
  await run('details', () => buyer.saveDetails(added.addItems.cart.id, email))
  await run('cart', () => buyer.cart())
  await run('extend', () => buyer.extendHolds())
  const { totalCents } = added.addItems.cart
  const placed = await buyer.placeOrder({ totalCents, shipping: null, paymentMethod: 'bank_transfer', email })
  const { id, reference } = placed.placeOrder.cart
  await run('show', () => buyer.order(id, reference))
  return { added, placed }
}
