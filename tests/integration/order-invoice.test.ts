import { exports } from 'cloudflare:workers'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { orderDocumentPath } from '../../schema/order-path.ts'
import { events, venues } from '../../schema/tables/event.ts'
import { invoices } from '../../schema/tables/invoice.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { refunds } from '../../schema/tables/payment.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { refundEventOrder } from '../../worker/services/event-cancellation.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  type Placed,
  payByBank,
  placeOrder,
  placePaidOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import { textsOfPdf } from '../support/pdf-text.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { applyVoucher, issueVoucher, type VoucherCart } from '../support/voucher-builder.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

async function fetchDocument({ id }: Placed, file = 'invoice.pdf', key?: string): Promise<Response> {
  const path = orderDocumentPath('stagedoor', id, key ?? (await orderKeyOf(db, id, Date.now())), file)
  return exports.default.fetch(new Request(`http://localhost:8787${path}`))
}

async function textOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200)
  return (await textsOfPdf(new Uint8Array(await answer.arrayBuffer()))).join('\n')
}

type Page = { documents: { file: string; refundedCents: number | null }[] }
async function documentsOf({ id }: Placed): Promise<Page['documents']> {
  const key = await orderKeyOf(db, id, Date.now())
  const { data } = await new Visitor().run<{ orderPage: Page }>('OrderPage', { orderId: id, key })
  return data?.orderPage.documents ?? []
}

async function addRefund(order: Placed, amountCents: number, more: Partial<typeof refunds.$inferInsert> = {}) {
  const [payment] = (await recordsOf(order.id)).payments
  const [id, now] = [newId('refund', Date.now()), Date.now()]
  const refund = { id, orderId: order.id, paymentId: payment?.id ?? '', amountCents, createdAt: now, doneAt: now }
  await db.insert(refunds).values({ ...refund, reason: 'request', status: 'done', subject: id, ...more })
  return id
}

const euros = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')}\u00a0€`

describe('the invoice of an order', () => {
  it('ORDER-06 names seller, buyer, number, lines and the VAT of each rate, and stays the same', async () => {
    const order = await placePaidOrder(world, { standing: 2, scarce: 1 })
    expect(await documentsOf(order)).toEqual([{ file: 'invoice.pdf', refundedAt: null, refundedCents: null }])
    await db
      .update(orders)
      .set({ billingAddress: { ...(await recordsOf(order.id)).order.billingAddress, lastName: 'Łuczak 🎸' } })
      .where(eq(orders.id, order.id))
    const answer = await fetchDocument(order)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const text = await textOf(answer)
    const [row] = await db.select().from(invoices).where(eq(invoices.orderId, order.id))
    expect(row?.number).toMatch(/^20\d\d-\d{6}$/)
    for (const words of [
      row?.number ?? '',
      order.reference,
      'USt-IdNr.',
      'Nachtfalter',
      'Łuczak □',
      'Leistungszeitpunkt',
    ])
      expect(text).toContain(words)
    const paid = (await recordsOf(order.id)).order
    expect(text).toContain(euros(paid.totalCents))
    expect(row?.content.grossCents).toBe(paid.totalCents + paid.voucherCents)
    expect(row?.content.rates.reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(paid.vatCents)
    expect(row?.content.lines.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(row?.content.grossCents)
    expect(await textOf(await fetchDocument(order))).toBe(text)
  })

  it('ORDER-06 has numbers without gaps, also if many documents are requested at once', async () => {
    const placed = [
      await placePaidOrder(world, { standing: 1 }),
      await placePaidOrder(world, { standing: 1 }),
      await placePaidOrder(world, { standing: 1 }),
    ]
    await Promise.all([...placed, ...placed, ...placed].map((order) => fetchDocument(order)))
    const rows = await db.select().from(invoices).orderBy(asc(invoices.sequence))
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
    for (const order of placed) expect(rows.filter(({ orderId }) => orderId === order.id)).toHaveLength(1)
  })

  it('ORDER-06 gets a correction for each refund of the price, which divides the amount among the VAT rates of the refunded items', async () => {
    const order = await placePaidOrder(world, { standing: 2, scarce: 1 })
    const [paid] = await db.select().from(orders).where(eq(orders.id, order.id))
    const ofTicket = await addRefund(order, 1000, { reason: 'cancelled_event', subject: world.standingEvent })
    const inPart = await addRefund(order, 333)
    await addRefund(order, 50, { reason: 'double_payment' })
    await addRefund(order, 60, { status: 'open', doneAt: null })
    const documents = await documentsOf(order)
    expect(documents.map(({ refundedCents }) => refundedCents)).toEqual([null, 1000, 333])
    const text = await textOf(await fetchDocument(order, documents[1]?.file))
    expect(text).toContain('Rechnungskorrektur')
    expect(text).toContain(`−${euros(1000)}`)
    await fetchDocument(order, documents[2]?.file)
    const rows = await db.select().from(invoices).where(eq(invoices.orderId, order.id)).orderBy(asc(invoices.sequence))
    expect(rows.map(({ refundId }) => refundId)).toEqual([null, ofTicket, inPart])
    expect(text).toContain(rows[0]?.number)
    for (const [index, cents] of [1000, 333].entries()) {
      const content = rows[index + 1]?.content
      expect(content?.rates.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(cents)
    }
    expect(paid?.totalCents).toBeGreaterThan(1333)
  })

  it('ORDER-06 taxes the fee of a name change where the concert is, also for a buyer outside the EU', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    // Like the order of a fee: the item has the variant of a ticket, but no event.
    await db.update(orders).set({ countryCode: 'ch' }).where(eq(orders.id, order.id))
    await db.delete(tickets).where(eq(tickets.orderId, order.id))
    await db.update(orderItems).set({ eventId: null }).where(eq(orderItems.orderId, order.id))
    await fetchDocument(order)
    const [row] = await db.select().from(invoices).where(eq(invoices.orderId, order.id))
    const { vatCents } = (await recordsOf(order.id)).order
    expect(vatCents).toBeGreaterThan(0)
    expect(row?.content.rates).toMatchObject([{ grossCents: order.totalCents, vatCents }])
    expect(row?.content.lines).toMatchObject([{ basisPoints: row?.content.rates[0]?.basisPoints }])
  })

  it('ORDER-06 says that a concert outside the EU is not taxed here', async () => {
    const setCountry = (countryCode: string) => db.update(venues).set({ countryCode })
    await setCountry('ch')
    const order = await placePaidOrder(world, { standing: 1 })
    const text = await textOf(await fetchDocument(order))
    await setCountry('de')
    const [row] = await db.select().from(invoices).where(eq(invoices.orderId, order.id))
    expect(row?.content.rates).toEqual([{ basisPoints: 0, grossCents: order.totalCents, vatCents: 0 }])
    expect(text.replace(/\s+/g, ' ')).toContain('Veranstaltungen außerhalb der EU (§ 3a Abs. 3 UStG)')
  })

  /** An order of two tickets for 90 €, of which a voucher paid a part, and whose concert is then called off. */
  async function calledOffWithVoucher(amountCents: number): Promise<Placed> {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 2 }])
    await applyVoucher(visitor, (await issueVoucher({ amountCents })).code)
    const { totalCents } = (await visitor.cart()) as VoucherCart
    const { data } = await visitor.placeOrder(totalCents - amountCents, { paymentMethod: 'bank_transfer' })
    const cart = data?.placeOrder.cart
    if (!cart) throw new Error('not placed')
    const order = { ...cart, visitor }
    if (order.totalCents > 0) await payByBank(order)
    else await drainOutbox(isolatedEnv().env, Date.now() + 1)
    const setStatus = (status: 'cancelled' | 'active') =>
      db.update(events).set({ status }).where(eq(events.id, world.standingEvent))
    await setStatus('cancelled')
    await refundEventOrder(testEnv, order.id, world.standingEvent, Date.now())
    await setStatus('active')
    return order
  }

  it('ORDER-06 is corrected by what went back to the voucher, apart from the money', async () => {
    const order = await calledOffWithVoucher(5000)
    expect((await documentsOf(order)).map(({ refundedCents }) => refundedCents)).toEqual([null, 5000])
    await db.update(refunds).set({ status: 'done', doneAt: Date.now() }).where(eq(refunds.orderId, order.id))
    const documents = await documentsOf(order)
    expect(documents.map(({ refundedCents }) => refundedCents)).toEqual([null, 4000, 5000])
    const texts = []
    for (const { file } of [...documents, ...documents]) texts.push(await textOf(await fetchDocument(order, file)))
    expect(texts.slice(3)).toEqual(texts.slice(0, 3))
    expect(texts[2]).toContain('Rechnungskorrektur')
    expect(texts[2]).toContain('zurück auf den Gutschein')
    expect(texts[2]).toContain(`−${euros(5000)}`)
    const rows = await db.select().from(invoices).where(eq(invoices.orderId, order.id)).orderBy(asc(invoices.sequence))
    const [whole, ...corrections] = rows.map(({ content }) => content)
    expect(whole).toMatchObject({ grossCents: 9000, voucherCents: 5000 })
    for (const rate of whole?.rates ?? []) {
      const parts = corrections.flatMap(({ rates }) =>
        rates.filter(({ basisPoints }) => basisPoints === rate.basisPoints),
      )
      expect(parts.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(rate.grossCents)
    }
  })

  it('ORDER-06 is corrected although a voucher paid everything, and the correction comes by mail to the buyer', async () => {
    const order = await calledOffWithVoucher(9000)
    expect((await recordsOf(order.id)).order.status).toBe('refunded')
    expect((await documentsOf(order)).map(({ refundedCents }) => refundedCents)).toEqual([null, 9000])
    await setOrder(order.id, { placedAt: Date.now() - 60 * DAY })
    expect(await documentsOf(order)).toEqual([])
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now())
    const sent = mails.length
    const key = await orderKeyOf(db, order.id, Date.now())
    expect((await new Visitor().run('RepeatOrderMail', { orderId: order.id, key })).code).toBeNull()
    await drainOutbox(env, Date.now())
    const [mail] = mails.slice(sent)
    expect(mail?.subject).toBe(`Deine Rechnung zur Bestellung ${order.reference}`)
    expect(mail?.attachments?.map(({ filename }) => filename.replace(/[\d-]+\.pdf$/, ''))).toEqual([
      'invoice',
      'correction',
    ])
  })

  it('ORDER-06 is refused before the payment, with a wrong key, for another order’s refund, and in an old link', async () => {
    const unpaid = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    expect((await fetchDocument(unpaid)).status).toBe(404)
    expect(await documentsOf(unpaid)).toEqual([])
    const [order, other] = [await placePaidOrder(world, { standing: 1 }), await placePaidOrder(world, { standing: 1 })]
    await addRefund(other, 100)
    const [, correction] = await documentsOf(other)
    expect((await fetchDocument(order, correction?.file)).status).toBe(404)
    expect((await fetchDocument(order, 'tickets.pdf')).status).toBe(404)
    expect((await fetchDocument(order, 'invoice.pdf', order.reference)).status).toBe(404)
    expect((await fetchDocument(order, 'invoice.pdf', await orderKeyOf(db, other.id, Date.now()))).status).toBe(404)
    await setOrder(order.id, { placedAt: Date.now() - 60 * DAY, status: 'problem' })
    expect((await fetchDocument(order)).status).toBe(404)
    expect(await documentsOf(order)).toEqual([])
  })

  it('ORDER-06 comes with the repeated mail', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now())
    const sent = mails.length
    expect(
      mails.flatMap(({ attachments }) => attachments ?? []).some(({ filename }) => filename.startsWith('invoice-')),
    ).toBe(false)
    const key = await orderKeyOf(db, order.id, Date.now())
    expect((await new Visitor().run('RepeatOrderMail', { orderId: order.id, key })).code).toBeNull()
    await drainOutbox(env, Date.now())
    const names = mails.slice(sent).flatMap(({ attachments }) => (attachments ?? []).map(({ filename }) => filename))
    expect(names).toContainEqual(expect.stringMatching(/^invoice-20\d\d-\d{6}\.pdf$/))
  })
})
