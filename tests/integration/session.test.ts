import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { readResumeId, writeResumeId } from '../../worker/domain/cart/resume-id.ts'
import { buildWorld, type Cart, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
let sizes: string[]
beforeAll(async () => {
  const now = Date.now()
  world = await buildWorld(now)
  const db = openDatabase(testEnv.DB)
  const [shirt] = await db.select().from(variants).where(eq(variants.id, world.shirt))
  if (!shirt) throw new Error('the world has no shirt')
  sizes = Array.from({ length: 10 }, () => newId('variant', now))
  for (const id of sizes) await db.insert(variants).values({ ...shirt, id, sku: id })
})

describe('the session', () => {
  it('CART-03 collects ten concurrent adds in one cart, and each answer has a different version', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const answers = await Promise.all(sizes.map((id) => visitor.add([{ productVariantId: id, amount: 1 }])))
    const versions = answers.map(({ data }) => data?.addItems.cart.version ?? 0)
    expect(new Set(versions).size).toBe(10)
    const { items, version } = await visitor.cart()
    expect(items.map(({ productVariantId }) => productVariantId).toSorted()).toEqual([world.shirt, ...sizes].toSorted())
    expect(version).toBe(Math.max(...versions))
  })

  it('CART-03 creates one cart for all commands of a visit that are sent before any cookie arrives', async () => {
    const fan = new Visitor()
    fan.visit = crypto.randomUUID().replaceAll('-', '')
    // A client without cookies sends each command as if no answer had arrived yet.
    const firstClick = (id: string) => {
      const tab = new Visitor()
      tab.visit = fan.visit
      return tab.add([{ productVariantId: id, amount: 1 }])
    }
    const answers = await Promise.all(sizes.map(firstClick))
    expect(new Set(answers.map(({ data }) => data?.addItems.cart.version)).size).toBe(10)
    await fan.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await fan.cart()).items.map(({ productVariantId }) => productVariantId).toSorted()).toEqual(
      [world.shirt, ...sizes].toSorted(),
    )
  })

  it('CART-03 applies a repeated command once if the first answer with its cookie was lost', async () => {
    const visit = crypto.randomUUID().replaceAll('-', '')
    const key = crypto.randomUUID()
    const send = () => {
      const tab = new Visitor()
      tab.visit = visit
      return tab.add([{ productVariantId: world.shirt, amount: 1 }], key)
    }
    await send()
    const { data } = await send()
    expect(data?.addItems.cart.items).toMatchObject([{ amount: 1 }])
  })

  it('CART-02 are refused with COOKIES_BLOCKED if the page’s request contains no cookie, and hold nothing', async () => {
    const visit = crypto.randomUUID().replaceAll('-', '')
    const blocked = new Visitor()
    blocked.visit = visit
    blocked.storesCookies = false
    for (const _ of [1, 2])
      expect((await blocked.add([{ productVariantId: world.shirt, amount: 1 }])).code).toBe('COOKIES_BLOCKED')
    const fan = new Visitor()
    fan.visit = visit
    expect((await fan.cart()).items).toEqual([])
    expect((await fan.add([{ productVariantId: world.shirt, amount: 1 }])).code).toBeNull()
  })

  it('CART-03 ignores an invalid visit key, and prefers the cart cookie to a valid key', async () => {
    const [ida, ben] = [new Visitor(), new Visitor()]
    for (const visit of [null, '', 'x', 'g'.repeat(32), 'a'.repeat(33)]) {
      const [one, two] = [new Visitor(), new Visitor()]
      one.visit = two.visit = visit
      await one.add([{ productVariantId: world.shirt, amount: 1 }])
      await two.add([{ productVariantId: world.shirt, amount: 1 }])
      expect((await one.cart()).id).not.toBe((await two.cart()).id)
    }
    await ben.add([{ productVariantId: world.shirt, amount: 1 }])
    const before = (await ben.cart()).id
    ida.visit = ben.visit = 'a'.repeat(32)
    await ida.add([{ productVariantId: world.shirt, amount: 1 }])
    await ben.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await ben.cart()).id).toBe(before)
    expect((await ida.cart()).id).not.toBe(before)
  })

  it('SES-01 ends 20 minutes after the last heartbeat, according to the answer to the heartbeat', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const before = Date.now()
    const { data } = await visitor.run<{ heartbeat: { expiresAt: number } }>('Heartbeat')
    expect(data?.heartbeat.expiresAt).toBeGreaterThanOrEqual(before + 20 * 60_000)
    expect(data?.heartbeat.expiresAt).toBeLessThanOrEqual(Date.now() + 20 * 60_000)
  })
})

describe('a link to the cart', () => {
  type Resumed = { resumeSession: Cart }
  const resume = (device: Visitor, id: string, replace = false) => device.run<Resumed>('ResumeSession', { id, replace })

  async function linkOf(visitor: Visitor): Promise<string> {
    const { data } = await visitor.run<{ createResumeLink: { id: string; expiresAt: number } }>('CreateResumeLink')
    if (!data) throw new Error('no link was issued')
    return data.createResumeLink.id
  }

  async function fanWith(variantId: string, amount = 1): Promise<Visitor> {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: variantId, amount }])
    return visitor
  }

  it('SES-02 opens the same cart on another device, and both devices change it', async () => {
    const desktop = await fanWith(world.shirt, 2)
    const { id } = await desktop.cart()
    const input = { email: 'ida@example.org' }
    await desktop.run('SaveDetails', { cartId: id, input, clientMutationId: crypto.randomUUID() })
    const phone = new Visitor()
    phone.visit = crypto.randomUUID().replaceAll('-', '')
    expect((await resume(phone, await linkOf(desktop))).data?.resumeSession).toMatchObject({
      id,
      items: [{ amount: 2 }],
    })
    await phone.add([{ productVariantId: world.mug, amount: 1, personalIdentifier: 'IDA' }])
    const [onPhone, onDesktop] = [await phone.cart(), await desktop.cart()]
    expect(onDesktop).toMatchObject({ id, version: onPhone.version })
    expect(onDesktop.items).toHaveLength(2)
    expect((await phone.run<{ cart: { details: object } }>('CartDetails')).data?.cart.details).toMatchObject({
      email: 'ida@example.org',
    })
    // The link still works on the device that already has the cart.
    expect((await resume(phone, await linkOf(desktop))).code).toBeNull()
  })

  it('SES-02 replaces another cart with items only if the fan agrees', async () => {
    const desktop = await fanWith(world.shirt, 2)
    const phone = await fanWith(world.mug)
    const own = await phone.cart()
    const link = await linkOf(desktop)
    expect(await resume(phone, link)).toMatchObject({ data: null, code: 'CART_NOT_EMPTY' })
    expect(await phone.cart()).toMatchObject({ id: own.id, version: own.version })
    expect((await resume(phone, link, true)).data?.resumeSession.id).toBe((await desktop.cart()).id)
    expect((await phone.cart()).id).toBe((await desktop.cart()).id)
  })

  it('SES-02 is refused if it is forged, changed, or a value that was signed for another purpose', async () => {
    const desktop = await fanWith(world.shirt)
    const { id } = await desktop.cart()
    const other = await (await fanWith(world.mug)).cart()
    const link = await linkOf(desktop)
    const [cartId = '', end = '', signature = ''] = link.split('.')
    expect(cartId).toBe(id)
    const cookie = decodeURIComponent(desktop.cookies.get('cart') ?? '')
    const wrong = [
      '',
      'crt_unknown',
      id,
      cookie,
      `${other.id}.${end}.${signature}`,
      `${cartId}.zzzzzzz.${signature}`,
      `${cartId}.${end}.${signature.slice(0, -1)}`,
      `${cartId}.${end}.`,
      `${link}.x`,
      'x'.repeat(10_000),
    ]
    for (const each of wrong) {
      const phone = new Visitor()
      expect(await resume(phone, each), each.slice(0, 80)).toMatchObject({ data: null, code: 'SESSION_NOT_FOUND' })
      expect(phone.cookies.has('cart')).toBe(false)
    }
    // A link is not a cart cookie either.
    const thief = new Visitor()
    thief.setCookie('cart', link)
    expect((await thief.cart()).id).not.toBe(id)
  })

  it('SES-02 ends after a day, and survives a rotation of the secret', () => {
    const now = Date.now()
    const cartId = newId('cart', now)
    const link = writeResumeId('old secret', cartId, now + 60_000)
    expect(readResumeId(['new secret', 'old secret'], link, now)).toBe(cartId)
    expect(readResumeId(['new secret'], link, now)).toBeNull()
    expect(readResumeId(['old secret'], link, now + 61_000)).toBeNull()
    expect(readResumeId([], link, now)).toBeNull()
  })

  it('SES-02 is refused if the cart is empty or was ordered, and is not issued for an empty cart', async () => {
    const desktop = await fanWith(world.shirt)
    const link = await linkOf(desktop)
    const { code } = await desktop.placeOrder(2490 + 590, { shippingMethod: world.parcel })
    expect(code).toBeNull()
    const phone = new Visitor()
    expect(await resume(phone, link)).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    expect(phone.cookies.has('cart')).toBe(false)
    expect(await desktop.run('CreateResumeLink')).toMatchObject({ code: 'CART_EMPTY' })
    expect(await new Visitor().run('CreateResumeLink')).toMatchObject({ code: 'CART_EMPTY' })
  })

  it('SES-02 is issued only within the rate limit of the network', async () => {
    const desktop = await fanWith(world.shirt)
    const counted: string[] = []
    const none = { limit: async ({ key }: { key: string }) => ({ success: counted.push(key) > 2 }) }
    desktop.env = { ...testEnv, ORDER_TRIES: none, ORDER_TRIES_WIDE: none }
    desktop.address = '203.0.113.7'
    expect(await desktop.run('CreateResumeLink')).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(counted.every((key) => key.startsWith('resume/'))).toBe(true)
    expect((await desktop.run('CreateResumeLink')).code).toBeNull()
  })
})
