/** Tests the shop's signed cookies: their attributes, forged values, and a change of the secret. */
import { beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../support/edge.ts'
import { buildWorld, hashOf, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

const SECURE_ATTRIBUTES = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']

async function addShirt(browser: Browser): Promise<string[]> {
  const input = { requests: [{ productVariantId: world.shirt, amount: 1 }], clientMutationId: crypto.randomUUID() }
  const { status, headers } = await browser.open('/api/v2/shops/stagedoor/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hash: hashOf('AddItems'), variables: { input } }),
  })
  expect(status).toBe(200)
  return headers.getSetCookie()
}

async function countItems(browser: Browser): Promise<number> {
  const { body } = await browser.open(`/api/v2/shops/stagedoor/graphql?hash=${hashOf('Cart')}`)
  return (JSON.parse(body) as { data: { cart: { items: unknown[] } } }).data.cart.items.length
}

describe('signed cookies', () => {
  it('have the prefix __Host-, HttpOnly, Secure and SameSite=Lax, and are ignored without the prefix', async () => {
    const fan = new Browser()
    const [cookie = ''] = await addShirt(fan)
    expect(cookie).toMatch(/^__Host-cart=crt_/)
    for (const attribute of SECURE_ATTRIBUTES) expect(cookie.split('; ')).toContain(attribute)
    expect(cookie).not.toMatch(/domain=/i)
    expect(await countItems(fan)).toBe(1)
    const planted = new Browser()
    const { body } = await planted.open(`/api/v2/shops/stagedoor/graphql?hash=${hashOf('Cart')}`, {
      headers: { cookie: `cart=${fan.cookies.get('cart')}` },
    })
    expect(JSON.parse(body)).toMatchObject({ data: { cart: { items: [] } } })
  })

  it('have the prefix __Host- and Secure even over HTTP on a subdomain of a subdomain of localhost', async () => {
    const [cookie = ''] = await addShirt(new Browser('http://merch.nachtfalter.localhost:8787'))
    expect(cookie).toMatch(/^__Host-cart=crt_/)
    expect(cookie.split('; ')).toContain('Secure')
  })

  it('are ignored under another name, or with a changed value or expiry', async () => {
    const fan = new Browser()
    await addShirt(fan)
    const given = fan.cookies.get('cart') ?? ''
    const [value = '', end = '', signature = ''] = given.split('.')
    const last = value.slice(-1) === '0' ? '1' : '0'
    for (const forged of [
      `${value.slice(0, -1)}${last}.${end}.${signature}`,
      `${value}.${(Number.parseInt(end, 36) + 1).toString(36)}.${signature}`,
      `${value}.${signature}`,
      `${value}..`,
      '',
    ]) {
      const other = new Browser()
      if (forged) other.cookies.set('cart', forged)
      expect(await countItems(other), forged).toBe(0)
    }
    const renamed = new Browser()
    renamed.cookies.set('access_geheim', given)
    expect((await renamed.open('/geheim/')).status).toBe(401)
  })

  it('signed with the previous secret are accepted while that secret is configured, and ignored afterwards', async () => {
    const before = new Browser()
    await addShirt(before)
    const rotated = { SESSION_SECRET: 'another secret of more than 32 characters' }
    const during = new Browser('http://localhost:8787', {
      ...rotated,
      SESSION_SECRET_PREVIOUS: testEnv.SESSION_SECRET,
    })
    const after = new Browser('http://localhost:8787', rotated)
    for (const browser of [during, after]) browser.cookies.set('cart', before.cookies.get('cart') ?? '')
    expect(await countItems(during)).toBe(1)
    expect(await countItems(after)).toBe(0)
  })
})
