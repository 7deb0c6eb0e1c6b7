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

describe('the session through the whole worker', () => {
  it('CART-03 ten adds at the same time make one cart with ten lines, each answer a newer cart', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const answers = await Promise.all(sizes.map((id) => visitor.add([{ productVariantId: id, amount: 1 }])))
    const versions = answers.map(({ data }) => data?.addItems.cart.version ?? 0)
    expect(new Set(versions).size).toBe(10)
    const { items, version } = await visitor.cart()
    expect(items.map(({ productVariantId }) => productVariantId).toSorted()).toEqual([world.shirt, ...sizes].toSorted())
    expect(version).toBe(Math.max(...versions))
  })

  it('SES-01 a heartbeat tells how long the session lasts from now', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const before = Date.now()
    const { data } = await visitor.run<{ heartbeat: { expiresAt: number } }>('Heartbeat')
    expect(data?.heartbeat.expiresAt).toBeGreaterThanOrEqual(before + 20 * 60_000)
    expect(data?.heartbeat.expiresAt).toBeLessThanOrEqual(Date.now() + 20 * 60_000)
  })

  it('SES-02 resumes the visitor’s own session by its id, and nobody else’s', async () => {
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
