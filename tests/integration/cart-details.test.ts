import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fireAlarm, newCart, orderContextAt, orderInput, stored } from '../support/cart-object.ts'
import { buildWorld, hashOf, Visitor, type World } from '../support/shop-world.ts'

const MINUTE = 60_000
const begin = Date.now()
let world: World
beforeAll(async () => {
  world = await buildWorld(begin)
})

type Details = {
  version: number
  email: string
  shippingAddress: Record<string, string> | null
  billingAddress: Record<string, string> | null
  shippingMethod: string | null
  paymentMethod: string | null
}

const DRAFT = { firstName: 'Özge', lastName: 'Łuczak', city: ' Wien ', countryCode: 'AT' }

async function detailsOf(visitor: Visitor): Promise<Details | undefined> {
  return (await visitor.run<{ cart: { details: Details } }>('CartDetails')).data?.cart.details
}

type Save = { key?: string; cartId?: string }

async function save(visitor: Visitor, input: object, { key = crypto.randomUUID(), cartId }: Save = {}) {
  return visitor.run<{ saveDetails: { details: Details } }>('SaveDetails', {
    cartId: cartId ?? (await visitor.cart()).id,
    input,
    clientMutationId: key,
  })
}

async function buyer(): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
  return visitor
}

describe('what the buyer types', () => {
  it('CHK-08 is stored in the cart while it is incomplete, and keeps the version of the cart', async () => {
    const ida = await buyer()
    const { version } = await ida.cart()
    expect(await detailsOf(ida)).toMatchObject({ version: 0, email: '', shippingAddress: null })
    const first = await save(ida, { email: 'ida@exam', shippingAddress: DRAFT })
    expect(first.data?.saveDetails.details).toMatchObject({
      email: 'ida@exam',
      shippingAddress: { firstName: 'Özge', lastName: 'Łuczak', company: '', city: 'Wien', countryCode: 'at' },
      billingAddress: null,
      paymentMethod: null,
    })
    await save(ida, { email: 'ida@example.org', billingAddress: DRAFT, paymentMethod: 'bank_transfer' })
    const second = await detailsOf(ida)
    expect(second).toMatchObject({ email: 'ida@example.org', paymentMethod: 'bank_transfer' })
    expect(second?.shippingAddress).toEqual(first.data?.saveDetails.details.shippingAddress)
    expect(second?.billingAddress).toEqual(second?.shippingAddress)
    expect(second?.version).toBeGreaterThan(first.data?.saveDetails.details.version ?? Number.NaN)
    await save(ida, { billingAddress: null, paymentMethod: null })
    expect(await detailsOf(ida)).toMatchObject({ email: 'ida@example.org', billingAddress: null, paymentMethod: null })
    expect((await ida.cart()).version).toBe(version)
  })

  it('CHK-08 is applied once for one key, so that a late retry does not replace newer input', async () => {
    const ida = await buyer()
    await save(ida, { email: 'old@example.org' }, { key: 'first-key' })
    await save(ida, { email: 'new@example.org' }, { key: 'second-key' })
    const { version } = (await detailsOf(ida)) ?? {}
    expect(
      (await save(ida, { email: 'old@example.org' }, { key: 'first-key' })).data?.saveDetails.details,
    ).toMatchObject({
      email: 'new@example.org',
      version,
    })
    expect(await save(ida, { email: 'other@example.org' }, { key: 'first-key' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('CHK-08 has the same length limits as an order, and a refused value changes nothing', async () => {
    const ida = await buyer()
    await save(ida, { email: 'ida@example.org' })
    const wrong: [object, string][] = [
      [{ email: 'x'.repeat(255) }, 'input.email'],
      [{ shippingAddress: { firstName: 'x'.repeat(41) } }, 'input.shippingAddress.firstName'],
      [{ billingAddress: { postCode: '12345678901' } }, 'input.billingAddress.postCode'],
      [{ shippingAddress: { countryCode: 'deu' } }, 'input.shippingAddress.countryCode'],
      [{ paymentMethod: 'x'.repeat(61) }, 'input.paymentMethod'],
    ]
    for (const [input, field] of wrong) {
      expect(await save(ida, { ...input, shippingMethod: 'crr_other' })).toMatchObject({
        code: 'BAD_INPUT',
        params: { field },
      })
    }
    expect(await save(ida, { email: 'ida@example.org' }, { key: 'short' })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await detailsOf(ida)).toMatchObject({
      email: 'ida@example.org',
      shippingMethod: null,
      shippingAddress: null,
    })
  })

  it('CHK-08 is readable only by the visitor of the cart, and its answer is never cached', async () => {
    const ida = await buyer()
    await save(ida, { email: 'ida@example.org', shippingAddress: DRAFT })
    const { id } = await ida.cart()
    const [ben, stranger] = [await buyer(), new Visitor()]
    expect(await detailsOf(ben)).toMatchObject({ version: 0, email: '' })
    expect(await detailsOf(stranger)).toMatchObject({ version: 0, email: '' })
    stranger.setCookie('cart', `${id}.zzzzzzzz.forged`)
    expect(await detailsOf(stranger)).toMatchObject({ version: 0, email: '' })
    expect(await save(stranger, { email: 'ben@example.org' })).toMatchObject({ code: 'CART_EMPTY' })
    expect(await detailsOf(ida)).toMatchObject({ email: 'ida@example.org' })
    const answer = await ida.fetch(
      `/api/v2/shops/stagedoor/graphql?hash=${hashOf('CartDetails')}&locale=de&variables={}`,
    )
    expect(await answer.text()).toContain('ida@example.org')
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
  })

  it('CHK-08 never reaches another cart that the browser has got since the buyer typed', async () => {
    const [ida, friend] = [await buyer(), await buyer()]
    const { id: cartId } = await ida.cart()
    const { id: friendsId } = await friend.cart()
    await save(ida, { email: 'ida@example.org' })
    const link = (await friend.run<{ createResumeLink: { id: string } }>('CreateResumeLink')).data?.createResumeLink
    await ida.run('ResumeSession', { id: link?.id, replace: true })
    expect((await ida.cart()).id).toBe(friendsId)
    expect(await save(ida, { email: 'late@example.org' }, { cartId })).toMatchObject({ code: 'CART_REPLACED' })
    for (const wrong of ['', 'crt_new', 'x'.repeat(10_000)])
      expect(await save(ida, { email: 'late@example.org' }, { cartId: wrong })).toMatchObject({ code: 'CART_REPLACED' })
    expect(await detailsOf(friend)).toMatchObject({ version: 0, email: '' })
    expect(await save(ida, { email: 'new@example.org' }, { cartId: friendsId })).toMatchObject({ code: null })
    expect(await detailsOf(friend)).toMatchObject({ email: 'new@example.org' })
  })

  it('CHK-06 is no order of another cart that the browser has got since the page was shown', async () => {
    const [ida, friend] = [await buyer(), await buyer()]
    const { id: cartId } = await ida.cart()
    const before = await friend.cart()
    const link = (await friend.run<{ createResumeLink: { id: string } }>('CreateResumeLink')).data?.createResumeLink
    await ida.run('ResumeSession', { id: link?.id, replace: true })
    const merge = { orderReference: '1234567890', email: ida.email, clientMutationId: crypto.randomUUID() }
    for (const wrong of [cartId, '', 'crt_new']) {
      const shown = { shippingMethod: world.parcel, cartId: wrong }
      expect(await ida.placeOrder(before.totalCents + 590, shown)).toMatchObject({ code: 'CART_REPLACED' })
      expect(await ida.run('MergePlaceOrder', { input: { ...merge, cartId: wrong } })).toMatchObject({
        code: 'CART_REPLACED',
      })
    }
    for (const wrong of [7, 'x'.repeat(61)])
      expect((await ida.placeOrder(before.totalCents + 590, { cartId: wrong })).data).toBeFalsy()
    expect((await friend.cart()).items).toEqual(before.items)
    // The control: without the check, Ida would have ordered the cart of her friend. A repeated request gets the same order.
    const known = { shippingMethod: world.parcel, cartId: before.id }
    const key = crypto.randomUUID()
    const [first, again] = [
      await ida.placeOrder(before.totalCents + 590, known, key),
      await ida.placeOrder(before.totalCents + 590, known, key),
    ]
    expect(first.code).toBeNull()
    expect(again.data?.placeOrder.cart.id).toBe(first.data?.placeOrder.cart.id)
  })

  it('CHK-08 is in no log', async () => {
    const lines: unknown[] = []
    for (const method of ['log', 'info', 'warn', 'debug'] as const) {
      vi.spyOn(console, method).mockImplementation((...args) => void lines.push(args))
    }
    const ida = await buyer()
    await save(ida, { email: 'ida.geheim@example.org', shippingAddress: DRAFT })
    await save(ida, { shippingAddress: { lastName: 'Łuczak'.repeat(30) } })
    expect(JSON.stringify(lines)).not.toMatch(/geheim|Łuczak/)
    vi.restoreAllMocks()
  })

  it('CHK-08 is not stored for a cart without items', async () => {
    const ida = await buyer()
    const [item] = (await ida.cart()).items
    await ida.run('RemoveItem', { itemId: item?.id, clientMutationId: crypto.randomUUID() })
    expect(await save(ida, { email: 'ida@example.org' })).toMatchObject({ code: 'CART_EMPTY' })
  })

  it('CHK-08 is deleted with the order, and a late save does not store it again', async () => {
    const ida = await buyer()
    await save(ida, { email: 'ida@example.org' })
    const { code } = await ida.placeOrder(2490 + 590, { shippingMethod: world.parcel })
    expect(code).toBeNull()
    expect(await save(ida, { email: 'late@example.org' })).toMatchObject({ code: 'CART_EMPTY' })
    await ida.add([{ productVariantId: world.shirt, amount: 1 }])
    expect(await detailsOf(ida)).toMatchObject({ version: 0, email: '' })
  })
})

describe('the stored input of a cart object', () => {
  it('CHK-08 is deleted when the session ends', async () => {
    const handle = newCart(begin)
    const context = await orderContextAt(begin)
    await handle.cart.addItems(context, [{ productVariantId: world.shirt, amount: 1 }], 'add-shirt')
    await handle.cart.saveDetails(context, { email: 'ida@example.org' }, 'save-email')
    expect((await stored(handle)).has('details')).toBe(true)
    const late = { ...context, now: begin + 21 * MINUTE }
    expect(await handle.cart.readDetails(late)).toMatchObject({ version: 0, email: '' })
    expect(await handle.cart.saveDetails(late, { email: 'late@example.org' }, 'save-late')).toMatchObject({
      code: 'CART_EMPTY',
    })
    await handle.cart.heartbeat(late)
    expect((await stored(handle)).has('details')).toBe(false)
  })

  it('CHK-08 is deleted with the cart, if nobody opens the shop again', async () => {
    const handle = newCart(begin)
    const longAgo = await orderContextAt(begin - 120 * MINUTE)
    await handle.cart.addItems(longAgo, [{ productVariantId: world.shirt, amount: 1 }], 'add-shirt')
    await handle.cart.saveDetails(longAgo, { email: 'ida@example.org' }, 'save-email')
    await fireAlarm(handle)
    await fireAlarm(handle)
    expect((await stored(handle)).size).toBe(0)
  })

  it('CHK-08 stays if the order is refused', async () => {
    const handle = newCart(begin)
    const context = await orderContextAt(begin)
    await handle.cart.addItems(context, [{ productVariantId: world.shirt, amount: 1 }], 'add-shirt')
    await handle.cart.saveDetails(context, { email: 'ida@example.org' }, 'save-email')
    expect(
      await handle.cart.placeOrder(context, orderInput(1, { shippingMethod: world.parcel }), 'order-key'),
    ).toMatchObject({
      ok: false,
    })
    expect(await handle.cart.readDetails(context)).toMatchObject({ email: 'ida@example.org' })
  })
})
