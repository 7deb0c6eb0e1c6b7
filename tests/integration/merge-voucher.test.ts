import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { voidVoucher } from '../../worker/db/voucher.ts'
import { cartOf, flakyDatabase, replaceBindings } from '../support/cart-object.ts'
import { merge, paidOrder, reserve, rowOf, undo } from '../support/merge-helpers.ts'
import { buildPaymentWorld, db } from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { applyVoucher, issueVoucher, type VoucherCart, voucherOf } from '../support/voucher-builder.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db.update(variantStock).set({ initial: 100, available: 100 }).where(eq(variantStock.variantId, world.scarce))
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('undoing an add-on that a voucher pays in part', () => {
  /** Reserves an add-on of a shirt with a voucher of 5 EUR. */
  async function reserveWithVoucher() {
    const main = await paidOrder(world)
    const { id: voucherId, code } = await issueVoucher({ amountCents: 500, covers: 'items' })
    expect((await applyVoucher(main.visitor, code)).code).toBeNull()
    const addOn = await reserve(world, main)
    expect(addOn.totalCents).toBe(1990)
    const cart = async () => (await main.visitor.cart()) as VoucherCart
    expect(await cart()).toMatchObject({ items: [], voucher: null })
    return { main, addOn, voucherId, cart }
  }

  it('MERGE-01 puts the voucher back with its value, so that the next add-on is paid with it again', async () => {
    const { main, addOn, voucherId, cart } = await reserveWithVoucher()
    await undo(addOn)
    expect(await cart()).toMatchObject({ voucherCents: 500, voucher: { leftCents: 500 } })
    expect((await voucherOf(voucherId)).usedCents).toBe(0)
    const again = await merge(main.visitor, main.reference)
    expect(again.data?.mergePlaceOrder.order.totalCents).toBe(1990)
    expect((await voucherOf(voucherId)).usedCents).toBe(500)
  })

  it('MERGE-01 keeps the voucher that the fan has entered since', async () => {
    const { main, addOn, cart } = await reserveWithVoucher()
    const { code } = await issueVoucher({ amountCents: 300, covers: 'items' })
    await applyVoucher(main.visitor, code)
    await undo(addOn)
    expect(await cart()).toMatchObject({ voucherCents: 300, voucher: { leftCents: 300 } })
  })

  it('MERGE-01 leaves out a voucher that the shop no longer accepts', async () => {
    const { addOn, voucherId, cart } = await reserveWithVoucher()
    await voidVoucher(db, voucherId, Date.now())
    expect((await undo(addOn)).data?.undoMergedOrder).toEqual({ restored: 1, lost: 0 })
    expect(await cart()).toMatchObject({ voucherCents: 0, voucher: null })
  })

  it('MERGE-01 puts the voucher back with the next reading of the cart if the answer of the cancellation was lost', async () => {
    const { addOn, cart } = await reserveWithVoucher()
    const handle = cartOf(await rowOf(addOn))
    await replaceBindings(handle, { DB: flakyDatabase((batch) => (batch < 3 ? 'answers' : 'answer is lost')) })
    expect((await undo(addOn)).code).toBe('INTERNAL')
    await replaceBindings(handle, { DB: testEnv.DB })
    expect(await cart()).toMatchObject({ voucherCents: 500, items: [{ amount: 1 }] })
  })
})
