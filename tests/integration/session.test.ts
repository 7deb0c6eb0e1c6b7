import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { openDatabase } from '../../worker/db/database.ts'
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

  it('SES-02 can be resumed by its id, but only by its own visitor', async () => {
    const [ida, ben] = [new Visitor(), new Visitor()]
    await ida.add([{ productVariantId: world.shirt, amount: 2 }])
    const { id } = await ida.cart()
    const resumed = await ida.run<{ resumeSession: Cart }>('ResumeSession', { id })
    expect(resumed.data?.resumeSession).toMatchObject({ id, items: [{ amount: 2 }] })
    await ben.add([{ productVariantId: world.mug, amount: 1, personalIdentifier: 'BEN' }])
    for (const wrong of [id, 'crt_unknown', '']) {
      expect(await ben.run('ResumeSession', { id: wrong })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    }
    expect(await new Visitor().run('ResumeSession', { id })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    expect((await ben.cart()).items).toHaveLength(1)
  })
})
