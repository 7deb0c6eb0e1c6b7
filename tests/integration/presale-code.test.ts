import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { events, pricingCategories } from '../../schema/tables/event.ts'
import { presaleCodes } from '../../schema/tables/presale-code.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { codeHash, formerCodeHash } from '../../worker/domain/tickets/presale-voucher-hash.ts'
import { buildPaymentWorld } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

describe('presale codes', () => {
  /** Inserts a presale code of the event “later”, and returns the event's id. */
  const addCode = async (
    text: string,
    uses: number,
    validFromAt: number,
    categoryId: string | null = null,
    hash = codeHash(testEnv.CODE_SECRET ?? '', text),
  ) => {
    const [event] = await db.select().from(events).where(eq(events.slug, 'later'))
    const id = newId('presaleCode', Date.now())
    await db
      .insert(presaleCodes)
      .values({ id, eventId: event?.id ?? '', pricingCategoryId: categoryId, codeHash: hash, uses, validFromAt })
    return event?.id ?? ''
  }
  let networks = 0
  /** Returns a fan in a new network, because attempts are limited per network. */
  const fan = () => {
    networks += 1
    return Object.assign(new Visitor(), { address: `198.51.100.${networks}` })
  }
  const add = (visitor: Visitor, presaleCode: string | null, amount = 1) =>
    visitor.add([{ productVariantId: world.laterVariant, amount, presaleCode }])

  it('EVT-03 are required before the presale, and are rejected if they are wrong, too long or not yet valid', async () => {
    await addCode('MORGEN', 9, Date.now() + HOUR)
    const visitor = fan()
    expect((await add(visitor, null)).code).toBe('PRESALE_NOT_STARTED')
    expect((await add(visitor, 'FALSCH')).code).toBe('PRESALE_CODE_INVALID')
    expect((await add(visitor, 'MORGEN')).code).toBe('PRESALE_NOT_STARTED')
    expect((await add(visitor, 'x'.repeat(61))).code).toBe('BAD_INPUT')
    expect((await visitor.cart()).items).toEqual([])
  })

  it('EVT-03 without a category open the sale regardless of case and spaces, and are reported as valid for all categories', async () => {
    const eventId = await addCode('FANKLUB24', 9, Date.now() - HOUR)
    const visitor = fan()
    expect((await visitor.run('PresaleCode', { eventId, code: 'fanklub 24' })).data).toMatchObject({
      presaleCode: { category: null },
    })
    expect((await visitor.run('PresaleCode', { eventId, code: 'nein' })).code).toBe('PRESALE_CODE_INVALID')
    expect((await add(visitor, ' fanklub 24')).code).toBeNull()
    expect((await visitor.placeOrder(4500, { email: 'klub@example.org' })).code).toBeNull()
  })

  it('EVT-03 hashed by an older version of the import open the sale, but codes hashed with another secret do not', async () => {
    const eventId = await addCode('ALTBESTAND', 9, Date.now() - HOUR, null, formerCodeHash('ALTBESTAND'))
    await addCode('FREMDHAUS', 9, Date.now() - HOUR, null, codeHash('of-another-deployment', 'FREMDHAUS'))
    const visitor = fan()
    expect((await visitor.run('PresaleCode', { eventId, code: 'altbestand' })).code).toBeNull()
    expect((await add(visitor, 'altbestand')).code).toBeNull()
    expect((await visitor.run('PresaleCode', { eventId, code: 'FREMDHAUS' })).code).toBe('PRESALE_CODE_INVALID')
  })

  it('EVT-03 for another category are rejected', async () => {
    const [later] = await db.select().from(events).where(eq(events.slug, 'later'))
    const other = newId('pricingCategory', Date.now())
    await db.insert(pricingCategories).values({
      id: other,
      eventId: later?.id ?? '',
      number: 2,
      name: { de: 'Rang', en: 'Circle' },
      mapColor: '#000000',
    })
    await addCode('NURRANG', 9, Date.now() - HOUR, other)
    expect((await add(fan(), 'NURRANG')).code).toBe('PRESALE_CODE_INVALID')
  })

  it('EVT-03 for a single use admit one of a hundred carts, and another cart after the first has removed its ticket', async () => {
    await addCode('EINMAL', 1, Date.now() - HOUR)
    const visitors = Array.from({ length: 100 }, () => fan())
    const answers = await Promise.all(visitors.map((visitor) => add(visitor, 'EINMAL')))
    const winners = visitors.filter((_, index) => answers[index]?.code === null)
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'PRESALE_CODE_USED')).toHaveLength(99)
    const [winner] = winners
    if (!winner) throw new Error('the code admitted no cart')
    expect((await add(winner, 'EINMAL')).code).toBeNull()
    for (const { id } of (await winner.cart()).items) {
      await winner.run('RemoveItem', { itemId: id, clientMutationId: crypto.randomUUID() })
    }
    const next = fan()
    expect((await add(next, 'EINMAL')).code).toBeNull()
    expect((await next.placeOrder(4500, { email: 'next@example.org' })).code).toBeNull()
    expect((await add(fan(), 'EINMAL')).code).toBe('PRESALE_CODE_USED')
    expect((await add(next, 'EINMAL')).code).toBe('PRESALE_CODE_USED')
  })

  it('EVT-03 are rejected after too many guesses from one network, except for a visitor whose code was accepted before', async () => {
    const eventId = await addCode('GEHEIM', 9, Date.now() - HOUR)
    const guess = (visitor: Visitor, text: string) => visitor.run('PresaleCode', { eventId, code: text })
    const holder = fan()
    expect((await guess(holder, 'geheim')).code).toBeNull()
    const neighbour = () => Object.assign(new Visitor(), { address: holder.address })
    const codes: (string | null)[] = []
    // 121 guesses exceed the limit even if they fall into two minutes. The guesses alternate between PresaleCode and AddItems.
    for (let tries = 0; tries < 121 && codes.at(-1) !== 'TOO_MANY_REQUESTS'; tries++) {
      const answer = tries % 2 === 0 ? guess(neighbour(), `GEHEIM${tries}`) : add(neighbour(), `GEHEIM${tries}`)
      codes.push((await answer).code)
    }
    expect(codes.slice(0, -1)).toEqual(codes.slice(0, -1).map(() => 'PRESALE_CODE_INVALID'))
    expect(codes.length).toBeGreaterThan(5)
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
    // Beyond the limit, even a correct guess is rejected.
    expect((await guess(neighbour(), 'GEHEIM')).code).toBe('TOO_MANY_REQUESTS')
    expect((await add(neighbour(), 'GEHEIM')).code).toBe('TOO_MANY_REQUESTS')
    const forger = neighbour()
    for (const [name] of holder.cookies) forger.cookies.set(name, 'psc_erfunden.erfunden')
    expect((await guess(forger, 'GEHEIM')).code).toBe('TOO_MANY_REQUESTS')
    expect((await guess(holder, ' geheim ')).code).toBeNull()
    expect((await add(holder, 'geheim')).code).toBeNull()
    expect((await guess(fan(), 'GEHEIM')).code).toBeNull()
  })
})
