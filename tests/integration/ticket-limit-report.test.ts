import { beforeAll, describe, expect, it } from 'vitest'
import { openIncidents } from '../../worker/db/incident.ts'
import { noteCard } from '../../worker/db/payment.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { reportExcessTickets } from '../../worker/services/limit-report.ts'
import { ADDRESS } from '../support/address.ts'
import {
  actOnPaymentPage,
  buildPaymentWorld,
  confirmPayment,
  db,
  openPaymentPage,
  payByBank,
  placeOrder,
  recordsOf,
  stripeObject,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const excesses = async () =>
  (await openIncidents(db, 100)).filter(({ kind }) => kind === 'ticket_limit_exceeded').map(({ details }) => details)

async function payOrder(standing: number, shippingAddress: object) {
  const order = await placeOrder(world, { standing, method: 'bank_transfer', more: { shippingAddress } })
  await payByBank(order)
  await reportExcessTickets(db, order.id, Date.now())
  return order
}

describe('reports of buyers with too many tickets', () => {
  it('EVT-05 add up only the orders with the same delivery address, in any spelling', async () => {
    const street = (address: string) => ({ ...ADDRESS, address, city: 'Köln', postCode: '50667' })
    await payOrder(4, street('Domstr. 5a'))
    await payOrder(4, street('Domstraße 7'))
    expect(await excesses()).toEqual([])
    await payOrder(2, street('DOMSTRASSE 5 A'))
    await payOrder(1, street('Domstraße 5a'))
    expect(await excesses()).toMatchObject([
      { eventId: world.standingEvent, by: 'delivery', limit: 4, tickets: 7, orders: 3 },
    ])
    const [row] = (await openIncidents(db, 100)).filter(({ kind }) => kind === 'ticket_limit_exceeded')
    expect(JSON.stringify(row)).not.toMatch(/Dom|@|K.ln/i)
  })

  it('EVT-05 add up the orders paid with the same card, and do not contain the fingerprint of the card', async () => {
    const address = (number: number) => ({ ...ADDRESS, address: `Kartenweg ${number}` })
    const byCard = async (number: number, card: string) => {
      const order = await placeOrder(world, {
        standing: 3,
        more: { shippingAddress: address(number), email: `fan-${number}.card-${card}@example.org` },
      })
      const sessionId = await openPaymentPage(order)
      await actOnPaymentPage(sessionId, 'approve')
      await confirmPayment(order)
      await reportExcessTickets(db, order.id, Date.now())
      return order
    }
    const ofCard = async () => (await excesses()).filter(({ by }) => by === 'card')
    const first = await byCard(1, 'K4711')
    await byCard(2, 'K4712')
    expect(await ofCard()).toEqual([])
    await byCard(3, 'K4711')
    expect(await ofCard()).toMatchObject([
      { eventId: world.standingEvent, by: 'card', limit: 4, tickets: 6, orders: 2 },
    ])
    const [payment] = (await recordsOf(first.id)).payments
    expect(payment?.cardKey).toMatch(/^[\w-]{22}$/)
    const { latest_charge } = await stripeObject<{ latest_charge: string }>(`payment_intents/${payment?.captureId}`)
    const charge = await stripeObject<{ payment_method_details: { card: { fingerprint: string } } }>(
      `charges/${latest_charge}`,
    )
    const { fingerprint } = charge.payment_method_details.card
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(JSON.stringify([payment, await openIncidents(db, 100)])).not.toContain(fingerprint)
  })

  it("use a card key that is deleted with the buyer's contact data and not stored again", async () => {
    const order = await placeOrder(world, { standing: 1, more: { email: 'gone.card-K4713@example.org' } })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await confirmPayment(order)
    const cardKeyOf = async () => (await recordsOf(order.id)).payments[0]?.cardKey
    expect(await cardKeyOf()).toMatch(/^[\w-]{22}$/)
    // Ten years later, the concert is over and all retention periods have ended.
    await purgeContactData(testEnv, Date.now() + 10 * 366 * 24 * 3_600_000)
    expect((await recordsOf(order.id)).order.email).toBe('')
    expect(await cardKeyOf()).toBeNull()
    const [payment] = (await recordsOf(order.id)).payments
    await noteCard(db, payment?.id ?? '', 'a-late-notice')
    expect(await cardKeyOf()).toBeNull()
  })
})
