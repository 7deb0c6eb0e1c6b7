import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { DAY, SUBMISSIONS_PER_HOUR } from '../../schema/limits.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { shipments } from '../../schema/tables/shipment.ts'
import { submissions } from '../../schema/tables/submission.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  mailsWithId,
  payByBank,
  placeOrder,
} from '../support/payment-helpers.ts'
import { textsOfPdf } from '../support/pdf-text.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

/** A paid order of a shirt, a personalised mug and a ticket, with the key of its link. */
async function paidOrder() {
  const visitor = new Visitor()
  await visitor.add([
    { productVariantId: world.shirt, amount: 1 },
    { productVariantId: world.mug, amount: 1, personalIdentifier: 'Für Mia' },
  ])
  const order = await placeOrder(world, { standing: 1, method: 'bank_transfer', visitor })
  await payByBank(order)
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  const itemOf = (variantId: string) => items.find((item) => item.variantId === variantId)?.id ?? ''
  const ids = { shirt: itemOf(world.shirt), mug: itemOf(world.mug), ticket: itemOf(world.standingVariant) }
  return { ...order, ids, key: await orderKeyOf(db, order.id, Date.now()) }
}

type Order = Awaited<ReturnType<typeof paidOrder>>
type Stored = { submitWithdrawal: { reference: string; receivedAt: number } }

const declarationOf = (more: object = {}) => ({
  clientMutationId: crypto.randomUUID(),
  name: 'Ida Łukasz',
  reference: '4711471147',
  email: `ida-${crypto.randomUUID()}@example.org`,
  about: '',
  ...more,
})
const withdraw = (input: object, visitor = new Visitor()) => visitor.run<Stored>('SubmitWithdrawal', { input })
const fromLink = ({ id, key, reference }: Order, itemIds: string[], more: object = {}) =>
  declarationOf({ reference, order: { id, key, items: itemIds.map((itemId) => ({ id: itemId, amount: 1 })) }, ...more })
const storedCount = async () => (await db.select({ id: submissions.id }).from(submissions)).length

async function receiptOf(email: string) {
  const [submission] = await db.select().from(submissions).where(eq(submissions.email, email))
  if (!submission) throw new Error('no submission')
  const { env, mails } = isolatedEnv()
  const id = await addOutboxRow('mail_submission_receipt', submission.id)
  await drainOutbox(env, Date.now())
  const [mail] = mailsWithId(mails, id)
  if (!mail) throw new Error('no receipt')
  return { submission, mail }
}

describe('a withdrawal', () => {
  it('WDR-01 of goods of a linked order is stored once, and its receipt repeats it with the time and a return slip', async () => {
    const order = await paidOrder()
    const input = fromLink(order, [order.ids.shirt])
    const answers = await Promise.all([withdraw(input), withdraw(input), withdraw(input)])
    const [first] = answers.map(({ data }) => data?.submitWithdrawal)
    expect(first?.reference).toMatch(/^[0-9A-Z]{10}$/)
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    const { submission, mail } = await receiptOf(input.email)
    expect(submission).toMatchObject({ kind: 'withdrawal', orderId: order.id, createdAt: first?.receivedAt })
    for (const part of [first?.reference ?? '', order.reference, 'Ida Łukasz', input.email, '1 × ', 'Lampenweg 7'])
      expect(mail.text).toContain(part)
    expect(mail.text).toMatch(/Eingegangen: .*\d\d:\d\d Uhr/)
    const [slip] = mail.attachments ?? []
    expect(slip?.filename).toMatch(/^Ruecksendeschein-.*\.pdf$/)
    const texts = (await textsOfPdf(Uint8Array.from(atob(slip?.content ?? ''), (c) => c.charCodeAt(0)))).join(' ')
    expect(texts).toContain(order.reference)
    expect(texts).toContain('Lampenweg 7')
  })

  it('WDR-01 with a link can be about a part of an item, but not about more than was ordered', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 3 }])
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer', visitor })
    await payByBank(order)
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const shirt = items.find(({ variantId }) => variantId === world.shirt)?.id ?? ''
    const key = await orderKeyOf(db, order.id, Date.now())
    const about = (...chosen: { id: string; amount: unknown }[]) =>
      declarationOf({ reference: order.reference, order: { id: order.id, key, items: chosen } })
    for (const amount of [4, 0, -1, 1.5, '1'])
      expect((await withdraw(about({ id: shirt, amount }))).code, String(amount)).toBe('BAD_INPUT')
    expect((await withdraw(about({ id: shirt, amount: 2 }, { id: shirt, amount: 2 }))).code).toBe('BAD_INPUT')
    const input = about({ id: shirt, amount: 2 })
    expect((await withdraw(input)).code).toBeNull()
    const { submission, mail } = await receiptOf(input.email)
    expect(submission.data).toMatchObject({ items: [{ id: shirt, amount: 2, name: expect.stringMatching(/^2 × /) }] })
    expect(mail.text).toContain('2 × ')
  })

  it('WDR-01 without a link needs only name, order number and email address, and finds the order of its buyer', async () => {
    const order = await paidOrder()
    const own = declarationOf({ reference: `CCX${order.reference}`, email: order.visitor.email, about: 'Das Shirt' })
    expect((await withdraw(own)).code).toBeNull()
    const { submission, mail } = await receiptOf(order.visitor.email.toLowerCase())
    expect(submission.orderId).toBe(order.id)
    expect(mail.text).toContain('Das Shirt')
    const stranger = declarationOf({ reference: order.reference })
    const unknown = declarationOf()
    const shapes = await Promise.all([stranger, unknown].map((input) => withdraw(input)))
    for (const { data, code } of shapes) {
      expect(code).toBeNull()
      expect(Object.keys(data?.submitWithdrawal ?? {})).toEqual(['reference', 'receivedAt', 'isReceiptSent'])
    }
    expect((await receiptOf(stranger.email)).submission.orderId).toBeNull()
    expect((await receiptOf(unknown.email)).mail.text).toContain('die ganze Bestellung')
  })

  it('WDR-01 of a buyer is accepted although strangers have used up the limit of the address', async () => {
    const order = await paidOrder()
    const { email } = order.visitor
    const stranger = () => withdraw(declarationOf({ email }))
    for (let sent = 0; sent < SUBMISSIONS_PER_HOUR; sent++) expect((await stranger()).code).toBeNull()
    expect((await stranger()).code).toBe('TOO_MANY_REQUESTS')
    expect((await withdraw(fromLink(order, [order.ids.shirt], { email }))).code).toBeNull()
    expect((await withdraw(declarationOf({ email, reference: order.reference }))).code).toBeNull()
  })

  it('WDR-01 is refused, and nothing is stored, for a wrong key, tickets, personalised goods and items of others', async () => {
    const [order, other] = [await paidOrder(), await paidOrder()]
    const before = await storedCount()
    const wrong: [object, string][] = [
      [fromLink({ ...order, key: other.key }, [order.ids.shirt]), 'ORDER_NOT_FOUND'],
      [fromLink({ ...order, reference: other.reference }, [order.ids.shirt]), 'ORDER_NOT_FOUND'],
      [fromLink(order, [order.ids.ticket]), 'BAD_INPUT'],
      [fromLink(order, [order.ids.shirt, order.ids.mug]), 'BAD_INPUT'],
      [fromLink(order, [other.ids.shirt]), 'BAD_INPUT'],
      [fromLink(order, []), 'BAD_INPUT'],
      [fromLink(order, [newId('orderItem', Date.now())]), 'BAD_INPUT'],
      [declarationOf({ about: 'siehe www.werbung.example' }), 'BAD_INPUT'],
      [declarationOf({ name: 'https://werbung.example' }), 'BAD_INPUT'],
      [declarationOf({ reference: '12' }), 'BAD_INPUT'],
      [declarationOf({ email: 'ida' }), 'BAD_INPUT'],
      [declarationOf({ about: 'x'.repeat(301) }), 'BAD_INPUT'],
    ]
    for (const [input, code] of wrong) expect([input, (await withdraw(input)).code]).toEqual([input, code])
    expect(await storedCount()).toBe(before)
  })

  it('WDR-01 is offered on the order page with the goods that can go back, until 14 days after their delivery', async () => {
    const order = await paidOrder()
    type Shown = { withdrawableOrder: { name: string; items: { id: string }[] } | null }
    const shown = async (key: string) =>
      (await new Visitor().run<Shown>('WithdrawableOrder', { orderId: order.id, key })).data?.withdrawableOrder
    expect((await shown(order.key))?.items.map(({ id }) => id)).toEqual([order.ids.shirt])
    expect((await shown(order.key))?.name).not.toBe('')
    expect(await shown('0'.repeat(32))).toBeNull()
    const isOffered = async () => {
      type Page = { orderPage: { actions: string[] } }
      const { data } = await new Visitor().run<Page>('OrderPage', { orderId: order.id, key: order.key })
      return data?.orderPage.actions.includes('WITHDRAW')
    }
    const deliver = (deliveredAt: number | null, shippedAt: number) =>
      db
        .insert(shipments)
        .values({ orderId: order.id, shippedAt, deliveredAt })
        .onConflictDoUpdate({ target: shipments.orderId, set: { shippedAt, deliveredAt } })
    expect(await isOffered()).toBe(true)
    const now = Date.now()
    await deliver(now - 13 * DAY, now - 20 * DAY)
    expect(await isOffered()).toBe(true)
    await deliver(now - 15 * DAY, now - 20 * DAY)
    expect(await isOffered()).toBe(false)
    await deliver(null, now - 27 * DAY)
    expect(await isOffered()).toBe(true)
    await deliver(null, now - 29 * DAY)
    expect(await isOffered()).toBe(false)
  })
})
