import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { vouchers } from '../../schema/tables/voucher.ts'
import { giftItemsOf, issueGifts } from '../../worker/db/gift-voucher.ts'
import { giftExpiry } from '../../worker/domain/tickets/gift-code.ts'
import { issueGiftVouchers } from '../../worker/services/gift-voucher.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { addMailedProduct } from '../support/mailed-product.ts'
import {
  actOnPaymentPage,
  buildPaymentWorld,
  confirmPayment,
  db,
  deliverNotice,
  fetchOrder,
  isolatedEnv,
  noticeAbout,
  openPaymentPage,
  type Placed,
  recordsOf,
  refundInDashboard,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import {
  applyVoucher,
  issueVoucher,
  redemptionOfOrder,
  type VoucherCart,
  voucherFindings,
} from '../support/voucher-builder.ts'

let world: World
const gift = newId('variant', Date.now())
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await addMailedProduct(world, gift, { slug: 'gift', vatBasisPoints: 0, meta: { gift_voucher: true } })
})

type Gift = { code: string | null; leftCents: number; expiresAt: number; void: boolean }
const giftsOf = async (order: Placed) => ((await fetchOrder(order)) as unknown as { giftVouchers: Gift[] }).giftVouchers

async function orderGifts(amount: number): Promise<Placed> {
  const visitor = new Visitor()
  await visitor.add([{ productVariantId: gift, amount }])
  const { data, code } = await visitor.placeOrder(2500 * amount, { paymentMethod: 'stripe_checkout' })
  if (!data) throw new Error(`not placed: ${code}`)
  return { ...data.placeOrder.cart, visitor }
}

async function paidGifts(amount: number): Promise<{ order: Placed; text: string }> {
  const order = await orderGifts(amount)
  await actOnPaymentPage(await openPaymentPage(order), 'approve')
  await confirmPayment(order)
  const { env, mails } = isolatedEnv()
  await drainOutbox(env, Date.now() + 120_000)
  return { order, text: mails.find(({ to }) => to === order.visitor.email)?.text ?? '' }
}

describe('a gift voucher', () => {
  it('GIFT-01 is issued once after the payment, without VAT and shipping, and pays tickets and merch', async () => {
    const unpaid = await orderGifts(1)
    expect(await giftsOf(unpaid)).toEqual([])
    const { order, text } = await paidGifts(2)
    const { order: row } = await recordsOf(order.id)
    expect(row).toMatchObject({ status: 'done', vatCents: 0, shippingMethod: '-1' })
    const gifts = await giftsOf(order)
    expect(gifts).toHaveLength(2)
    expect(new Set(gifts.map(({ code }) => code)).size).toBe(2)
    for (const { code, leftCents, expiresAt } of gifts) {
      expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
      expect(text).toContain(code)
      expect(leftCents).toBe(2500)
      expect(expiresAt).toBe(giftExpiry(row.paidAt ?? 0))
    }
    const stored = await db.select().from(vouchers)
    expect(JSON.stringify(stored)).not.toContain(gifts[0]?.code)
    await issueGiftVouchers(testEnv, row, Date.now())
    expect(await giftsOf(order)).toHaveLength(2)

    const buyer = new Visitor()
    await buyer.add([{ productVariantId: world.shirt, amount: 1 }])
    const { data } = await applyVoucher(buyer, gifts[0]?.code ?? '')
    expect(data?.applyVoucher.cart.voucherCents).toBeGreaterThan(0)
  })

  it('GIFT-01 is on the order’s page as soon as the order is paid, and the mail names the same codes', async () => {
    const order = await orderGifts(2)
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await confirmPayment(order)
    const [shown, again] = await Promise.all([giftsOf(order), giftsOf(order)])
    expect(shown).toHaveLength(2)
    expect(again).toEqual(shown)
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now() + 120_000)
    const text = mails.find(({ to }) => to === order.visitor.email)?.text ?? ''
    for (const { code } of shown) expect(text).toContain(code)
    expect(await giftsOf(order)).toEqual(shown)
  })

  it('GIFT-01 is not issued beyond the amount of its item, which is smaller after a withdrawal', async () => {
    const { order } = await paidGifts(1)
    const [item] = await giftItemsOf(db, order.id)
    if (!item) throw new Error('the order has no gift voucher')
    const terms = { label: 'Gutschein', expiresAt: giftExpiry(Date.now()) }
    await issueGifts(
      db,
      [{ itemId: item.id, position: 2, hash: 'hash', amountCents: item.unitCents }],
      terms,
      Date.now(),
    )
    expect(await giftsOf(order)).toHaveLength(1)
  })

  it('GIFT-01 is not shown to others, and cannot be paid with a voucher', async () => {
    const { order } = await paidGifts(1)
    expect(await fetchOrder({ ...order, reference: '1234567890' })).toBeNull()
    const { code } = await issueVoucher({ covers: 'items' })
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: gift, amount: 1 }])
    await applyVoucher(visitor, code)
    expect(((await visitor.cart()) as unknown as VoucherCart).voucher).toMatchObject({ obstacle: 'NOTHING_COVERED' })
  })

  it('GIFT-01 becomes void when its order is refunded, and is never issued for it again', async () => {
    const { order } = await paidGifts(1)
    const [issued] = await giftsOf(order)
    const { payments } = await recordsOf(order.id)
    const captureId = payments[0]?.captureId ?? ''
    const refund = await refundInDashboard(captureId)
    await deliverNotice(await noticeAbout(refund.id, 'refund.created'))
    expect((await recordsOf(order.id)).order.status).toBe('refunded')
    expect(await giftsOf(order)).toMatchObject([{ void: true }])
    expect((await applyVoucher(new Visitor(), issued?.code ?? '')).code).toBe('VOUCHER_EXPIRED')
    const { order: row, ...rest } = await recordsOf(order.id)
    expect(rest.refunds).toHaveLength(1)
    expect(await issueGiftVouchers(testEnv, { ...row, status: 'done' }, Date.now())).toHaveLength(1)
  })

  it('GIFT-01 that was used before its order is refunded is reported to operators', async () => {
    const { order } = await paidGifts(1)
    const [issued] = await giftsOf(order)
    const friend = new Visitor()
    await friend.add([{ productVariantId: world.shirt, amount: 1 }])
    await applyVoucher(friend, issued?.code ?? '')
    // The voucher pays the shirt, but not the shipping.
    const placed = await friend.placeOrder(590, { shippingMethod: world.parcel })
    const redemption = await redemptionOfOrder(placed.data?.placeOrder.cart.id ?? '')
    expect(redemption?.cents).toBeGreaterThan(0)
    expect(await voucherFindings()).toEqual([])
    const { payments } = await recordsOf(order.id)
    const refund = await refundInDashboard(payments[0]?.captureId ?? '')
    await deliverNotice(await noticeAbout(refund.id, 'refund.created'))
    expect(await voucherFindings()).toEqual([`gift_used_and_refunded ${redemption?.voucherId}`])
  })
})
