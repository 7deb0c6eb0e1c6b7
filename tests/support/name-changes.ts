/** Helps tests to change the names on tickets (TIX-04). */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, vi } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import type { Env } from '../../worker/env.ts'
import { drainOutbox } from './drain-outbox.ts'
import { buildPaymentWorld, db, isolatedEnv, payByBank, recordsOf, type SentMail } from './payment-helpers.ts'
import { Visitor, type World } from './shop-world.ts'

export const DAY = 86_400_000

export const setTicket = (id: string, values: Partial<typeof tickets.$inferInsert>) =>
  db.update(tickets).set(values).where(eq(tickets.id, id))

export async function ticketOf(id: string) {
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id))
  if (!ticket) throw new Error('no ticket')
  return ticket
}

/** A paid order with one ticket in the name of Ida Brandt, and the link to it. The visitor sends requests to `env`. */
export async function paidOrder(world: World, env: Env) {
  const visitor = new Visitor()
  const { data } = await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
  const cart = data?.addItems.cart
  const named = await visitor.run('UpdatePersonalIdentifier', {
    itemId: cart?.items[0]?.id,
    personalIdentifier: 'Ida+Brandt',
    clientMutationId: 'name-change-test',
  })
  if (!cart || named.code) throw new Error(`not named: ${named.code}`)
  const placed = (await visitor.placeOrder(cart.totalCents)).data?.placeOrder.cart
  if (!placed) throw new Error('not placed')
  await payByBank(placed)
  const [ticket] = (await recordsOf(placed.id)).tickets
  if (!ticket) throw new Error('no ticket')
  visitor.env = env
  return { ...placed, visitor, ticket, key: await orderKeyOf(db, placed.id, Date.now()) }
}

export type Paid = Awaited<ReturnType<typeof paidOrder>>
export type Names = {
  tickets: { id: string; holder: string | null; obstacle: string | null; feeOrder: object | null }[]
}
type Changed = { changeTicketName: { names: Names; feeOrder: { id: string; reference: string } | null } }

/** Other tests leave mails in the outbox, so each order has a new holder with an address of their own. */
export const joOf = (orderId: string) => `jo.${orderId}@example.org`

let requests = 0
export function change({ visitor, id, key, ticket }: Paid, more: object = {}) {
  return visitor.run<Changed>('ChangeTicketName', {
    input: {
      orderId: id,
      key,
      ticketId: ticket.id,
      personalIdentifier: 'Jo+Öztürk',
      email: joOf(id),
      expectedFeeCents: 0,
      termsAccepted: true,
      clientMutationId: `change-${requests++}-test`,
      ...more,
    },
  })
}

export const setEvent = (world: World, values: Partial<typeof events.$inferInsert>) =>
  db.update(events).set(values).where(eq(events.id, world.standingEvent))

/** Prepares the tests of a file: the world's event requires names, and each test has a mailbox of its own. */
export function nameChangeWorld() {
  let world: World
  let mailbox = isolatedEnv()
  beforeAll(async () => {
    world = await buildPaymentWorld(Date.now())
    await setEvent(world, { personalizationRequirement: 'check_in_required' })
  })
  beforeEach(async () => {
    mailbox = isolatedEnv()
    await setEvent(world, { meta: {}, happeningFromAt: Date.now() + 40 * DAY })
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  return {
    get world(): World {
      return world
    },
    get env(): Env {
      return mailbox.env
    },
    get mails(): SentMail[] {
      return mailbox.mails
    },
    setEvent: (values: Parameters<typeof setEvent>[1]) => setEvent(world, values),
    paidOrder: () => paidOrder(world, mailbox.env),
    drain: () => drainOutbox(mailbox.env, Date.now()),
    /** Orders a change for 7.50 euros, and returns the order of the fee. */
    async changeForFee(order: Paid, more: object = {}) {
      await setEvent(world, { meta: { name_change_fee: 750 } })
      const { data, code } = await change(order, { expectedFeeCents: 750, ...more })
      const fee = data?.changeTicketName.feeOrder
      if (!fee) throw new Error(code ?? 'no fee')
      return { ...fee, visitor: order.visitor, totalCents: 750 }
    },
  }
}
