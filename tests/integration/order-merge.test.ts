import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { shops } from '../../schema/tables/shop.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { ADDRESS } from '../support/address.ts'
import { cartOf, flakyDatabase, replaceBindings } from '../support/cart-object.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { confirm, merge, move, paidOrder, reserve, rowOf, stockLeft, undo } from '../support/merge-helpers.ts'
import {
  buildPaymentWorld,
  db,
  fetchOrder,
  isolatedEnv,
  makeOverdue,
  operator,
  payByBank,
  placeOrder,
  recordsOf,
  setOrder,
  startPayment,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db.update(shops).set({ orderMergingAllowed: true }).where(eq(shops.slug, 'eisenwald'))
  await db
    .update(variantStock)
    .set({ initial: 1_000, available: 1_000 })
    .where(eq(variantStock.variantId, world.scarce))
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A visitor of a band's shop with an own domain, which allows order merging too. */
const visitorOfBand = (email: string) =>
  Object.assign(new Visitor('eisenwald', 'https://merch.eisenwald.example'), { email })

describe('adding a cart to an order', () => {
  it('MERGE-01 reserves an add-on with the address of the main order and without shipping, and empties the cart', async () => {
    const main = await paidOrder(world)
    const before = await stockLeft(world.scarce)
    const addOn = await reserve(world, main, world.scarce, 2)
    expect(addOn.totalCents).toBe(2 * 2490)
    expect(await rowOf(addOn)).toMatchObject({
      mergedIntoId: main.id,
      isReserved: true,
      status: 'payment_pending',
      email: main.visitor.email,
      shippingAddress: { lastName: ADDRESS.lastName },
      shippingMethod: world.parcel,
      shippingCents: 0,
      subtotalCents: 4980,
      totalCents: 4980,
    })
    expect(await stockLeft(world.scarce)).toBe(before - 2)
    expect((await main.visitor.cart()).items).toEqual([])
    // Until it is ordered, nobody is asked to pay for it.
    expect((await recordsOf(addOn.id)).followUps).toEqual([])
    expect(await fetchOrder(addOn)).toMatchObject({
      isReserved: true,
      isAddOn: true,
      mergedInto: main.reference,
      bankTransfer: null,
    })
    expect(await fetchOrder(main)).toMatchObject({ isAddOn: false, mergedInto: null, addOns: [] })
  })

  it('MERGE-01 finds the order by a reference with a prefix and by another spelling of the address', async () => {
    const visitor = new Visitor()
    const email = `Jo.Berg+${visitor.email.slice(4, 12)}@gmail.com`
    const main = await placeOrder(world, { scarce: 1, method: 'bank_transfer', visitor, more: { email } })
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const { code } = await merge(visitor, ` bax ${main.reference} Ida Brandt`, { email: ' joberg@GOOGLEMAIL.com ' })
    expect(code).toBeNull()
  })

  it('MERGE-01 answers a wrong address, an unknown reference and an order of another shop alike, and keeps the cart', async () => {
    const main = await paidOrder(world)
    const { visitor } = main
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const wrong = await merge(visitor, main.reference, { email: 'somebody@example.org' })
    const unknown = await merge(visitor, '1234567890')
    expect(wrong).toMatchObject({ code: 'MERGEORDER_NOTFOUND', data: null })
    expect(unknown).toEqual(wrong)
    const foreign = visitorOfBand(visitor.email)
    await foreign.add([{ productVariantId: world.foreign, amount: 1 }])
    expect(await merge(foreign, main.reference)).toEqual(wrong)
    expect((await visitor.cart()).items).toHaveLength(1)
    expect((await foreign.cart()).items).toHaveLength(1)
  })

  it('MERGE-01 refuses a cart with tickets, an empty cart, and a shop that does not allow it', async () => {
    const main = await paidOrder(world)
    const { visitor } = main
    expect((await merge(visitor, main.reference)).code).toBe('MERGEORDER_FAILED')
    await visitor.add([
      { productVariantId: world.shirt, amount: 1 },
      { productVariantId: world.standingVariant, amount: 1 },
    ])
    expect(await visitor.cart()).toMatchObject({ mergeable: false })
    expect((await merge(visitor, main.reference)).code).toBe('MERGEORDER_FAILED')
    const other = Object.assign(new Visitor('nachtfalter'), { email: visitor.email })
    await other.add([{ productVariantId: world.shirt, amount: 1 }])
    expect(await other.cart()).toMatchObject({ mergeable: false })
    expect((await merge(other, main.reference)).code).toBe('MERGEORDER_FAILED')
  })

  it.each([
    ['is being packed', async (id: string) => move({ id }, 'fulfillment')],
    ['has been sent', async (id: string) => move({ id }, 'done')],
    ['is in problem', async (id: string) => move({ id }, 'problem')],
    ['was refunded', async (id: string) => move({ id }, 'refunded')],
    ['goes to another country', async (id: string) => setOrder(id, { countryCode: 'at' })],
    ['has no parcel', async (id: string) => setOrder(id, { shippingMethod: '-1' })],
  ] as const)('MERGE-01 refuses an order that %s', async (_name, change) => {
    const main = await paidOrder(world)
    await change(main.id)
    await main.visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await merge(main.visitor, main.reference)).code).toBe('MERGEORDER_FAILED')
    expect((await main.visitor.cart()).items).toHaveLength(1)
  })

  it('MERGE-01 refuses a cart for another country than that of the order', async () => {
    const main = await paidOrder(world)
    const { visitor } = main
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    await visitor.run('ChangeCountry', { countryCode: 'at', clientMutationId: crypto.randomUUID() })
    expect((await merge(visitor, main.reference)).code).toBe('MERGEORDER_FAILED')
  })

  it('MERGE-01 does not find an order whose contact data has been purged', async () => {
    const main = await paidOrder(world)
    await setOrder(main.id, { email: '', buyerKey: '', cartId: '' })
    await main.visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await merge(main.visitor, main.reference)).code).toBe('MERGEORDER_NOTFOUND')
  })

  it('MERGE-01 counts the add-ons of a parcel towards the weight that its carrier takes', async () => {
    const main = await paidOrder(world)
    await reserve(world, main)
    // The carrier takes 31.5 kg. A shirt weighs 200 g.
    const setAmount = (amount: number) =>
      db
        .update(orderItems)
        .set({ amount, totalCents: amount * 2490 })
        .where(eq(orderItems.orderId, main.id))
    await setAmount(156)
    await main.visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await merge(main.visitor, main.reference)).code).toBe('MERGEORDER_FAILED')
    await setAmount(155)
    expect((await merge(main.visitor, main.reference)).code).toBeNull()
    await setAmount(1)
  })

  it('MERGE-01 lets only one of two carts add what still fits into the parcel', async () => {
    const main = await paidOrder(world)
    await db
      .update(orderItems)
      .set({ amount: 156, totalCents: 156 * 2490 })
      .where(eq(orderItems.orderId, main.id))
    const visitors = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const visitor = Object.assign(new Visitor(), { email: main.visitor.email })
        await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
        return visitor
      }),
    )
    const answers = await Promise.all(visitors.map((visitor) => merge(visitor, main.reference)))
    expect(answers.filter(({ code }) => code === null)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'MERGEORDER_FAILED')).toHaveLength(5)
    await db.update(orderItems).set({ amount: 1, totalCents: 2490 }).where(eq(orderItems.orderId, main.id))
  })

  it('MERGE-01 adds a further cart to the main order if the buyer names an add-on', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await confirm(addOn)
    const { visitor } = main
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const answer = await merge(visitor, addOn.reference)
    expect(await rowOf({ id: answer.data?.mergePlaceOrder.order.id ?? '' })).toMatchObject({ mergedIntoId: main.id })
  })

  it.each([
    ['a number', { orderReference: 7, email: 'a@example.org' }],
    ['no address', { orderReference: '1234567890', email: '' }],
    ['only a prefix', { orderReference: 'BAX ', email: 'a@example.org' }],
    ['a long text', { orderReference: '1'.repeat(5_000), email: 'a@example.org' }],
  ])('MERGE-01 refuses %s instead of a reference with an address', async (_name, input) => {
    const visitor = new Visitor()
    const answer = await visitor.run('MergePlaceOrder', { input: { ...input, clientMutationId: crypto.randomUUID() } })
    expect(answer).toMatchObject({ code: 'BAD_INPUT', data: null })
  })

  it('MERGE-01 answers a repeated request with the same add-on, and another request with its key not at all', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    const again = await merge(main.visitor, main.reference, { key: addOn.key })
    expect(again.data?.mergePlaceOrder.order.id).toBe(addOn.id)
    expect((await merge(main.visitor, '1234567890', { key: addOn.key })).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('MERGE-01 makes one add-on if two tabs merge the same cart', async () => {
    const main = await paidOrder(world)
    await main.visitor.add([{ productVariantId: world.scarce, amount: 1 }])
    const before = await stockLeft(world.scarce)
    const answers = await Promise.all([1, 2, 3].map(() => merge(main.visitor, main.reference)))
    expect(answers.map(({ code }) => code).sort()).toEqual([null, 'MERGEORDER_FAILED', 'MERGEORDER_FAILED'].sort())
    expect(await stockLeft(world.scarce)).toBe(before - 1)
  })
})

describe('ordering an add-on', () => {
  it('MERGE-01 cannot be paid before its buyer has accepted the terms', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    expect((await startPayment(addOn)).code).toBe('ORDER_NOT_PAYABLE')
    expect((await confirm(addOn, { termsAccepted: false })).code).toBe('TERMS_NOT_ACCEPTED')
    expect((await confirm(addOn, { paymentMethod: 'nonsense' })).code).toBe('PAYMENT_METHOD_INVALID')
    expect((await confirm({ ...addOn, reference: main.reference })).code).toBe('ORDER_NOT_FOUND')
    expect(await rowOf(addOn)).toMatchObject({ isReserved: true })
    // Money that arrives nevertheless is returned.
    await payByBank(addOn, 2490)
    expect(await rowOf(addOn)).toMatchObject({ isReserved: true, status: 'payment_pending', paidCents: 0 })
  })

  it('MERGE-01 becomes binding once, with the chosen method and its deadline and mail', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    const { dueAt } = await rowOf(addOn)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(addOn)))
    expect(answers.map(({ code }) => code)).toEqual([null, null, null])
    const row = await rowOf(addOn)
    expect(row).toMatchObject({ isReserved: false, paymentMethod: 'bank_transfer', status: 'payment_pending' })
    expect(row.dueAt).toBeGreaterThan(dueAt)
    expect((await recordsOf(addOn.id)).followUps).toEqual(['mail_order_received'])
    await payByBank(addOn)
    expect(await rowOf(addOn)).toMatchObject({ status: 'pending_fulfillment', mergedIntoId: main.id })
    expect(await fetchOrder(main)).toMatchObject({ addOns: [addOn.reference] })
  })

  it('MERGE-01 settles an add-on that costs nothing only when it is ordered', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await setOrder(addOn.id, { subtotalCents: 0, totalCents: 0 })
    const { env } = isolatedEnv()
    await drainOutbox(env, Date.now())
    expect(await rowOf(addOn)).toMatchObject({ status: 'payment_pending' })
    expect((await confirm(addOn, { paymentMethod: '' })).code).toBeNull()
    await drainOutbox(env, Date.now())
    expect(await rowOf(addOn)).toMatchObject({
      status: 'pending_fulfillment',
      paymentMethod: 'internal_payment_skipped',
    })
  })

  it('MERGE-01 releases the stock when the reservation expires, without a mail, even if it costs nothing', async () => {
    const main = await paidOrder(world)
    const before = await stockLeft(world.scarce)
    const addOn = await reserve(world, main, world.scarce)
    const free = await reserve(world, main, world.scarce)
    await setOrder(free.id, { subtotalCents: 0, totalCents: 0 })
    await makeOverdue(addOn.id)
    await makeOverdue(free.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect(await stockLeft(world.scarce)).toBe(before)
    for (const order of [addOn, free]) {
      expect(await rowOf(order)).toMatchObject({ status: 'cancelled' })
      expect((await recordsOf(order.id)).followUps).toEqual(['release_seats'])
      expect((await confirm(order)).code).toBe('ORDER_NOT_PAYABLE')
    }
  })

  it('MERGE-01 refuses the order button if the main order was packed or cancelled in the meantime', async () => {
    for (const to of ['fulfillment', 'refunded'] as const) {
      const main = await paidOrder(world)
      const addOn = await reserve(world, main)
      await move(main, to)
      expect((await confirm(addOn)).code).toBe('MERGEORDER_FAILED')
      expect(await rowOf(addOn)).toMatchObject({ isReserved: true, mergedIntoId: main.id })
      expect((await undo(addOn)).data?.undoMergedOrder).toEqual({ restored: 1, lost: 0 })
    }
  })
})

describe('the parcel of a main order and its add-ons', () => {
  it('MERGE-01 is sent as a whole: paid add-ons move with the main order, unpaid ones get a parcel of their own', async () => {
    const main = await paidOrder(world)
    const paid = await reserve(world, main)
    await confirm(paid)
    await payByBank(paid)
    const unpaid = await reserve(world, main)
    await confirm(unpaid)
    await move(main, 'fulfillment')
    expect(await rowOf(paid)).toMatchObject({ status: 'fulfillment', mergedIntoId: main.id })
    expect(await rowOf(unpaid)).toMatchObject({ status: 'payment_pending', mergedIntoId: null, partedFromId: main.id })
    await payByBank(unpaid)
    expect(await rowOf(unpaid)).toMatchObject({ status: 'pending_fulfillment', shippingCents: 0 })
    expect(await fetchOrder(unpaid)).toMatchObject({ isAddOn: true, mergedInto: null, partedFrom: main.reference })
    await move(main, 'done')
    expect(await rowOf(paid)).toMatchObject({ status: 'done' })
    expect(await rowOf(unpaid)).toMatchObject({ status: 'pending_fulfillment' })
    const open = await operator('GET', '/orders/open')
    expect(open.body).toMatchObject({
      parcels: expect.arrayContaining([
        expect.objectContaining({ reference: unpaid.reference, mainReference: main.reference, mainStatus: 'done' }),
      ]),
    })
  })

  it('MERGE-01 is split if the main order is cancelled, and stays split if a late payment revives it', async () => {
    const main = await placeOrder(world, { scarce: 1, method: 'bank_transfer' })
    const addOn = await reserve(world, main)
    await confirm(addOn)
    await payByBank(addOn)
    await makeOverdue(main.id)
    const { env, mails } = isolatedEnv()
    await sweepOrders(env, Date.now())
    expect(await rowOf(main)).toMatchObject({ status: 'cancelled' })
    expect(await rowOf(addOn)).toMatchObject({
      status: 'pending_fulfillment',
      mergedIntoId: null,
      partedFromId: main.id,
    })
    await drainOutbox(env, Date.now())
    const mail = mails.find(({ subject }) => subject.includes(main.reference) && subject.includes('storniert'))
    expect(mail?.text).toContain(addOn.reference)
    await payByBank(main)
    expect(await rowOf(main)).toMatchObject({ status: 'pending_fulfillment' })
    expect(await rowOf(addOn)).toMatchObject({ partedFromId: main.id })
  })

  it('MERGE-01 does not get an add-on that a late payment revives after the main order has been sent', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await confirm(addOn)
    await makeOverdue(addOn.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    await move(main, 'fulfillment')
    await payByBank(addOn)
    expect(await rowOf(addOn)).toMatchObject({
      status: 'pending_fulfillment',
      mergedIntoId: null,
      partedFromId: main.id,
    })
  })

  it('MERGE-01 is one entry of the operator’s list, and the mails name the order with which an add-on is sent', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await confirm(addOn)
    await payByBank(addOn)
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now())
    const mail = mails.find(({ subject }) => subject.includes(`${addOn.reference} ist bestätigt`))
    expect(mail?.text).toContain(`mit deiner Bestellung ${main.reference} auf die Reise`)
    const list = (await operator('GET', '/orders')).body as { reference: string; addOns: { reference: string }[] }[]
    expect(list.find(({ reference }) => reference === main.reference)?.addOns).toMatchObject([
      { reference: addOn.reference, status: 'pending_fulfillment' },
    ])
    expect(list.some(({ reference }) => reference === addOn.reference)).toBe(false)
    const shown = (await operator('GET', `/orders/${main.reference}`)).body
    expect(shown).toMatchObject({ parcel: { addOns: [{ reference: addOn.reference, items: [{ amount: 1 }] }] } })
    expect((await operator('GET', `/orders/${addOn.reference}`)).body).toMatchObject({
      parcel: { mergedInto: main.reference, addOns: [] },
    })
  })
})

describe('an add-on to an order with a mistyped email address', () => {
  it('MERGE-01, DONE-03 gets the address of its main order when that is corrected, and its mail is sent again', async () => {
    const main = await paidOrder(world)
    const { visitor, id, reference } = main
    const addOn = await reserve(world, main)
    await confirm(addOn)
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now())
    const sentTo = (address: string) =>
      mails.filter(({ to, subject }) => to === address && subject.includes(addOn.reference)).length
    expect(sentTo(visitor.email)).toBe(1)
    const email = `right-${crypto.randomUUID()}@example.org`
    const corrected = await visitor.run('CorrectOrderEmail', { orderId: id, reference, email })
    expect(corrected.code).toBeNull()
    const { buyerKey } = await rowOf(main)
    expect(await rowOf(addOn)).toMatchObject({ email, buyerKey })
    await drainOutbox(env, Date.now())
    expect([sentTo(visitor.email), sentTo(email)]).toEqual([1, 1])
    await payByBank(addOn)
    await drainOutbox(env, Date.now())
    expect([sentTo(visitor.email), sentTo(email)]).toEqual([1, 2])
  })
})

describe('undoing an add-on', () => {
  it('MERGE-01 cancels it, returns its stock once and puts its items back, however often the buyer presses the button', async () => {
    const main = await paidOrder(world)
    const before = await stockLeft(world.scarce)
    const addOn = await reserve(world, main, world.scarce, 2)
    const answers = await Promise.all([1, 2, 3].map(() => undo(addOn)))
    expect(answers.map(({ data }) => data?.undoMergedOrder.restored).sort()).toEqual([0, 0, 1])
    expect(await stockLeft(world.scarce)).toBe(before)
    expect((await main.visitor.cart()).items).toMatchObject([{ productVariantId: world.scarce, amount: 2 }])
    expect(await rowOf(addOn)).toMatchObject({ status: 'cancelled', cancelReason: 'buyer' })
    expect((await recordsOf(addOn.id)).followUps).toEqual(['release_seats'])
    expect((await confirm(addOn)).code).toBe('ORDER_NOT_PAYABLE')
  })

  it('MERGE-01 stays ordered if the undoing failed and its buyer has ordered it since', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    const handle = cartOf(await rowOf(addOn))
    await replaceBindings(handle, { DB: flakyDatabase(() => 'never arrives') })
    expect((await undo(addOn)).code).toBe('INTERNAL')
    await replaceBindings(handle, { DB: testEnv.DB })
    await confirm(addOn)
    expect((await main.visitor.cart()).items).toEqual([])
    expect(await rowOf(addOn)).toMatchObject({ status: 'payment_pending', isReserved: false })
  })

  it('MERGE-01 puts the items back with the next reading of the cart if only the answer of the cancellation was lost', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    const handle = cartOf(await rowOf(addOn))
    // The first two batches read the order, and the third one cancels it.
    await replaceBindings(handle, { DB: flakyDatabase((batch) => (batch < 3 ? 'answers' : 'answer is lost')) })
    expect((await undo(addOn)).code).toBe('INTERNAL')
    expect(await rowOf(addOn)).toMatchObject({ status: 'cancelled', cancelReason: 'buyer' })
    await replaceBindings(handle, { DB: testEnv.DB })
    expect((await main.visitor.cart()).items).toMatchObject([{ productVariantId: world.shirt, amount: 1 }])
    expect((await undo(addOn)).data?.undoMergedOrder).toEqual({ restored: 0, lost: 0 })
  })

  it('MERGE-01 leaves out items that are no longer available', async () => {
    const main = await paidOrder(world)
    await main.visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const addOn = await reserve(world, main, world.scarce)
    // Of each product, a cart takes at most three.
    await main.visitor.add([{ productVariantId: world.shirt, amount: 3 }])
    expect((await undo(addOn)).data?.undoMergedOrder).toEqual({ restored: 1, lost: 1 })
    expect((await main.visitor.cart()).items).toMatchObject([
      { productVariantId: world.shirt, amount: 3 },
      { productVariantId: world.scarce, amount: 1 },
    ])
  })

  it('MERGE-01 is refused for a paid add-on, for another order, and to anyone without the reference', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await confirm(addOn)
    await payByBank(addOn)
    expect((await undo(addOn)).code).toBe('ORDER_NOT_PAYABLE')
    expect((await undo(main)).code).toBe('ORDER_NOT_FOUND')
    expect((await undo({ ...addOn, reference: main.reference })).code).toBe('ORDER_NOT_FOUND')
    expect(await rowOf(addOn)).toMatchObject({ status: 'pending_fulfillment' })
    expect((await main.visitor.cart()).items).toEqual([])
  })

  it('MERGE-01 tells the buyer by mail if the add-on was ordered already, and returns money that is on its way', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await confirm(addOn)
    expect((await undo(addOn)).data?.undoMergedOrder).toEqual({ restored: 1, lost: 0 })
    expect((await recordsOf(addOn.id)).followUps).toContain('mail_order_cancelled')
    await payByBank(addOn, 2490)
    const { order, refunds } = await recordsOf(addOn.id)
    expect(order).toMatchObject({ status: 'cancelled', paidCents: 0 })
    expect(refunds).toMatchObject([{ amountCents: 2490, reason: 'cancelled_order' }])
  })

  it('MERGE-01 puts the items of an expired reservation back', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await makeOverdue(addOn.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect((await undo(addOn)).data?.undoMergedOrder).toEqual({ restored: 1, lost: 0 })
    expect((await main.visitor.cart()).items).toHaveLength(1)
  })

  it('MERGE-01 is reported by the audit if a paid add-on waits for an order that has been sent', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    await confirm(addOn)
    await payByBank(addOn)
    await move(main, 'fulfillment')
    const strandedOf = async () =>
      (await auditBooks(testEnv, '', Date.now(), () => true, true)).findings.filter(
        ({ kind }) => kind === 'add_on_stranded',
      )
    expect(await strandedOf()).toEqual([])
    await setOrder(addOn.id, { status: 'pending_fulfillment' })
    expect(await strandedOf()).toMatchObject([{ subjectId: addOn.id }])
    await setOrder(addOn.id, { status: 'fulfillment' })
  })

  it('MERGE-01 leaves books that agree', async () => {
    const { findings } = await auditBooks(testEnv, '', Date.now(), () => true, true)
    expect(findings.filter(({ kind }) => kind.startsWith('stock') || kind.startsWith('merge'))).toEqual([])
  })
})
