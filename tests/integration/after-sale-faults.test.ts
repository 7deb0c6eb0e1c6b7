/**
 * Everything that a fan can send after the sale, while the database, the queue or the mail platform fails. Either the fan is
 * told that nothing was stored, or it is stored once and its mail is sent later.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { events } from '../../schema/tables/event.ts'
import { nameChanges } from '../../schema/tables/name-change.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { refundAccounts, refunds } from '../../schema/tables/payment.ts'
import { submissions } from '../../schema/tables/submission.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import type { Env } from '../../worker/env.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { type Paid, paidOrder, setEvent } from '../support/name-changes.ts'
import { buildPaymentWorld, db, isolatedEnv, type SentMail } from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { newKey } from '../support/submission-helpers.ts'
import { testEnv } from '../support/test-env.ts'
import { ACCOUNT } from '../support/ticket-returns.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

type Table = 'outbox' | 'submissions' | 'refunds' | 'refund_accounts' | 'name_changes' | 'tickets' | 'order_items'

type Operation = {
  name: string
  input: (order: Paid) => Record<string, unknown>
  /** What the organiser allows. */
  meta?: EventMeta
  /** The tables that the operation writes. */
  tables: Table[]
  /** The subject of the mail that the fan gets; null if there is none. */
  subject: RegExp | null
}

const person = (order: Paid) => ({ name: 'Ida Brandt', email: order.visitor.email })
const digitsOf = ({ ticket }: Paid) => ticket.validationCode.slice(0, 12)

const OPERATIONS: Operation[] = [
  {
    name: 'SubmitWithdrawal',
    input: (order) => {
      const { email, name } = person(order)
      return { input: { clientMutationId: newKey(), name, email, reference: order.reference, about: '' } }
    },
    tables: ['submissions', 'outbox'],
    subject: /Widerruf/,
  },
  {
    name: 'RequestTicketChange',
    input: (order) => {
      const ticket = { type: 'online', name: 'Ida Brandt', newName: 'Bo Ek', number: order.ticket.validationCode }
      const form = { key: newKey(), orderReference: order.reference, comment: '', tickets: [ticket] }
      return { input: { ...person(order), ...form } }
    },
    tables: ['submissions', 'outbox'],
    subject: /Anfrage/,
  },
  {
    name: 'SubmitRefundRequest',
    input: (order) => ({
      input: {
        clientMutationId: newKey(),
        orderId: order.id,
        productId: world.standingEvent,
        email: order.visitor.email,
        validationCodes: [digitsOf(order)],
        bankAccount: ACCOUNT,
      },
    }),
    meta: { mass_refund: { state: 'open' } },
    tables: ['outbox', 'refunds', 'refund_accounts', 'tickets', 'order_items'],
    subject: /^Tickets zurückgegeben/,
  },
  {
    name: 'ChangeTicketName',
    input: (order) => ({
      input: {
        orderId: order.id,
        key: order.key,
        ticketId: order.ticket.id,
        personalIdentifier: 'Jo+Öztürk',
        email: `jo.${order.id}@example.org`,
        expectedFeeCents: 0,
        termsAccepted: true,
        clientMutationId: newKey(),
      },
    }),
    tables: ['name_changes', 'tickets', 'outbox'],
    subject: /Ticket/,
  },
  {
    name: 'RequestItemPersonalizationChange',
    input: (order) => ({
      validationCode: digitsOf(order),
      personalIdentifier: 'Mal+Lory',
      clientMutationId: newKey(),
    }),
    tables: ['name_changes', 'outbox'],
    subject: /^Soll dein Ticket/,
  },
  {
    name: 'CheckIn',
    input: (order) => ({
      input: { clientMutationId: newKey(), ticket: order.ticket.id, answers: [{ name: 'name', text: 'Ida Brandt' }] },
    }),
    tables: ['tickets'],
    subject: null,
  },
  {
    name: 'RequestOrderLink',
    input: ({ reference, visitor }) => ({ reference, email: visitor.email }),
    tables: ['outbox'],
    subject: /^Der Link zu deiner Bestellung/,
  },
  {
    name: 'RepeatOrderMail',
    input: ({ id, key }) => ({ orderId: id, key }),
    tables: ['outbox'],
    subject: /bestätigt/,
  },
]

/** A paid order with one ticket, whose own mails have been sent. */
async function prepared({ meta = {} }: Operation): Promise<Paid> {
  const now = Date.now()
  await db.update(events).set({ checkInStartAt: now - HOUR, checkInEndAt: now + HOUR })
  await setEvent(world, { personalizationRequirement: 'check_in_required', meta: {} })
  const order = await paidOrder(world, testEnv)
  await setEvent(world, { meta })
  await drainOutbox(isolatedEnv().env, Date.now())
  return order
}

/** Everything that the operations write. The queue may process outbox rows at any time, so only their ids count. */
async function stored(): Promise<string> {
  const tables = [submissions, refunds, refundAccounts, nameChanges, tickets, orderItems]
  const rows = await Promise.all(tables.map((table) => db.select().from(table)))
  const ids = await db.select({ id: outbox.id }).from(outbox)
  return JSON.stringify([...rows, ids.map(({ id }) => id).sort()])
}

async function setStuck(table: Table, isStuck: boolean): Promise<void> {
  // The queue updates outbox rows, and that must not fail.
  for (const change of table === 'outbox' ? ['INSERT'] : ['INSERT', 'UPDATE']) {
    const name = `stuck_${change}`
    const create = `CREATE TRIGGER ${name} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'stuck'); END`
    await testEnv.DB.exec(isStuck ? create : `DROP TRIGGER ${name}`)
  }
}

const failing = (what: string) => async () => {
  throw new Error(`${what} unreachable`)
}

const runs = OPERATIONS.flatMap((operation) =>
  operation.tables.map((table) => [operation.name, table, operation] as const),
)

describe('what a fan sends after the sale', () => {
  it.each(runs)(
    'ERR-01 %s changes nothing and says so while the table %s fails, and works afterwards',
    async (name, table, operation) => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const order = await prepared(operation)
      const input = operation.input(order)
      const before = await stored()
      await setStuck(table, true)
      const { code, data } = await order.visitor.run(name, input)
      await setStuck(table, false)
      expect({ code, data }).toEqual({ code: 'INTERNAL', data: null })
      expect(errors).toHaveBeenCalledOnce()
      expect(await stored()).toBe(before)
      // The browser repeats the request with the same key.
      expect((await order.visitor.run(name, input)).code).toBeNull()
      expect(await stored()).not.toBe(before)
      vi.restoreAllMocks()
    },
  )

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    'SUP-05, ERR-01 %s is stored once if it arrives twice at once while the queue fails, and its mail is sent once the mail platform works',
    async (name, operation) => {
      for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
      const order = await prepared(operation)
      const input = operation.input(order)
      order.visitor.env = { ...testEnv, OUTBOX: { sendBatch: failing('queue') } } satisfies Env
      const answers = await Promise.all([1, 2].map(() => order.visitor.run(name, input)))
      expect(answers.map(({ code }) => code)).toEqual([null, null])
      const after = await stored()
      expect((await order.visitor.run(name, input)).code).toBeNull()
      expect(await stored()).toBe(after)

      const { env, mails } = isolatedEnv()
      const drain = (more: Partial<Env> = {}) => drainOutbox({ ...env, ...more }, Date.now())
      const isOfFan = ({ to }: SentMail) => to === order.visitor.email
      await drain({ EMAIL: { send: failing('mail platform') } })
      expect(mails).toEqual([])
      await db.update(outbox).set({ nextAttemptAt: 0 }).where(sql`done_at is null`)
      await drain()
      const subjects = mails.filter(isOfFan).map(({ subject }) => subject)
      expect(subjects).toEqual(operation.subject === null ? [] : [expect.stringMatching(operation.subject)])
      vi.restoreAllMocks()
    },
  )
})
