import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { emailCorrections } from '../../schema/tables/order.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

const MINUTE = 60_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const newEmail = () => `right-${crypto.randomUUID()}@example.org`

function correct({ visitor, id, reference }: Placed, email: unknown, by = visitor) {
  return by.run<{ correctOrderEmail: { email: string; mayCorrectEmail: boolean } }>('CorrectOrderEmail', {
    orderId: id,
    reference,
    email,
  })
}

const correctionsOf = (orderId: string) =>
  db.select().from(emailCorrections).where(eq(emailCorrections.orderId, orderId)).orderBy(emailCorrections.number)

async function mailsTo(...addresses: string[]) {
  const { env, mails } = isolatedEnv()
  await drainOutbox(env, Date.now())
  await drainOutbox(env, Date.now() + 2 * 3_600_000)
  return addresses.map((address) => mails.filter(({ to }) => to === address).map(({ subject }) => subject))
}

describe('a mistyped email address', () => {
  it('DONE-03 is corrected by the browser that placed the order, and a mail that was sent is sent again', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const [first = []] = await mailsTo(order.visitor.email)
    expect(first).toHaveLength(1)
    const email = newEmail()
    expect((await correct(order, ` ${email} `)).data?.correctOrderEmail).toMatchObject({ email, mayCorrectEmail: true })
    expect(await mailsTo(order.visitor.email, email)).toEqual([[], first])
    await payByBank(order)
    const [old, right = []] = await mailsTo(order.visitor.email, email)
    expect(old).toEqual([])
    expect(right).toEqual([`Deine Bestellung ${order.reference} ist bestätigt`])
    expect(await correctionsOf(order.id)).toMatchObject([{ number: 1, formerEmail: order.visitor.email }])
    const { body } = await operator('GET', `/orders/${order.reference}`)
    expect(body).toMatchObject({ emailCorrections: [{ formerEmail: order.visitor.email }] })
  })

  it('DONE-03 gets no mail that was still waiting, and the new address gets it once', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer', more: { newsletter: true } })
    const email = newEmail()
    await Promise.all([correct(order, email), correct(order, email), correct(order, email)])
    expect(await mailsTo(order.visitor.email, email)).toEqual([[], [expect.stringContaining('bitte überweisen')]])
    expect(await correctionsOf(order.id)).toHaveLength(1)
  })

  it('DONE-03 cannot be corrected by a visitor who only has the link', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const stranger = new Visitor()
    await stranger.add([{ productVariantId: world.standingVariant, amount: 1 }])
    const shown = await stranger.run<{ order: { mayCorrectEmail: boolean } }>('Order', {
      orderId: order.id,
      reference: order.reference,
    })
    expect(shown.data?.order.mayCorrectEmail).toBe(false)
    expect((await correct(order, newEmail(), stranger)).code).toBe('EMAIL_NOT_CHANGEABLE')
    expect((await correct(order, newEmail(), new Visitor())).code).toBe('EMAIL_NOT_CHANGEABLE')
    expect((await correct({ ...order, reference: '0000000000' }, newEmail())).code).toBe('ORDER_NOT_FOUND')
    expect((await recordsOf(order.id)).order.email).toBe(order.visitor.email)
  })

  it('DONE-03 cannot be corrected after half an hour, after a cancellation, for an add-on, or more than three times', async () => {
    const old = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await setOrder(old.id, { placedAt: Date.now() - 31 * MINUTE })
    expect((await correct(old, newEmail())).code).toBe('EMAIL_NOT_CHANGEABLE')
    const cancelled = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await setOrder(cancelled.id, { status: 'cancelled' })
    expect((await correct(cancelled, newEmail())).code).toBe('EMAIL_NOT_CHANGEABLE')
    const addOn = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await setOrder(addOn.id, { partedFromId: old.id })
    expect((await correct(addOn, newEmail())).code).toBe('EMAIL_NOT_CHANGEABLE')
    const often = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const codes: (string | null | undefined)[] = []
    for (let attempt = 1; attempt <= 4; attempt++) codes.push((await correct(often, newEmail())).code)
    expect(codes.filter(Boolean)).toEqual(['EMAIL_NOT_CHANGEABLE'])
    expect(await correctionsOf(often.id)).toHaveLength(3)
  })

  it('DONE-03 the browser that may correct it also gets the key of the page of the order, and nobody else with the reference', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const { id: orderId, reference } = order
    const keyFor = async (visitor: Visitor) => {
      const { data } = await visitor.run<{ order: { pageKey: string | null } }>('Order', { orderId, reference })
      return data?.order.pageKey
    }
    const key = await keyFor(order.visitor)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(await keyFor(order.visitor)).toBe(key)
    const opened = await new Visitor().run<{ orderPage: { order: object } }>('OrderPage', { orderId, key })
    expect(opened.data?.orderPage.order).toMatchObject({ id: orderId, pageKey: null })
    const stranger = new Visitor()
    await stranger.add([{ productVariantId: world.standingVariant, amount: 1 }])
    for (const visitor of [stranger, new Visitor()]) expect(await keyFor(visitor)).toBeNull()

    // The link in the mails to the former address ends, and this browser gets the new one.
    await correct(order, newEmail())
    const newKey = await keyFor(order.visitor)
    expect(newKey).toMatch(/^[0-9a-f]{32}$/)
    expect(newKey).not.toBe(key)

    await setOrder(orderId, { partedFromId: orderId })
    expect(await keyFor(order.visitor)).toBeNull()
    await setOrder(orderId, { partedFromId: null, placedAt: Date.now() - 31 * MINUTE })
    expect(await keyFor(order.visitor)).toBeNull()
  })

  it('DONE-03 must be replaced by a valid address, within the rate limit', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    for (const wrong of ['', 'ida', 'ida@example', 'a b@example.org', `${'a'.repeat(260)}@example.org`])
      expect((await correct(order, wrong)).code, wrong).toBe('BAD_INPUT')
    const codes = await Promise.all(Array.from({ length: 12 }, async () => (await correct(order, newEmail())).code))
    expect(codes).toContain('TOO_MANY_REQUESTS')
    expect((await correctionsOf(order.id)).length).toBeLessThanOrEqual(3)
  })

  it('DONE-03 cannot be replaced by an address that has reached its limit of tickets or of unpaid orders', async () => {
    const full = new Visitor()
    const bought = await placeOrder(world, { standing: 4, method: 'bank_transfer', visitor: full })
    await payByBank(bought)
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    expect((await correct(order, full.email)).code).toBe('EMAIL_NOT_CHANGEABLE')
    const busy = newEmail()
    for (let count = 1; count <= 3; count++)
      await placeOrder(world, { scarce: 1, method: 'bank_transfer', more: { email: busy } })
    expect((await correct(order, busy)).code).toBe('EMAIL_NOT_CHANGEABLE')
    expect((await recordsOf(order.id)).order.email).toBe(order.visitor.email)
    expect(await correctionsOf(order.id)).toEqual([])
  })
})
