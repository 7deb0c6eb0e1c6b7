/** TIX-04: names and contact data on tickets after the sale. */
import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type OrderSecret, orderFilePath } from '../../schema/order-path.ts'
import { nameChanges } from '../../schema/tables/name-change.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { Browser } from '../support/edge.ts'
import {
  change,
  DAY,
  joOf,
  type Names,
  nameChangeWorld,
  type Paid,
  setTicket,
  ticketOf,
} from '../support/name-changes.ts'
import { db, setOrder } from '../support/payment-helpers.ts'
import { textsOfPdf } from '../support/pdf-text.ts'
import { Visitor } from '../support/shop-world.ts'
import { passIn } from '../support/wallet-helpers.ts'

const shop = nameChangeWorld()
const { setEvent, paidOrder, drain } = shop

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

    await drain()
    const toBuyer = shop.mails.find(({ to }) => to === order.visitor.email)
    const toHolder = shop.mails.find(({ to }) => to === joOf(order.id))
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
    await drain()
    const toJo = shop.mails.filter(({ to }) => to === joOf(order.id))
    expect(toJo.map(({ subject }) => subject)).toEqual([expect.stringContaining('anderen Namen')])
    const code = (await ticketOf(order.ticket.id)).validationCode.slice(7)
    expect(toJo[0]?.text).not.toContain(code)
    expect(shop.mails.find(({ to }) => to === 'kim@example.org')?.text).toContain(code)
  })

  it('TIX-04, TIX-06 sends the new holder a link to the pass of this ticket, which the next change makes void', async () => {
    const order = await paidOrder()
    await change(order)
    await drain()
    const changed = await ticketOf(order.ticket.id)
    const text = shop.mails.find(({ to }) => to === joOf(order.id))?.text ?? ''
    const [, apple = '', passId = '', token = ''] =
      /(\/api\/v2\/shops\/stagedoor\/passes\/(\w+)\/(\w+)\.pkpass)/.exec(text) ?? []
    const google = `/api/v2/shops/stagedoor/passes/${passId}/${token}.google`
    expect(text).toContain(google)
    const { pass } = await passIn(await new Browser().fetch(apple))
    expect(JSON.stringify(pass)).toContain(changed.validationCode)
    expect(JSON.stringify(pass)).toContain('Jo Öztürk')
    // A program that checks mails opens the link, and Google learns nothing.
    const page = await new Browser().open(`${google}?lang=en`)
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('href="?save=1&amp;lang=en"') })
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect((await new Browser().fetch(`${google}?save=1`)).status).toBe(302)
    const other = await paidOrder()
    await change(other)
    await drain()
    const [, otherId = ''] =
      /\/passes\/(\w+)\//.exec(shop.mails.find(({ to }) => to === joOf(other.id))?.text ?? '') ?? []
    const refused = [
      apple.replace(token, '0'.repeat(token.length)),
      apple.replace(passId, otherId),
      apple.replace(passId, order.ticket.id),
      apple.replace(token, ''),
      apple.replace('.pkpass', '.exe'),
    ]
    for (const path of refused) expect((await new Browser().fetch(path)).status).toBe(404)

    await change(order, { personalIdentifier: 'Kim+Lee', email: 'kim@example.org' })
    for (const path of [apple, google, `${google}?save=1`]) {
      const { status, body } = await new Browser().open(path)
      expect({ status, body }).toMatchObject({
        status: 404,
        body: expect.stringContaining('Diesen Pass gibt es nicht'),
      })
    }
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
    ['a void ticket, which the page does not list', { invalidatedAt: 1 }, []],
    ['a checked-in ticket, and the page says why', { checkedInAt: 1 }, ['CHECKED_IN']],
    ['an expired ticket, which the page does not list', { expiresAt: 1 }, []],
    ['a disputed ticket, and the page says why', { disputedAt: 1 }, ['NOT_VALID']],
    ['a ticket disputed after its check-in, and the page says why', { checkedInAt: 1, disputedAt: 1 }, ['NOT_VALID']],
  ])('TIX-04 refuses %s', async (_what, state, obstacles) => {
    const order = await paidOrder()
    await setTicket(order.ticket.id, state)
    expect(await change(order)).toMatchObject({ code: 'TICKET_NOT_CHANGEABLE' })
    expect((await ticketOf(order.ticket.id)).validationCode).toBe(order.ticket.validationCode)
    const { data } = await order.visitor.run<{ orderNames: Names }>('OrderNames', { orderId: order.id, key: order.key })
    expect(data?.orderNames.tickets.map(({ obstacle }) => obstacle)).toEqual(obstacles)
  })

  it('TIX-04 refuses a ticket that comes by post, whose printed code must stay valid', async () => {
    const order = await paidOrder()
    await setTicket(order.ticket.id, { kind: 'hard' })
    expect(await change(order)).toMatchObject({ code: 'TICKET_BY_POST' })
    expect((await ticketOf(order.ticket.id)).validationCode).toBe(order.ticket.validationCode)
    const { data } = await order.visitor.run<{ orderNames: Names }>('OrderNames', { orderId: order.id, key: order.key })
    expect(data?.orderNames.tickets).toMatchObject([{ obstacle: 'BY_POST' }])
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
      city: 'Berlin',
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

  it('TIX-04 stores the contact data of the same holder, and asks the buyer about other names three times a day at most', async () => {
    const order = await paidOrder()
    await setEvent({ meta: { contact_tracing: true } })
    const stranger = new Visitor()
    stranger.env = shop.env
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
    for (const name of ['Eve', 'Ann'])
      expect(await send(stranger, code, `${name}+Lory+Weg 1, 10999 Berlin+030 12345`)).toEqual(same)
    expect(await send(stranger, code, 'Max+Lory+Weg 1, 10999 Berlin+030 12345')).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    expect(await ticketOf(order.ticket.id)).toMatchObject({
      personalIdentifier: contact,
      validationCode: order.ticket.validationCode,
    })
    await drain()
    const asked = shop.mails.filter(({ subject }) => subject.startsWith('Soll dein Ticket'))
    expect(asked.map(({ to }) => to)).toEqual(Array(3).fill(order.visitor.email))
    const texts = asked.map(({ text }) => text).join()
    expect(['Mal Lory', 'Eve Lory', 'Ann Lory', 'Max Lory'].map((name) => texts.includes(name))).toEqual([
      true,
      true,
      true,
      false,
    ])
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

describe('the tickets of an event that has moved', () => {
  const open = async ({ id, reference, visitor }: Paid) =>
    (await visitor.run<{ order: { tickets: object[] } }>('Order', { orderId: id, reference })).data?.order.tickets

  it('DONE-01, TIX-04 stay valid until 28 days after the new date, and have no end while there is none', async () => {
    const order = await paidOrder()
    await setTicket(order.ticket.id, { expiresAt: 1 })
    expect(await open(order)).toEqual([])
    const moved = Date.now() + 60 * DAY
    await setEvent({ happeningFromAt: moved, happeningUntilAt: null })
    expect((await ticketOf(order.ticket.id)).expiresAt).toBe(moved + 28 * DAY)
    expect(await open(order)).toHaveLength(1)
    await setEvent({ status: 'postponed', happeningFromAt: Date.now() - 60 * DAY })
    expect(await open(order)).toHaveLength(1)
    expect((await change(order)).code).toBeNull()
    const later = await paidOrder()
    expect((await ticketOf(later.ticket.id)).expiresAt).toBe((await ticketOf(order.ticket.id)).expiresAt)
    await setEvent({ status: 'active' })
    expect(await open(order)).toEqual([])
  })

  it('DONE-02 have files that name no former date', async () => {
    const order = await paidOrder()
    const { id, reference } = order
    const file = (name: string) =>
      exports.default.fetch(new Request(`http://localhost:8787${orderFilePath('stagedoor', id, { reference }, name)}`))
    expect((await file(`${shop.world.standingEvent}.ics`)).status).toBe(200)
    await setEvent({ status: 'postponed' })
    expect((await file(`${shop.world.standingEvent}.ics`)).status).toBe(404)
    const pdf = await textsOfPdf(new Uint8Array(await (await file('tickets.pdf')).arrayBuffer()))
    expect(pdf.join('')).toContain('Neuer Termin folgt')
    await setEvent({ status: 'active', meta: { hideDate: true } })
    const hidden = await textsOfPdf(new Uint8Array(await (await file('tickets.pdf')).arrayBuffer()))
    expect(hidden.join('')).not.toContain('Neuer Termin folgt')
    await setEvent({ status: 'active' })
  })
})

it('DONE-02, TIX-04 the PDF names the holder as long as the link from the mail shows names', async () => {
  const order = await paidOrder()
  const pdf = async (secret: OrderSecret) => {
    const path = orderFilePath('stagedoor', order.id, secret, 'tickets.pdf')
    const answer = await exports.default.fetch(new Request(`http://localhost:8787${path}`))
    return answer.ok ? (await textsOfPdf(new Uint8Array(await answer.arrayBuffer()))).join(' ') : answer.status
  }
  await setOrder(order.id, { placedAt: Date.now() - 29 * DAY })
  expect(await pdf({ key: order.key })).toContain('Ida Brandt')
  expect(await pdf({ reference: order.reference })).not.toContain('Ida')
  expect(await pdf({ key: order.key.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })).toBe(404)
})

it('TIX-03, TIX-04 the new holder checks in by the code, to which the page of the order links', async () => {
  const now = Date.now()
  const checkin = { items: [{ type: 'content' as const, content: { de: 'Bis bald', en: 'See you soon' }, order: 1 }] }
  const order = await paidOrder()
  await setEvent({ meta: { checkin }, checkInStartAt: now - DAY, checkInEndAt: now + DAY })
  const keys = async () => {
    const { id, key } = order
    const { data } = await order.visitor.run<{ orderPage: { order: { tickets: { checkInKey: string }[] } } }>(
      'OrderPage',
      { orderId: id, key },
    )
    return data?.orderPage.order.tickets.map(({ checkInKey }) => checkInKey)
  }
  expect(await keys()).toEqual([order.ticket.id])
  expect((await change(order)).code).toBeNull()
  const { validationCode } = await ticketOf(order.ticket.id)
  expect(await keys()).toEqual([validationCode])
  const input = { clientMutationId: crypto.randomUUID(), ticket: validationCode, answers: [] }
  const { data, code } = await new Visitor().run<{ checkIn: object }>('CheckIn', { input })
  expect(code).toBeNull()
  const { checkedInAt } = await ticketOf(order.ticket.id)
  expect(checkedInAt).not.toBeNull()
  expect(data?.checkIn).toMatchObject({ code: validationCode, checkedInAt })
})

it('TIX-05 the history of names is deleted 28 days after the event', async () => {
  const order = await paidOrder()
  await change(order)
  const rows = () => db.select().from(nameChanges).where(eq(nameChanges.orderId, order.id))
  await setEvent({ happeningFromAt: Date.now() - 27 * DAY, happeningUntilAt: null })
  await purgeContactData(shop.env, Date.now())
  expect(await rows()).toHaveLength(1)
  await setEvent({ happeningFromAt: Date.now() - 29 * DAY })
  await purgeContactData(shop.env, Date.now())
  expect(await rows()).toEqual([])
})
