/** TIX-04: names and contact data on tickets after the sale. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { nameChanges } from '../../schema/tables/name-change.ts'
import { orderItems } from '../../schema/tables/order.ts'
import type { Env } from '../../worker/env.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  change,
  DAY,
  joOf,
  type Names,
  paidOrder as orderPaidTicket,
  type Paid,
  setTicket,
  setEvent as setWorldEvent,
  ticketOf,
} from '../support/name-changes.ts'
import { buildPaymentWorld, db, isolatedEnv, type SentMail, setOrder } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
let env: Env
let mails: SentMail[]
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await setEvent({ personalizationRequirement: 'check_in_required' })
})
beforeEach(async () => {
  ;({ env, mails } = isolatedEnv())
  await setEvent({ meta: {}, happeningFromAt: Date.now() + 40 * DAY })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const setEvent = (values: Parameters<typeof setWorldEvent>[1]) => setWorldEvent(world, values)
const paidOrder = () => orderPaidTicket(world, env)
const digitsOf = ({ ticket }: Paid) => ticket.validationCode.slice(0, 12)
const byCode = (visitor: Visitor, validationCode: string) =>
  visitor.run<{ ticketByCode: object | null }>('TicketByCode', { validationCode })

describe('changing the name on a ticket', () => {
  it('TIX-04 gives the ticket a new holder and code at once, and tells the buyer and the new holder', async () => {
    const order = await paidOrder()
    const { data } = await change(order)
    expect(data?.changeTicketName).toMatchObject({ feeOrder: null, names: { tickets: [{ holder: 'Jo Öztürk' }] } })
    const changed = await ticketOf(order.ticket.id)
    expect(changed.validationCode).not.toBe(order.ticket.validationCode)
    expect(changed.personalIdentifier).toEqual({ firstName: 'Jo', lastName: 'Öztürk' })
    expect((await byCode(order.visitor, digitsOf(order))).data?.ticketByCode).toBeNull()
    expect(await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))).toMatchObject([
      { personalIdentifier: null },
    ])
    expect(await db.select().from(nameChanges).where(eq(nameChanges.orderId, order.id))).toMatchObject([
      { status: 'done', formerCode: order.ticket.validationCode, formerHolder: { firstName: 'Ida' } },
    ])

    await drainOutbox(env, Date.now())
    const toBuyer = mails.find(({ to }) => to === order.visitor.email)
    const toHolder = mails.find(({ to }) => to === joOf(order.id))
    expect(toBuyer?.text).toContain(`/order/${order.id}?key=${order.key}`)
    expect(toBuyer?.text).not.toContain(changed.validationCode.slice(7))
    expect(toHolder?.text).toContain(changed.validationCode.slice(7))
    expect(toHolder?.text).not.toContain(order.key)
    expect(toHolder?.attachments?.map(({ type }) => type)).toContain('application/pdf')
    const all = JSON.stringify([toBuyer?.text, toHolder?.text, toHolder?.html])
    expect(all).not.toContain(order.ticket.validationCode.slice(7))
  })

  it('TIX-03, TIX-04 hides the new code from a former holder who knows the id of the ticket', async () => {
    const order = await paidOrder()
    const find = () => new Visitor().run<{ ticketDetails: object }>('TicketDetails', { ticket: order.ticket.id })
    expect((await find()).code).toBeNull()
    expect((await change(order)).code).toBeNull()
    expect((await find()).code).toBe('CHECKIN_ERROR_NOTFOUND')
  })

  it('TIX-04 tells the holder before as well, and does not send the latest code to a former holder', async () => {
    const order = await paidOrder()
    await change(order)
    await change(order, { personalIdentifier: 'Kim+Lee', email: 'kim@example.org' })
    await drainOutbox(env, Date.now())
    const toJo = mails.filter(({ to }) => to === joOf(order.id))
    expect(toJo.map(({ subject }) => subject)).toEqual([expect.stringContaining('anderen Namen')])
    const code = (await ticketOf(order.ticket.id)).validationCode.slice(7)
    expect(toJo[0]?.text).not.toContain(code)
    expect(mails.find(({ to }) => to === 'kim@example.org')?.text).toContain(code)
  })

  it('TIX-04 changes the name once if the request is repeated, and refuses another request with its key', async () => {
    const order = await paidOrder()
    const clientMutationId = 'repeated-request'
    await change(order, { clientMutationId })
    const { validationCode } = await ticketOf(order.ticket.id)
    expect((await change(order, { clientMutationId })).code).toBeNull()
    expect((await change(order, { clientMutationId, email: 'kim@example.org' })).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await ticketOf(order.ticket.id)).validationCode).toBe(validationCode)
  })

  it('TIX-04 of two changes at the same time, one takes effect', async () => {
    const order = await paidOrder()
    const people = ['Jo+Öztürk', 'Kim+Lee', 'Max+Weber', 'Eva+Novak']
    const answers = await Promise.all(people.map((personalIdentifier) => change(order, { personalIdentifier })))
    const rows = await db.select().from(nameChanges).where(eq(nameChanges.orderId, order.id))
    const { personalIdentifier, validationCode } = await ticketOf(order.ticket.id)
    // Each change that took effect replaced a different code, and the last one is on the ticket.
    expect(new Set(rows.map(({ formerCode }) => formerCode)).size).toBe(rows.length)
    expect(answers.filter(({ code }) => code === null)).toHaveLength(rows.length)
    expect(rows.map(({ holder }) => holder)).toContainEqual(personalIdentifier)
    expect(rows.map(({ formerCode }) => formerCode)).not.toContain(validationCode)
    for (const { code } of answers) expect(code === null || code === 'TICKET_CHANGED').toBe(true)
  })

  it.each([
    ['a void ticket', { invalidatedAt: 1 }, 'TICKET_NOT_CHANGEABLE'],
    ['a used ticket', { checkedInAt: 1 }, 'TICKET_NOT_CHANGEABLE'],
    ['an expired ticket', { expiresAt: 1 }, 'TICKET_NOT_CHANGEABLE'],
    ['a disputed ticket', { disputedAt: 1 }, 'TICKET_NOT_CHANGEABLE'],
  ])('TIX-04 refuses %s', async (_what, state, code) => {
    const order = await paidOrder()
    await setTicket(order.ticket.id, state)
    expect(await change(order)).toMatchObject({ code })
    expect((await ticketOf(order.ticket.id)).validationCode).toBe(order.ticket.validationCode)
  })

  it('TIX-04 refuses a change after the deadline, without permission, of a refunded order, and with bad input', async () => {
    const order = await paidOrder()
    const other = await paidOrder()
    for (const meta of [{ no_name_change: true }, { name_change_until_hours: 24 * 41 }]) {
      await setEvent({ meta })
      expect(await change(order)).toMatchObject({ code: 'NAME_CHANGE_CLOSED' })
    }
    await setEvent({ meta: {}, status: 'postponed', happeningFromAt: Date.now() - DAY })
    const { data } = await order.visitor.run<{ orderNames: Names }>('OrderNames', { orderId: order.id, key: order.key })
    expect(data?.orderNames.tickets).toMatchObject([{ obstacle: null, changeableUntil: null }])
    await setEvent({ meta: {}, status: 'active', happeningFromAt: Date.now() + 40 * DAY })
    expect(await change(order, { ticketId: other.ticket.id })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await change(order, { key: other.key })).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await change(order, { personalIdentifier: 'ida+ BRANDT' })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await change(order, { personalIdentifier: 'Jo' })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await change(order, { personalIdentifier: 'Jo+Öztürk\nKim+Lee' })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await change(order, { email: 'nobody' })).toMatchObject({ code: 'BAD_INPUT' })
    await setOrder(order.id, { status: 'refunded' })
    expect(await change(order)).toMatchObject({ code: 'TICKET_NOT_CHANGEABLE' })
    expect((await ticketOf(order.ticket.id)).personalIdentifier).toEqual({ firstName: 'Ida', lastName: 'Brandt' })
  })
})

describe('contact data by the code of a ticket', () => {
  const send = (visitor: Visitor, validationCode: string, personalIdentifier: string) =>
    visitor.run<{ requestItemPersonalizationChange: { ticket: object } }>('RequestItemPersonalizationChange', {
      validationCode,
      personalIdentifier,
      clientMutationId: `request-${crypto.randomUUID()}`,
    })

  it('TIX-04 a code reveals the event only, and part of a code reveals nothing', async () => {
    const order = await paidOrder()
    const { data } = await byCode(new Visitor(), ` ${digitsOf(order).replace(/(.{4})/g, '$1 ')}`)
    expect(data?.ticketByCode).toEqual({
      eventName: expect.stringContaining('standing'),
      venueName: 'Halle',
      happeningFromAt: expect.any(Number),
      timeZone: 'Europe/Berlin',
      asksContact: false,
    })
    for (const wrong of ['123', digitsOf(order).slice(1), `${digitsOf(order)}0`, '%', '000000000000'])
      expect((await byCode(new Visitor(), wrong)).data?.ticketByCode).toBeNull()
    // A band's shop knows the tickets of its own events only.
    const eisenwald = new Visitor('eisenwald', 'https://merch.eisenwald.example')
    expect((await byCode(eisenwald, digitsOf(order))).data?.ticketByCode).toBeNull()
    expect((await byCode(new Visitor('nachtfalter'), digitsOf(order))).data?.ticketByCode).not.toBeNull()
    await setTicket(order.ticket.id, { invalidatedAt: 1 })
    expect((await byCode(new Visitor(), digitsOf(order))).data?.ticketByCode).toBeNull()
  })

  it('TIX-04 stores the contact data of the same holder, and asks the buyer about another name once a day', async () => {
    const order = await paidOrder()
    await setEvent({ meta: { contact_tracing: true } })
    const stranger = new Visitor()
    stranger.env = env
    const code = digitsOf(order)
    const same = await send(stranger, code, 'ida+Brandt+Neuer Weg 2, 10999 Berlin++49 30 98765')
    const contact = {
      firstName: 'ida',
      lastName: 'Brandt',
      address: 'Neuer Weg 2, 10999 Berlin',
      phone: '+49 30 98765',
    }
    expect((await ticketOf(order.ticket.id)).personalIdentifier).toEqual(contact)
    const other = await send(stranger, code, 'Mal+Lory+Weg 1, 10999 Berlin+030 12345')
    expect(other).toEqual(same)
    expect(await send(stranger, code, 'Eve+Lory+Weg 1, 10999 Berlin+030 12345')).toEqual(same)
    expect(await ticketOf(order.ticket.id)).toMatchObject({
      personalIdentifier: contact,
      validationCode: order.ticket.validationCode,
    })
    await drainOutbox(env, Date.now())
    const asked = mails.filter(({ subject }) => subject.startsWith('Soll dein Ticket'))
    expect(asked.map(({ to }) => to)).toEqual([order.visitor.email])
    expect(asked[0]?.text).toContain('Mal Lory')
    expect(await send(stranger, code, 'Mal+Lory')).toMatchObject({ code: 'BAD_INPUT' })
    expect(await send(stranger, '000000000000', 'Mal+Lory')).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('TIX-04 a network that guesses codes is refused, even with a right code', async () => {
    const order = await paidOrder()
    const guesser = new Visitor()
    guesser.address = '203.0.113.77'
    const guess = (_: unknown, index: number) => byCode(guesser, String(100000000000 + index))
    const answers = await Promise.all(Array.from({ length: 60 }, guess))
    expect(answers[0]).toMatchObject({ code: null, data: { ticketByCode: null } })
    expect(await byCode(guesser, digitsOf(order))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await send(guesser, digitsOf(order), 'Mal+Lory')).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

it('TIX-05 the history of names is deleted 28 days after the event', async () => {
  const order = await paidOrder()
  await change(order)
  const rows = () => db.select().from(nameChanges).where(eq(nameChanges.orderId, order.id))
  await setEvent({ happeningFromAt: Date.now() - 27 * DAY, happeningUntilAt: null })
  await purgeContactData(env, Date.now())
  expect(await rows()).toHaveLength(1)
  await setEvent({ happeningFromAt: Date.now() - 29 * DAY })
  await purgeContactData(env, Date.now())
  expect(await rows()).toEqual([])
})
