import { beforeAll, describe, expect, it } from 'vitest'
import { openIncidents } from '../../worker/db/incident.ts'
import { noteCard } from '../../worker/db/payment.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { reportExcessTickets } from '../../worker/services/limit-report.ts'
import {
  buildPaymentWorld,
  confirm,
  db,
  decide,
  knownOf,
  openPage,
  payByBank,
  placeOrder,
  stripeObject,
} from '../support/payment-desk.ts'
import { ADDRESS, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const excesses = async () =>
  (await openIncidents(db, 100)).filter(({ kind }) => kind === 'ticket_limit_exceeded').map(({ details }) => details)

async function paid(standing: number, shippingAddress: object) {
  const order = await placeOrder(world, { standing, method: 'bank_transfer', more: { shippingAddress } })
  await payByBank(order)
  await reportExcessTickets(db, order.id, Date.now())
  return order
}

describe('one household, or one card, with more tickets than a buyer may have', () => {
  it('EVT-05 is reported once, however its address is written, and nobody else is', async () => {
    const street = (address: string) => ({ ...ADDRESS, address, city: 'Köln', postCode: '50667' })
    await paid(4, street('Domstr. 5a'))
    await paid(4, street('Domstraße 7'))
    expect(await excesses()).toEqual([])
    await paid(2, street('DOMSTRASSE 5 A'))
    await paid(1, street('Domstraße 5a'))
    expect(await excesses()).toMatchObject([
      { eventId: world.standingEvent, by: 'delivery', limit: 4, tickets: 7, orders: 3 },
    ])
    const [row] = (await openIncidents(db, 100)).filter(({ kind }) => kind === 'ticket_limit_exceeded')
    expect(JSON.stringify(row)).not.toMatch(/Dom|@|K.ln/i)
  })

  it('EVT-05 is reported by its card, of which the database keeps no more than an HMAC', async () => {
    const address = (number: number) => ({ ...ADDRESS, address: `Kartenweg ${number}` })
    const byCard = async (number: number, card: string) => {
      const order = await placeOrder(world, {
        standing: 3,
        more: { shippingAddress: address(number), email: `fan-${number}.card-${card}@example.org` },
      })
      const sessionId = await openPage(order)
      await decide(sessionId, 'approve')
      await confirm(order)
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
    const [payment] = (await knownOf(first.id)).payments
    expect(payment?.cardKey).toMatch(/^[\w-]{22}$/)
    const { latest_charge } = await stripeObject<{ latest_charge: string }>(`payment_intents/${payment?.captureId}`)
    const charge = await stripeObject<{ payment_method_details: { card: { fingerprint: string } } }>(
      `charges/${latest_charge}`,
    )
    const { fingerprint } = charge.payment_method_details.card
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(JSON.stringify([payment, await openIncidents(db, 100)])).not.toContain(fingerprint)
  })

  it('is forgotten by its card with the rest of what is known of a buyer', async () => {
    const order = await placeOrder(world, { standing: 1, more: { email: 'gone.card-K4713@example.org' } })
    await decide(await openPage(order), 'approve')
    await confirm(order)
    const cardKeyOf = async () => (await knownOf(order.id)).payments[0]?.cardKey
    expect(await cardKeyOf()).toMatch(/^[\w-]{22}$/)
    // By then the concert is over too.
    await purgeContactData(testEnv, Date.now() + 10 * 366 * 24 * 3_600_000)
    expect((await knownOf(order.id)).order.email).toBe('')
    expect(await cardKeyOf()).toBeNull()
    const [payment] = (await knownOf(order.id)).payments
    await noteCard(db, payment?.id ?? '', 'a-late-notice')
    expect(await cardKeyOf()).toBeNull()
  })
})
