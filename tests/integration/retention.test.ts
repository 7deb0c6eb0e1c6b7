/**
 * Fills every table that can contain personal data, lets the purge run for years of virtual time, and compares the data that
 * is left with the data that the law requires. Each value contains a marker, which is searched for in the whole database.
 */
import { eq, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { DAY, HOUR } from '../../schema/limits.ts'
import * as schema from '../../schema/tables/index.ts'
import { finishSubmission, insertReply } from '../../worker/db/submission.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { storeSubmission } from '../../worker/services/submission.ts'
import {
  buildPaymentWorld,
  db,
  type Placed,
  placeOrder,
  placePaidOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { newKey, senderIn, submissionOf } from '../support/submission-helpers.ts'
import { testEnv } from '../support/test-env.ts'

type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? Name : never
}[keyof typeof schema]

/**
 * Whether a table can contain data about a fan. A new table does not compile until it has an entry here. If it is `personal`,
 * the test below must fill it, and the purge must delete the data.
 */
const CONTENT = {
  orders: 'personal',
  orderItems: 'personal',
  emailCorrections: 'personal',
  payments: 'personal',
  refundAccounts: 'personal',
  shipments: 'personal',
  tickets: 'personal',
  nameChanges: 'personal',
  walletDevices: 'personal',
  submissions: 'personal',
  submissionReplies: 'personal',
  uploads: 'personal',
  subscribers: 'personal',
  reminders: 'personal',
  outbox: 'personal',
  // The books: amounts, dates and ids. Invoices read the buyer's address from the order.
  refunds: 'other',
  invoices: 'other',
  goodsReturns: 'other',
  priceHistory: 'other',
  variantStock: 'other',
  // Secrets and hashes that belong to no name.
  orderKeys: 'other',
  walletPasses: 'other',
  vouchers: 'other',
  voucherRedemptions: 'other',
  voucherReservations: 'other',
  presaleCodes: 'other',
  // Work in progress, and the journal of operators, by ids and references.
  refundReleases: 'other',
  providerEvents: 'other',
  incidents: 'other',
  jobRuns: 'other',
  operatorActions: 'other',
  // The catalogue.
  allotments: 'other',
  carriers: 'other',
  catalogueSources: 'other',
  catalogueState: 'other',
  categories: 'other',
  eventArtists: 'other',
  eventAvailability: 'other',
  eventCategories: 'other',
  events: 'other',
  news: 'other',
  pricingCategories: 'other',
  productCategories: 'other',
  products: 'other',
  redirects: 'other',
  sectionBlocks: 'other',
  shops: 'other',
  subcategories: 'other',
  tourArtists: 'other',
  tourEvents: 'other',
  tours: 'other',
  variants: 'other',
  venues: 'other',
  waitingRooms: 'other',
  withdrawnSeats: 'other',
} satisfies Record<TableName, 'personal' | 'other'>

const TABLES = Object.entries(schema).flatMap(([name, value]) =>
  is(value, SQLiteTable) ? [{ name, table: value }] : [],
)

const mark = (name: string) => `<<${name}>>`

/** The markers in the rows of each table. */
async function markers(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { name, table } of TABLES) {
    const text = JSON.stringify(await db.select().from(table))
    found.set(name, [...text.matchAll(/<<(.+?)>>/g)].map(([, marker = '']) => marker).sort())
  }
  return found
}

const left = async () => [...(await markers()).values()].flat().sort()

const photosLeft = async () =>
  (await testEnv.BUCKET.list({ prefix: 'proofs/retention-' })).objects.map(({ key }) => key)

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

/** Replaces all personal data of an order by markers that begin with `tag`, and adds all that can belong to an order. */
async function fill({ id }: Placed, tag: string, now: number): Promise<void> {
  const { order, tickets: issued, payments } = await recordsOf(id)
  const address = (name: string) => ({ ...order.billingAddress, lastName: mark(`${tag}: ${name}`) })
  const contact = {
    email: mark(`${tag}: email`),
    buyerKey: mark(`${tag}: mailbox`),
    networkKey: mark(`${tag}: network`),
    deliveryKey: mark(`${tag}: delivery key`),
    shippingAddress: address('delivery'),
    billingAddress: address('billing'),
  }
  await db.update(schema.orders).set(contact).where(eq(schema.orders.id, id))
  for (const { id: itemId, eventId } of await db
    .select()
    .from(schema.orderItems)
    .where(eq(schema.orderItems.orderId, id)))
    await db
      .update(schema.orderItems)
      .set({ personalIdentifier: mark(`${tag}: ${eventId === null ? 'text on goods' : 'name in the cart'}`) })
      .where(eq(schema.orderItems.id, itemId))
  const tracking = { trackingNumber: mark(`${tag}: parcel`), trackingUrl: mark(`${tag}: parcel`) }
  await db.insert(schema.shipments).values({ orderId: id, ...tracking })
  await db
    .insert(schema.emailCorrections)
    .values({ orderId: id, number: 1, formerEmail: mark(`${tag}: former email`), correctedAt: now })
  for (const payment of payments)
    await db
      .update(schema.payments)
      .set({ cardKey: mark(`${tag}: card`) })
      .where(eq(schema.payments.id, payment.id))
  const [ticket] = issued
  if (!ticket) return
  await db
    .update(schema.tickets)
    .set({ personalIdentifier: { firstName: mark(`${tag}: holder`), answers: { name: mark(`${tag}: answer`) } } })
    .where(eq(schema.tickets.id, ticket.id))
  const passId = newId('walletPass', now)
  await db.insert(schema.walletPasses).values({
    id: passId,
    ticketId: ticket.id,
    orderId: id,
    eventId: ticket.eventId,
    code: ticket.validationCode,
    token: 'token',
    createdAt: now,
    changedAt: now,
  })
  await db
    .insert(schema.walletDevices)
    .values({ passId, deviceId: mark(`${tag}: device`), pushToken: mark(`${tag}: device`), registeredAt: now })
  for (const status of ['requested', 'dropped', 'done'] as const)
    await db.insert(schema.nameChanges).values({
      id: newId('nameChange', now),
      requestKey: `${id}/${status}`,
      ticketId: ticket.id,
      orderId: id,
      eventId: ticket.eventId,
      status,
      formerHolder: { lastName: mark(`${tag}: ${status} name change`) },
      holder: { lastName: mark(`${tag}: ${status} name change`) },
      email: mark(`${tag}: ${status} name change`),
      formerCode: ticket.validationCode,
      createdAt: now,
      doneAt: status === 'done' ? now : null,
    })
}

async function refund({ id }: Placed, tag: string, now: number): Promise<void> {
  const refundId = newId('refund', now)
  const [payment] = (await recordsOf(id)).payments
  const row = { id: refundId, orderId: id, paymentId: payment?.id ?? '', reason: 'request', status: 'done' } as const
  await db.insert(schema.refunds).values({ ...row, amountCents: 100, createdAt: now, doneAt: now })
  await db
    .insert(schema.refundAccounts)
    .values({ refundId, holder: mark(`${tag}: account`), iban: mark(`${tag}: account`) })
  await db.update(schema.orders).set({ status: 'refunded' }).where(eq(schema.orders.id, id))
}

/** A submission with a photo and an answer, and a photo that was never sent. */
async function submission(kind: 'cancel' | 'withdrawal', tag: string, now: number): Promise<string> {
  const key = newKey()
  const sender = await senderIn('stagedoor', { now })
  const given = submissionOf({ kind, key, name: mark(`${tag}: name`), data: { comment: mark(`${tag}: text`) } })
  const { id } = await storeSubmission(sender, given)
  await db
    .update(schema.submissions)
    .set({ email: mark(`${tag}: email`), mailboxKey: mark(`${tag}: mailbox`) })
    .where(eq(schema.submissions.id, id))
  for (const claimedAt of [now, null]) {
    const objectKey = `proofs/retention-${mark(`${tag}: ${claimedAt === null ? 'unsent photo' : 'photo'}`)}`
    await testEnv.BUCKET.put(objectKey, 'picture')
    const file = { contentType: 'image/jpeg', bytes: 7, sha256: '' }
    const submissionId = claimedAt === null ? 'sub_never_sent' : id
    await db
      .insert(schema.uploads)
      .values({ id: newId('upload', now), submissionId, objectKey, ...file, createdAt: now, claimedAt })
  }
  const reply = { id: newId('submissionReply', now), submissionId: id, text: mark(`${tag}: answer`) }
  await insertReply(db, reply, newId('outbox', now), now)
  return id
}

async function purgeUntil(from: number, until: number): Promise<void> {
  for (let now = from; now < until; now += 30 * DAY) while (!(await purgeContactData(testEnv, now)));
  while (!(await purgeContactData(testEnv, until)));
}

describe('the retention of personal data', () => {
  it('TIX-05 has a rule for each table', () => {
    expect(TABLES.map(({ name }) => name).sort()).toEqual(Object.keys(CONTENT).sort())
  })

  it('TIX-05 after a year, four years and nine years is exactly what the law requires', async () => {
    const now = Date.now()
    const setEvent = (id: string, values: Partial<typeof schema.events.$inferInsert>) =>
      db.update(schema.events).set(values).where(eq(schema.events.id, id))
    await setEvent(world.standingEvent, { happeningFromAt: now + 30 * DAY, happeningUntilAt: null })
    const kept = await placePaidOrder(world, { standing: 1, scarce: 1 })
    const refunded = await placePaidOrder(world, { standing: 1, scarce: 1 })
    const cancelled = await placeOrder(world, { standing: 1, scarce: 1, method: 'bank_transfer' })
    const waiting = await placePaidOrder(world, { seatIds: ['A-3-1'] })
    await fill(kept, 'paid', now)
    await fill(refunded, 'refunded', now)
    await refund(refunded, 'refunded', now)
    await fill(cancelled, 'cancelled', now)
    await db
      .update(schema.orders)
      .set({ status: 'cancelled', cancelledAt: now })
      .where(eq(schema.orders.id, cancelled.id))
    await fill(waiting, 'postponed', now)
    await setEvent(world.seatedEvent, { status: 'postponed' })
    await finishSubmission(db, await submission('withdrawal', 'completed', now), now)
    const open = await submission('cancel', 'open', now)
    const [shop] = await db.select().from(schema.shops)
    await db.insert(schema.subscribers).values({
      id: newId('subscriber', now),
      shopId: shop?.id ?? '',
      list: 'main',
      email: mark('newsletter: email'),
      locale: 'de',
      acceptedAt: now,
    })
    for (const confirmedAt of [now, null]) {
      const about = `reminder: ${confirmedAt === null ? 'unconfirmed' : 'confirmed'}`
      await db.insert(schema.reminders).values({
        ...{ id: newId('reminder', now), shopId: shop?.id ?? '', kind: 'stock', subjectId: 'var_none', locale: 'de' },
        ...{ email: mark(about), mailboxKey: mark(about), key: about, createdAt: now, confirmedAt },
      })
    }
    await db.update(schema.outbox).set({ doneAt: now, lastError: mark('mail: error') })

    // The scenario fills each table that can contain personal data, and no other.
    for (const [name, found] of await markers())
      expect({ name, isFilled: found.length > 0 }).toEqual({
        name,
        isFilled: CONTENT[name as TableName] === 'personal',
      })

    const claims = (tag: string) => [
      ...['billing', 'card', 'delivery', 'delivery key', 'email', 'mailbox', 'parcel', 'parcel'].map(
        (name) => `${tag}: ${name}`,
      ),
    ]
    const openSubmission = ['answer', 'email', 'mailbox', 'name', 'photo', 'text'].map((name) => `open: ${name}`)
    await purgeUntil(now, now + 365 * DAY)
    expect(await left()).toEqual(
      [
        // Claims lapse after three full years (§§ 195, 199 BGB).
        ...claims('paid'),
        'paid: text on goods',
        'newsletter: email',
        'reminder: confirmed',
        'reminder: confirmed',
        // The buyer and the holders are still waiting for the new date.
        ...claims('postponed'),
        ...['answer', 'holder', 'name in the cart'].map((name) => `postponed: ${name}`),
        ...Array.from({ length: 3 }, () => 'postponed: done name change'),
        // Their phones must learn of the new date.
        ...Array.from({ length: 2 }, () => 'postponed: device'),
        // Invoices are kept for eight full years (§ 147 (3) AO, § 14b (1) UStG).
        'refunded: billing',
        ...openSubmission,
      ].sort(),
    )
    expect(await photosLeft()).toEqual(['proofs/retention-<<open: photo>>'])

    await finishSubmission(db, open, now + 365 * DAY)
    await setEvent(world.seatedEvent, { status: 'active', happeningFromAt: now + 500 * DAY, happeningUntilAt: null })
    await purgeUntil(now + 366 * DAY, now + 365 * DAY + 28 * DAY + HOUR)
    expect((await left()).filter((marker) => marker.startsWith('open'))).toEqual([])
    expect(await photosLeft()).toEqual([])

    const reminders = (await left()).filter((marker) => marker.startsWith('reminder'))
    expect(reminders, 'after a year').toEqual([])
    const newYear = (years: number) => Date.UTC(new Date(now).getUTCFullYear() + years, 0, 2)
    const billing = ['paid: billing', 'postponed: billing', 'refunded: billing']
    await purgeUntil(newYear(4), newYear(4) + DAY)
    expect(await left()).toEqual(billing)
    await purgeUntil(newYear(8), newYear(8) + DAY)
    expect(await left()).toEqual(billing)
    await purgeUntil(newYear(9), newYear(9) + DAY)
    expect(await left()).toEqual([])
  })

  it('TIX-04 a name change without effect is deleted after 28 days, but not while its fee can still be paid', async () => {
    const now = Date.now()
    const order = await placePaidOrder(world, { standing: 1 })
    const fee = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await db.update(schema.orders).set({ status: 'cancelled', cancelledAt: now }).where(eq(schema.orders.id, fee.id))
    const [ticket] = (await recordsOf(order.id)).tickets
    if (!ticket) throw new Error('no ticket')
    const holder = { lastName: 'Öztürk' }
    const id = newId('nameChange', now)
    await db.insert(schema.nameChanges).values({
      ...{ id, requestKey: id, orderId: order.id, ticketId: ticket.id, eventId: ticket.eventId, feeOrderId: fee.id },
      ...{ status: 'awaiting_payment', formerHolder: {}, holder, email: 'jo@example.org', createdAt: now },
      formerCode: ticket.validationCode,
    })
    const rows = () => db.select().from(schema.nameChanges).where(eq(schema.nameChanges.id, id))
    await db
      .update(schema.events)
      .set({ happeningFromAt: now + 90 * DAY, happeningUntilAt: null })
      .where(eq(schema.events.id, world.standingEvent))
    await purgeUntil(now + 29 * DAY, now + 29 * DAY)
    expect(await rows()).toHaveLength(1)
    // After 30 days, the fee's order has no buyer any more, and a payment is returned.
    await purgeUntil(now + 31 * DAY, now + 31 * DAY)
    await purgeUntil(now + 32 * DAY, now + 32 * DAY)
    expect(await rows()).toEqual([])
  })

  it('TIX-05 an order that ended without a refund keeps its buyer until 90 days after its last item became void', async () => {
    const now = Date.now()
    const { id } = await placePaidOrder(world, { standing: 1 })
    await db.update(schema.orders).set({ status: 'refunded', paidAt: 1 }).where(eq(schema.orders.id, id))
    await db.update(schema.orderItems).set({ invalidatedAt: now }).where(eq(schema.orderItems.orderId, id))
    await purgeUntil(now + 89 * DAY, now + 89 * DAY)
    expect((await recordsOf(id)).order.email).not.toBe('')
    await purgeUntil(now + 91 * DAY, now + 91 * DAY)
    expect((await recordsOf(id)).order.email).toBe('')
  })
})
