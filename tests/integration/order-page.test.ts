import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { orderFilePath } from '../../schema/order-path.ts'
import { events } from '../../schema/tables/event.ts'
import { refunds } from '../../schema/tables/payment.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { findTicketedOrders } from '../../worker/db/order.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  actOnPaymentPage,
  addOutboxRow,
  allowNextCheck,
  buildPaymentWorld,
  confirmPayment,
  db,
  isolatedEnv,
  openPaymentPage,
  type Placed,
  payByBank,
  placeOrder,
  placePaidOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

type Shown = {
  status: string
  isPaymentPending: boolean
  refundedCents: number
  refundingCents: number
  tickets: { code: string | null; holder: string | null; eventId: string }[]
  events: { id: string; name: string; venueName: string; happeningFromAt: number | null }[]
}

async function shown({ visitor, id, reference }: Placed): Promise<Shown> {
  const { data } = await visitor.run<{ order: Shown | null }>('Order', { orderId: id, reference })
  if (!data?.order) throw new Error('no order')
  return data.order
}

function fileOf({ id, reference }: Pick<Placed, 'id' | 'reference'>, file: string, slug = 'stagedoor') {
  return exports.default.fetch(new Request(`http://localhost:8787${orderFilePath(slug, id, { reference }, file)}`))
}

describe('the page of an order', () => {
  it('DONE-01 shows ticket codes only once the order is paid, and the event with its venue at any time', async () => {
    const order = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
    const before = await shown(order)
    expect(before.tickets).toEqual([])
    expect(before.events).toMatchObject([
      { id: world.standingEvent, name: 'Nachtfalter – standing', venueName: 'Halle' },
    ])
    await payByBank(order)
    const { tickets: issued } = await recordsOf(order.id)
    expect((await shown(order)).tickets.map(({ code }) => code)).toEqual(issued.map((ticket) => ticket.validationCode))
  })

  it('DONE-01, TIX-01 lists tickets as the order lists its items, on the page and in the mail', async () => {
    const seatIds = [3, 4, 1, 2].map((number) => `A-1-${number}`)
    const order = await placePaidOrder(world, { seatIds, standing: 1 })
    const { data } = await order.visitor.run<{
      order: { items: { id: string }[]; tickets: { orderItemId: string }[] }
    }>('Order', { orderId: order.id, reference: order.reference })
    const items = data?.order.items.map(({ id }) => id)
    expect(items).toHaveLength(seatIds.length + 1)
    expect(data?.order.tickets.map(({ orderItemId }) => orderItemId)).toEqual(items)
    const mailed = (await findTicketedOrders(db, [order.id])).get(order.id)
    expect(mailed?.tickets.map(({ orderItemId }) => orderItemId)).toEqual(items)
  })

  it('DONE-01 hides the codes of void and expired tickets, of tickets by post, and of an order that is no longer paid', async () => {
    const order = await placePaidOrder(world, { standing: 2 })
    const [first, second] = (await recordsOf(order.id)).tickets
    await db
      .update(tickets)
      .set({ invalidatedAt: Date.now() })
      .where(eq(tickets.id, first?.id ?? ''))
    await db
      .update(tickets)
      .set({ kind: 'hard' })
      .where(eq(tickets.id, second?.id ?? ''))
    expect((await shown(order)).tickets).toMatchObject([{ code: null }])
    await db
      .update(tickets)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(tickets.id, second?.id ?? ''))
    expect((await shown(order)).tickets).toEqual([])

    const other = await placePaidOrder(world, { standing: 1 })
    await setOrder(other.id, { status: 'problem' })
    expect((await shown(other)).tickets).toEqual([])
    expect((await fileOf(other, 'tickets.pdf')).status).toBe(404)
  })

  it('DONE-01, EVL-04 shows no date of a concert that hides its date', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    const setMeta = (meta: EventMeta) => db.update(events).set({ meta }).where(eq(events.id, world.standingEvent))
    await setMeta({ hideDate: true })
    expect((await shown(order)).events).toMatchObject([{ id: world.standingEvent, happeningFromAt: null }])
    await setMeta({})
    expect((await shown(order)).events).toMatchObject([{ happeningFromAt: expect.any(Number) }])
  })

  it('DONE-01 shows no names on the tickets of an order that is older than 28 days', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Ida', lastName: 'B' } })
      .where(eq(tickets.orderId, order.id))
    expect((await shown(order)).tickets).toMatchObject([{ holder: 'Ida B' }])
    await setOrder(order.id, { placedAt: Date.now() - 29 * DAY })
    expect((await shown(order)).tickets).toMatchObject([{ holder: null, code: expect.any(String) }])
  })

  it('DONE-01 says that a bank still processes the payment, and ends saying so with the payment', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const page = await openPaymentPage(order)
    expect(await shown(order)).toMatchObject({ isPaymentPending: false })
    await actOnPaymentPage(page, 'delay')
    await confirmPayment(order)
    expect(await shown(order)).toMatchObject({ isPaymentPending: true, status: 'payment_pending' })
    await actOnPaymentPage(page, 'settle')
    await allowNextCheck(order.id)
    await confirmPayment(order)
    expect(await shown(order)).toMatchObject({ isPaymentPending: false, status: 'done' })
  })

  it('DONE-01 names the refunds that are paid out and those on their way', async () => {
    const order = await placeOrder(world, { standing: 2 })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await confirmPayment(order)
    const [payment] = (await recordsOf(order.id)).payments
    const refund = { id: newId('refund', Date.now()), orderId: order.id, paymentId: payment?.id ?? '' }
    await db
      .insert(refunds)
      .values({ ...refund, reason: 'request', status: 'open', amountCents: 1000, createdAt: Date.now() })
    await addOutboxRow('refund_payment', refund.id)
    expect(await shown(order)).toMatchObject({ refundedCents: 0, refundingCents: 1000 })
    await drainOutbox(isolatedEnv().env, Date.now())
    expect(await shown(order)).toMatchObject({ status: 'done', refundedCents: 1000, refundingCents: 0 })
  })
})

describe('the files of an order', () => {
  it('DONE-02 are a PDF of the tickets and a calendar file per event, which nobody may store or list', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    expect((await fileOf(order, 'tickets.pdf')).status).toBe(404)
    await payByBank(order)
    const pdf = await fileOf(order, 'tickets.pdf')
    expect(pdf.status).toBe(200)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('cache-control')).toContain('no-store')
    expect(pdf.headers.get('x-robots-tag')).toContain('noindex')
    expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
    const calendar = await fileOf(order, `${world.standingEvent}.ics`)
    expect(calendar.headers.get('content-type')).toBe('text/calendar')
    expect(await calendar.text()).toContain('SUMMARY:Nachtfalter – standing')
  })

  it('DONE-02 are refused with a wrong reference, in the shop of another band, and for another event', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    const statuses = await Promise.all([
      fileOf({ ...order, reference: '0000000000' }, 'tickets.pdf'),
      fileOf({ ...order, id: 'ord_00000000000000000000000000' }, 'tickets.pdf'),
      fileOf({ ...order, id: "x' or 1=1" }, 'tickets.pdf'),
      fileOf(order, 'tickets.pdf', 'nachtfalter'),
      fileOf(order, 'tickets.pdf', 'geheim'),
      fileOf(order, 'tickets.pdf', 'none'),
      fileOf(order, `${world.seatedEvent}.ics`),
      fileOf(order, 'other.txt'),
    ])
    expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 404))
    for (const answer of statuses) await answer.body?.cancel()
  })
})
