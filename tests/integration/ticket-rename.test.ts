/** SUP-03: operators give single tickets another name. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nameChanges } from '../../schema/tables/name-change.ts'
import { operatorActions } from '../../schema/tables/operator-action.ts'
import { change, joOf, nameChangeWorld, setTicket, ticketOf } from '../support/name-changes.ts'
import { db, operator } from '../support/payment-helpers.ts'

const shop = nameChangeWorld()
const { setEvent, paidOrder, changeForFee, drain } = shop
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})

describe('a ticket that an operator renames', () => {
  const rename = (
    { reference }: { reference: string },
    code: string,
    name: string,
    email: string | null = null,
    isPrintedAgain = false,
  ) => operator('POST', '/orders/rename-ticket', { reference, code, name, email, isPrintedAgain })

  it('SUP-03 gets a new code once, and both people get a mail, also after the deadline', async () => {
    const order = await paidOrder()
    await setEvent({ meta: { no_name_change: true } })
    const former = order.ticket.validationCode
    const answers = await Promise.all([0, 1].map(() => rename(order, former, 'Jo van Öztürk', joOf(order.id))))
    for (const answer of [...answers, await rename(order, former.slice(0, 12), 'Jo van+Öztürk', joOf(order.id))])
      expect(answer).toMatchObject({ status: 200, body: { ticketId: order.ticket.id, name: 'Jo van Öztürk' } })
    const { validationCode, personalIdentifier } = await ticketOf(order.ticket.id)
    expect(validationCode).not.toBe(former)
    expect(personalIdentifier).toEqual({ firstName: 'Jo van', lastName: 'Öztürk' })
    expect(await db.select().from(nameChanges).where(eq(nameChanges.orderId, order.id))).toMatchObject([
      { status: 'done', formerCode: former, formerHolder: { firstName: 'Ida' } },
    ])
    await drain()
    expect(shop.mails.find(({ to }) => to === order.visitor.email)?.text).toContain('Jo van Öztürk')
    expect(shop.mails.find(({ to }) => to === joOf(order.id))?.text).toContain(validationCode.slice(7))
    const journal = JSON.stringify(await db.select().from(operatorActions))
    expect(journal).toContain(former)
    expect(journal).not.toMatch(/Öztürk|jo\./)
    expect((await rename(order, former, 'Kim Lee')).body).toMatchObject({ code: 'TICKETS_NOT_VALID' })
    expect((await ticketOf(order.ticket.id)).validationCode).toBe(validationCode)
  })

  it('SUP-03 gets a new code if the operator prints it again, and the mail says that it comes by post', async () => {
    const order = await paidOrder()
    await setTicket(order.ticket.id, { kind: 'hard' })
    const code = order.ticket.validationCode
    expect((await rename(order, code, 'Kim Lee')).body).toMatchObject({ code: 'TICKETS_NOT_VALID' })
    expect(await rename(order, code, 'Kim Lee', joOf(order.id), true)).toMatchObject({ status: 200 })
    expect(await ticketOf(order.ticket.id)).toMatchObject({ kind: 'hard', personalIdentifier: { firstName: 'Kim' } })
    expect((await ticketOf(order.ticket.id)).validationCode).not.toBe(code)
    await drain()
    const toHolder = shop.mails.find(({ to }) => to === joOf(order.id))
    expect(toHolder?.text).toContain('Dieses Ticket kommt per Post.')
  })

  it('SUP-03 is sent to the buyer if no address is named', async () => {
    const order = await paidOrder()
    await drain()
    shop.mails.length = 0
    await rename(order, order.ticket.validationCode, 'Kim Lee')
    await drain()
    const { validationCode } = await ticketOf(order.ticket.id)
    const toBuyer = shop.mails.filter(({ to, text }) => to === order.visitor.email && text.includes('Kim Lee'))
    expect(toBuyer).toHaveLength(2)
    expect(toBuyer.filter(({ text }) => text.includes(validationCode.slice(7)))).toHaveLength(1)
  })

  it('SUP-03 keeps its name if it is unknown, void, of another order, or waits for a fee, or if the name is not complete', async () => {
    const order = await paidOrder()
    const code = order.ticket.validationCode
    const other = await paidOrder()
    const codeIn = async (answer: ReturnType<typeof rename>) => ((await answer).body as { code?: string }).code
    expect(await codeIn(rename(order, other.ticket.validationCode, 'Kim Lee'))).toBe('TICKETS_NOT_VALID')
    for (const name of ['Kim', 'ida  BRANDT', 'Kim+Lee+Street'])
      expect(await codeIn(rename(order, code, name)), name).toBe('BAD_INPUT')
    expect((await rename(order, code, 'Kim Lee', 'no address')).status).toBe(400)
    await setEvent({ personalizationRequirement: 'no_personalization_required' })
    expect(await codeIn(rename(order, code, 'Kim Lee'))).toBe('BAD_INPUT')
    await setEvent({ personalizationRequirement: 'check_in_required' })
    await setTicket(order.ticket.id, { kind: 'hard' })
    expect(await codeIn(rename(order, code, 'Kim Lee'))).toBe('TICKETS_NOT_VALID')
    await setTicket(order.ticket.id, { kind: 'online', invalidatedAt: 1 })
    expect(await codeIn(rename(order, code, 'Kim Lee'))).toBe('TICKETS_NOT_VALID')
    await changeForFee(other)
    expect(await codeIn(rename(other, other.ticket.validationCode, 'Kim Lee'))).toBe('NAME_CHANGE_UNPAID')
    for (const { ticket } of [order, other])
      expect((await ticketOf(ticket.id)).validationCode).toBe(ticket.validationCode)
  })

  it('SUP-03 has one new name if the fan changes it at the same time', async () => {
    const order = await paidOrder()
    await Promise.all([change(order), rename(order, order.ticket.validationCode, 'Kim Lee')])
    const rows = await db.select().from(nameChanges).where(eq(nameChanges.orderId, order.id))
    expect(new Set(rows.map(({ formerCode }) => formerCode)).size).toBe(rows.length)
    expect(rows.map(({ holder }) => holder)).toContainEqual((await ticketOf(order.ticket.id)).personalIdentifier)
  })
})
