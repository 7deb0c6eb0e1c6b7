import { beforeAll, expect, it } from 'vitest'
import { SEAT_FLAGS, type SeatPlan } from '../../schema/seat-map.ts'
import { holdRequest } from '../support/hold-builder.ts'
import { mailOf } from '../support/order-mails.ts'
import { buildPaymentWorld, type Placed, placeOrder } from '../support/payment-helpers.ts'
import { textsOfPdf } from '../support/pdf-text.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { buyTickets, passFields, passIn, received, requestPass } from '../support/wallet-helpers.ts'

const PLAN = 'seat-plans/seated.json'
const RESTRICTED = ['A-1-1', 'A-2-1', 'A-3-1']

type Shown = { items: { seat: { name: string; properties: string[] } }[] }

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await storePlan(SEAT_FLAGS.restrictedView)
})

/** Stores the plan with these flags for the first seat of each row, as an import of a changed catalogue does. */
async function storePlan(flags: number, key = PLAN): Promise<void> {
  const plan = await (await testEnv.BUCKET.get(PLAN))?.json<SeatPlan>()
  if (!plan) throw new Error('no plan')
  const seats = plan.seats.map((seat) => (RESTRICTED.includes(seat[0]) ? [...seat.slice(0, 5), flags] : seat))
  await testEnv.BUCKET.put(key, JSON.stringify({ ...plan, seats }))
}

async function shownOrder({ visitor, id, reference }: Placed, locale = 'de') {
  const { data } = await visitor.run<{ order: Shown | null }>('Order', { orderId: id, reference }, locale)
  return data?.order?.items.map(({ seat }) => seat)
}

it('SEAT-14 the cart, the order and the mail about an unpaid order say that a seat has a restricted view', async () => {
  const visitor = new Visitor()
  await visitor.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-1-1'] }])
  const cart = async (locale: string) =>
    (await visitor.run<{ cart: Shown }>('Cart', {}, locale)).data?.cart.items.map(({ seat }) => seat)
  const seat = (name: string, ...properties: string[]) => expect.objectContaining({ name, properties })
  expect(await cart('de')).toEqual([seat('1', 'eingeschränkte Sicht')])
  expect(await cart('en')).toEqual([seat('1', 'restricted view')])
  const order = await placeOrder(world, { visitor, seatIds: ['A-1-2'], method: 'bank_transfer' })
  expect(await shownOrder(order, 'de')).toEqual([seat('1', 'eingeschränkte Sicht'), seat('2')])
  expect(await shownOrder(order, 'en')).toEqual([seat('1', 'restricted view'), seat('2')])
  const { text } = await mailOf('mail_order_received', order.id)
  expect(text).toContain('Block A, Reihe 1, Platz 1 · eingeschränkte Sicht')
  expect(text).toMatch(/Block A, Reihe 1, Platz 2(?! ·)/)
})

it('SEAT-14 the mail with the tickets, the PDF, wallet passes and the page of an order keep the restricted view, even if the plan changes later', async () => {
  const order = await buyTickets(world, { seatIds: ['A-2-1'] })
  const plan = { key: 'seat-plans/changed.json', version: 1 }
  await storePlan(0, plan.key)
  const now = Date.now()
  const answer = await testEnv.EVENT_SEATS.getByName(`${world.seatedEvent}/0`).hold(
    holdRequest({ plan, seatIds: ['A-3-1'], now, rules: { presaleAt: now - 1 } }),
  )
  expect(answer).toMatchObject({ ok: true, holds: [{ seatId: 'A-3-1', flags: 0 }] })

  const place = 'Block A, Reihe 2, Platz 1 · eingeschränkte Sicht'
  expect(await shownOrder(order)).toMatchObject([{ properties: ['eingeschränkte Sicht'] }])
  const { text, html, attachments } = await mailOf('mail_order_paid', order.id)
  // The summary of the order and the ticket both name the place.
  expect(text.split(place)).toHaveLength(3)
  expect(html).toContain(place)
  const pdf = attachments?.find(({ type }) => type === 'application/pdf')?.content ?? ''
  const words = (await textsOfPdf(Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0)))).join(' ')
  expect(words).toContain(place)
  const { pass } = await passIn(await requestPass(order))
  expect(passFields(pass).place).toBe(place)
  expect((await requestPass(order, 'google')).status).toBe(302)
  const { objects } = await received()
  const atGoogle = objects.find(({ id }) => id.endsWith(`.${pass.serialNumber}`))
  expect(JSON.stringify(atGoogle?.seatInfo)).toContain('"1 · eingeschränkte Sicht"')
})
