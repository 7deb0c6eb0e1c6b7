import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, hashOf, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

beforeAll(async () => {
  await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  const meta = {
    newsletter_url: 'https://list.stagedoor.test/subscribe',
    newsletter_tickets_url: 'https://us1.service.test/subscribe/post-json?u=1&id=2',
  }
  await db.update(shops).set({ meta }).where(eq(shops.slug, 'stagedoor'))
})

let networks = 0
/** Returns an IP address that no other sign-up uses. */
function newNetwork(): string {
  networks += 1
  return `198.51.100.${networks}`
}

async function signUp(email: string, more: Record<string, unknown> = {}, network = newNetwork(), shop = 'stagedoor') {
  const variables = { email, acceptsTerms: true, lists: ['main'], ...more }
  const response = await new Visitor(shop).fetch(`/api/v2/shops/${shop}/graphql?locale=en`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:8787', 'cf-connecting-ip': network },
    body: JSON.stringify({ hash: hashOf('SubscribeNewsletter'), variables }),
  })
  const body = await response.json<{
    data?: { subscribeNewsletter: boolean } | null
    errors?: { extensions: { code: string } }[]
  }>()
  return body.errors?.[0]?.extensions.code ?? body.data?.subscribeNewsletter
}

type Subscriber = { list: string; email: string; consent: boolean }
async function subscribers(email: string): Promise<Subscriber[]> {
  const answer = await fetch(`${testEnv.STRIPE_API_BASE}/control/subscribers`)
  const { data } = await answer.json<{ data: Subscriber[] }>()
  return data.filter((one) => one.email === email)
}
const newEmail = () => `ida-${crypto.randomUUID()}@example.org`

describe('the newsletter sign-up', () => {
  it("NEWS-01 sends the address and the consent to the shop's list, and reports an existing subscription", async () => {
    const email = newEmail()
    expect(await signUp(` ${email} `)).toBe(true)
    expect(await subscribers(email)).toMatchObject([{ list: 'list.stagedoor.test/subscribe', consent: true }])
    expect(await signUp(email)).toBe('ALREADY_SUBSCRIBED')
  })

  it('NEWS-01 subscribes an address to two lists in one step, one of them at a mailing service with a JSONP API', async () => {
    const email = newEmail()
    expect(await signUp(email, { lists: ['main', 'tickets'] })).toBe(true)
    expect((await subscribers(email)).map(({ list }) => list).toSorted()).toEqual([
      'list.stagedoor.test/subscribe',
      'us1.service.test/subscribe/post-json',
    ])
    const once = newEmail()
    await signUp(once)
    // The address is already on one list, but new on the other.
    expect(await signUp(once, { lists: ['main', 'tickets'] })).toBe(true)
    expect(await signUp(once, { lists: ['main', 'tickets'] })).toBe('ALREADY_SUBSCRIBED')
  })

  it('NEWS-01 rejects an invalid address, a missing consent, and a list that the shop does not have', async () => {
    for (const wrong of ['', 'ida', 'ida@example', 'ida@example.x', 'ida@example.museum', 'a b@example.org']) {
      expect(await signUp(wrong), wrong).toBe('BAD_INPUT')
    }
    const email = newEmail()
    expect(await signUp(email, { acceptsTerms: false })).toBe('TERMS_NOT_ACCEPTED')
    expect(await signUp(email, { lists: [] })).toBe('NOT_FOUND')
    expect(await signUp(email, { lists: ['gossip'] })).toBe('NOT_FOUND')
    expect(await signUp(email, {}, newNetwork(), 'nachtfalter')).toBe('NOT_FOUND')
    expect(await subscribers(email)).toEqual([])
  })

  it('NEWS-01 reports a rate limit or failure of the list, and logs no address', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await signUp('too-many@example.org')).toBe('TOO_MANY_REQUESTS')
    expect(await signUp('fails@example.org')).toBe('NEWSLETTER_FAILED')
    const lines = warned.mock.calls.map(([line]) => String(line))
    warned.mockRestore()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('list.stagedoor.test')
    expect(lines[0]).not.toContain('@')
  })

  it('NEWS-01 is limited per network and per email address', async () => {
    // The limit is five a minute, so twelve sign-ups exceed it even if they fall into two minutes.
    const network = newNetwork()
    const fromOne = await Promise.all(Array.from({ length: 12 }, () => signUp(newEmail(), {}, network)))
    const accepted = fromOne.filter((answer) => answer === true).length
    expect(accepted).toBeGreaterThanOrEqual(5)
    expect(accepted).toBeLessThanOrEqual(10)
    expect(fromOne.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(12 - accepted)
    const email = newEmail()
    const toOne = await Promise.all(Array.from({ length: 12 }, () => signUp(email)))
    expect(toOne).toContain('TOO_MANY_REQUESTS')
    expect(await signUp(newEmail())).toBe(true)
  })
})
