/** Tests products that require a discount code. */
import { randomBytes, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../schema/tables/catalogue.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World

beforeAll(async () => {
  world = await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  const salt = randomBytes(16)
  const hash = `${salt.toString('base64url')}$${scryptSync('motte7', salt, 32).toString('base64url')}`
  await db
    .update(shops)
    .set({ meta: { discount_codes: [hash] } })
    .where(eq(shops.slug, 'nachtfalter'))
  await db
    .update(products)
    .set({ meta: { code_required: true } })
    .where(eq(products.slug, 'shirt'))
})

describe('discount codes', () => {
  it('SHOP-10 unlock the products that require a code, for one visitor in one shop', async () => {
    const fan = new Visitor('nachtfalter')
    const add = () => fan.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await fan.run('DiscountsOpen')).data).toEqual({ discountsOpen: false })
    expect((await add()).code).toBe('DISCOUNT_CODE_REQUIRED')

    expect((await fan.run('OpenDiscounts', { code: 'falter7' })).code).toBe('DISCOUNT_CODE_WRONG')
    expect((await add()).code).toBe('DISCOUNT_CODE_REQUIRED')

    expect((await fan.run('OpenDiscounts', { code: 'motte7' })).data).toEqual({ openDiscounts: true })
    expect((await fan.run('DiscountsOpen')).data).toEqual({ discountsOpen: true })
    expect((await add()).code).toBeNull()
    expect((await fan.cart()).items).toMatchObject([{ productVariantId: world.shirt }])

    // Other products need no code. Neither a forged cookie nor the cookie of another shop unlocks a product.
    const other = new Visitor('nachtfalter')
    expect((await other.add([{ productVariantId: world.scarce, amount: 1 }])).code).toBeNull()
    other.cookies.set('discount_nachtfalter', 'erfunden')
    expect((await other.run('DiscountsOpen')).data).toEqual({ discountsOpen: false })
    const elsewhere = new Visitor()
    for (const [name, value] of fan.cookies) if (name !== 'cart') elsewhere.cookies.set(name, value)
    expect((await elsewhere.run('OpenDiscounts', { code: 'motte7' })).code).toBe('DISCOUNT_CODE_WRONG')
    expect((await elsewhere.add([{ productVariantId: world.shirt, amount: 1 }])).code).toBe('DISCOUNT_CODE_REQUIRED')
  })

  it('SHOP-10 are rejected with TOO_MANY_REQUESTS after at most 20 attempts', async () => {
    const codes: (string | null)[] = []
    for (let tries = 0; tries < 21 && codes.at(-1) !== 'TOO_MANY_REQUESTS'; tries++) {
      codes.push((await new Visitor('nachtfalter').run('OpenDiscounts', { code: `motte${tries}x` })).code)
    }
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })
})
