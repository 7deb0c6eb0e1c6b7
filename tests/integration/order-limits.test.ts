import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { events, presaleCodes, pricingCategories } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
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

/** Orders standing tickets at 45 euros each; an event of this world sells four to a buyer. */
async function order(amount: number, email: string) {
  const visitor = new Visitor()
  expect((await visitor.add([{ productVariantId: world.standingVariant, amount }])).code).toBeNull()
  return visitor.placeOrder(amount * 4500, { email })
}

describe('the limit of tickets per buyer', () => {
  it('EVT-05 adds up the open orders of one email address, regardless of its case', async () => {
    expect((await order(3, 'Nils@example.org')).code).toBeNull()
    expect(await order(2, 'nils@EXAMPLE.org')).toMatchObject({
      code: 'TICKET_BUYER_LIMIT_EXCEEDED',
      params: { limit: 4 },
    })
    expect((await order(1, 'nils@example.org')).code).toBeNull()
    expect((await order(4, 'jana@example.org')).code).toBeNull()
  })

  it('EVT-05 adds up all spellings of one mailbox, and stores the address as the buyer wrote it', async () => {
    expect((await order(2, 'Nora.Lind@Gmail.com')).code).toBeNull()
    expect((await order(1, 'noralind+konzert@googlemail.com')).code).toBeNull()
    expect((await order(2, 'n.o.r.a.lind@gmail.com')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    expect((await order(4, 'max@bücher.example')).code).toBeNull()
    expect((await order(1, 'MAX+2@xn--bcher-kva.example')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    expect(await db.select().from(orders).where(eq(orders.email, 'Nora.Lind@Gmail.com'))).toMatchObject([
      { buyerKey: 'noralind@gmail.com' },
    ])
  })

  it('EVT-05 ignores unpaid orders from another cart after an hour, but never paid ones', async () => {
    const { data } = await order(4, 'victim@example.org')
    expect((await order(4, 'victim@example.org')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    const placed = eq(orders.id, data?.placeOrder.cart.id ?? '')
    await db
      .update(orders)
      .set({ placedAt: Date.now() - HOUR - 1 })
      .where(placed)
    expect((await order(4, 'victim@example.org')).code).toBeNull()
    await db.update(orders).set({ paidAt: Date.now() }).where(placed)
    expect((await order(1, 'victim@example.org')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
  })

  it('EVT-05 counts an unpaid order of the same cart for as long as it waits', async () => {
    const visitor = new Visitor()
    const buy = async (amount: number) => {
      await visitor.add([{ productVariantId: world.standingVariant, amount }])
      return visitor.placeOrder(amount * 4500)
    }
    const { data } = await buy(2)
    await db
      .update(orders)
      .set({ placedAt: Date.now() - 48 * HOUR })
      .where(eq(orders.id, data?.placeOrder.cart.id ?? ''))
    // If the seat object already refuses the hold, the order finds an empty cart.
    expect((await buy(3)).code).toMatch(/TICKET_BUYER_LIMIT_EXCEEDED|CART_EMPTY/)
  })

  it('EVT-05 writes no row for a refused order, and leaves the tickets in the cart', async () => {
    expect((await order(4, 'olga@example.org')).code).toBeNull()
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect((await visitor.placeOrder(4500, { email: 'olga@example.org' })).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    expect(await db.select().from(orders).where(eq(orders.email, 'olga@example.org'))).toHaveLength(1)
    expect((await visitor.cart()).items).toMatchObject([{ amount: 1 }])
    expect((await visitor.placeOrder(4500, { email: 'pia@example.org' })).code).toBeNull()
  })

  it('EVT-05 lets two of ten simultaneous orders pass', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(2, 'rush@example.org')))
    expect(answers.filter(({ code }) => code === null)).toHaveLength(2)
    expect(answers.filter(({ code }) => code === 'TICKET_BUYER_LIMIT_EXCEEDED')).toHaveLength(8)
  })

  it('EVT-05 ignores cancelled orders', async () => {
    const { data } = await order(4, 'tom@example.org')
    expect((await order(1, 'tom@example.org')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    await db
      .update(orders)
      .set({ status: 'cancelled' })
      .where(eq(orders.id, data?.placeOrder.cart.id ?? ''))
    expect((await order(4, 'tom@example.org')).code).toBeNull()
  })
})

describe('presale codes', () => {
  const code = async (
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
  /** A fan in a network of their own, because the attempts of a network are limited. */
  const fan = () => {
    networks += 1
    return Object.assign(new Visitor(), { address: `198.51.100.${networks}` })
  }
  const add = (visitor: Visitor, presaleCode: string | null, amount = 1) =>
    visitor.add([{ productVariantId: world.laterVariant, amount, presaleCode }])

  it('EVT-03 open nothing without a code, with a wrong code, or too early', async () => {
    await code('MORGEN', 9, Date.now() + HOUR)
    const visitor = fan()
    expect((await add(visitor, null)).code).toBe('PRESALE_NOT_STARTED')
    expect((await add(visitor, 'FALSCH')).code).toBe('PRESALE_CODE_INVALID')
    expect((await add(visitor, 'MORGEN')).code).toBe('PRESALE_NOT_STARTED')
    expect((await add(visitor, 'x'.repeat(61))).code).toBe('BAD_INPUT')
    expect((await visitor.cart()).items).toEqual([])
  })

  it('EVT-03 open the sale in any spelling, and report the category they open', async () => {
    const eventId = await code('FANKLUB24', 9, Date.now() - HOUR)
    const visitor = fan()
    expect((await visitor.run('PresaleCode', { eventId, code: 'fanklub 24' })).data).toMatchObject({
      presaleCode: { category: null },
    })
    expect((await visitor.run('PresaleCode', { eventId, code: 'nein' })).code).toBe('PRESALE_CODE_INVALID')
    expect((await add(visitor, ' fanklub 24')).code).toBeNull()
    expect((await visitor.placeOrder(4500, { email: 'klub@example.org' })).code).toBeNull()
  })

  it('EVT-03 of a former import open the sale; those hashed under another secret do not', async () => {
    const eventId = await code('ALTBESTAND', 9, Date.now() - HOUR, null, formerCodeHash('ALTBESTAND'))
    await code('FREMDHAUS', 9, Date.now() - HOUR, null, codeHash('of-another-deployment', 'FREMDHAUS'))
    const visitor = fan()
    expect((await visitor.run('PresaleCode', { eventId, code: 'altbestand' })).code).toBeNull()
    expect((await add(visitor, 'altbestand')).code).toBeNull()
    expect((await visitor.run('PresaleCode', { eventId, code: 'FREMDHAUS' })).code).toBe('PRESALE_CODE_INVALID')
  })

  it('EVT-03 for another category open nothing', async () => {
    const [later] = await db.select().from(events).where(eq(events.slug, 'later'))
    const other = newId('pricingCategory', Date.now())
    await db.insert(pricingCategories).values({
      id: other,
      eventId: later?.id ?? '',
      number: 2,
      name: { de: 'Rang', en: 'Circle' },
      mapColor: '#000000',
    })
    await code('NURRANG', 9, Date.now() - HOUR, other)
    expect((await add(fan(), 'NURRANG')).code).toBe('PRESALE_CODE_INVALID')
  })

  it('EVT-03 for single use admit one cart of a hundred, and the next one after its release', async () => {
    await code('EINMAL', 1, Date.now() - HOUR)
    const visitors = Array.from({ length: 100 }, () => fan())
    const answers = await Promise.all(visitors.map((visitor) => add(visitor, 'EINMAL')))
    const winners = visitors.filter((_, index) => answers[index]?.code === null)
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'PRESALE_CODE_USED')).toHaveLength(99)
    const [winner] = winners
    if (!winner) throw new Error('nobody came in')
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
  it('EVT-03 cannot be guessed quickly, but a code once accepted stays valid for its holder', async () => {
    const eventId = await code('GEHEIM', 9, Date.now() - HOUR)
    const guess = (visitor: Visitor, text: string) => visitor.run('PresaleCode', { eventId, code: text })
    const holder = fan()
    expect((await guess(holder, 'geheim')).code).toBeNull()
    const neighbour = () => Object.assign(new Visitor(), { address: holder.address })
    const codes: (string | null)[] = []
    // More than a minute allows, even across two minutes; the guesses alternate between query and purchase.
    for (let tries = 0; tries < 121 && codes.at(-1) !== 'TOO_MANY_REQUESTS'; tries++) {
      const answer = tries % 2 === 0 ? guess(neighbour(), `GEHEIM${tries}`) : add(neighbour(), `GEHEIM${tries}`)
      codes.push((await answer).code)
    }
    expect(codes.slice(0, -1)).toEqual(codes.slice(0, -1).map(() => 'PRESALE_CODE_INVALID'))
    expect(codes.length).toBeGreaterThan(5)
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
    // After the limit even a correct guess is rejected.
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
