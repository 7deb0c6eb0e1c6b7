/** Tests the reminder that a sold-out concert has tickets again. */
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../schema/limits.ts'
import { SEAT_FLAGS, type SeatPlan } from '../../schema/seat-map.ts'
import { eventAvailability, events } from '../../schema/tables/event.ts'
import { reminders } from '../../schema/tables/reminder.ts'
import { checkAvailability } from '../../worker/jobs/check-availability.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { countingEnv } from '../support/counting-seats.ts'
import { buildPaymentWorld, db } from '../support/payment-helpers.ts'
import { askForReminder, confirmedReminder, newEmail, reminderMailsAt } from '../support/reminder-helpers.ts'
import { seatPlan } from '../support/seat-plan-builder.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const tickets = (subjectId = world.standingEvent) => ({ kind: 'tickets', subjectId })
const change = (values: Partial<typeof events.$inferInsert>) =>
  db.update(events).set(values).where(eq(events.id, world.standingEvent))

/** Lets carts hold all tickets of the event but `free`, and returns a function that releases those of the last cart. */
async function sellOut(free = 0): Promise<() => Promise<void>> {
  const plan = await (await testEnv.BUCKET.get('seat-plans/standing.json'))?.json<SeatPlan>()
  const allotments = plan?.allotments.map((area) => ({ ...area, capacity: 3 + free }))
  const seatPlanKey = `seat-plans/${crypto.randomUUID()}.json`
  await testEnv.BUCKET.put(seatPlanKey, JSON.stringify({ ...plan, allotments }))
  await change({ seatPlanKey, seatPlanVersion: ++planVersion })
  const fan = new Visitor()
  const added = await fan.add([{ productVariantId: world.standingVariant, amount: 3 }])
  expect(added.code).toBeNull()
  return async () => {
    for (const { id } of (await fan.cart()).items)
      await fan.run('RemoveItem', { itemId: id, clientMutationId: crypto.randomUUID() })
  }
}
let planVersion = 1

/** Gives the seated event a plan with one seat for each of the flags. */
async function putSeats(...flags: number[]): Promise<void> {
  const byNumber = Object.fromEntries(flags.map((flag, index) => [index + 1, flag]))
  const { sections, seats, runs } = seatPlan({
    sections: [{ id: 'A', rows: [{ row: '1', seats: flags.length, flags: byNumber }] }],
  })
  const plan = await (await testEnv.BUCKET.get('seat-plans/seated.json'))?.json<SeatPlan>()
  const seatPlanKey = `seat-plans/${crypto.randomUUID()}.json`
  await testEnv.BUCKET.put(seatPlanKey, JSON.stringify({ ...plan, sections, seats, runs }))
  const planned = { seatPlanKey, seatPlanVersion: ++planVersion }
  await db.update(events).set(planned).where(eq(events.id, world.seatedEvent))
}
let release: () => Promise<void> = async () => undefined
afterEach(async () => {
  await db.delete(reminders)
  await release()
  await change({ status: 'active', soldOutMessage: null, meta: {} })
  await db.delete(eventAvailability)
})

it('REMIND-02 comes once when enough tickets are released, and the address is then deleted', async () => {
  release = await sellOut()
  const start = Date.now()
  // The database does not know yet that the concert is sold out.
  const email = newEmail()
  await confirmedReminder({ email, ...tickets() })
  expect(await reminderMailsAt(start + 1, email)).toEqual([])
  await checkAvailability(testEnv, start + MINUTE)
  expect(await reminderMailsAt(start + MINUTE, email)).toEqual([])

  await release()
  await checkAvailability(testEnv, start + 4 * MINUTE)
  const [notice, ...more] = await reminderMailsAt(start + 4 * MINUTE, email)
  expect(more).toEqual([])
  expect(notice?.subject).toMatch(/^Wieder Tickets frei: /)
  expect(notice?.text).toContain('Reserviert ist nichts')
  expect(notice?.text).toContain('/events/standing?lang=de')
  expect(await db.select().from(reminders)).toEqual([])
  expect(await reminderMailsAt(start + HOUR, email)).toEqual([])
})

it('REMIND-02 does not come for a single free ticket', async () => {
  release = await sellOut(1)
  const email = newEmail()
  await confirmedReminder({ email, ...tickets() })
  await checkAvailability(testEnv, Date.now())
  expect(await reminderMailsAt(Date.now() + 1, email)).toEqual([])
  expect(await db.select().from(reminders)).toHaveLength(1)
})

it('REMIND-02 does not count places for wheelchairs and companions, so it comes when two other seats are free', async () => {
  const seats = tickets(world.seatedEvent)
  await putSeats(SEAT_FLAGS.accessible, SEAT_FLAGS.companion, SEAT_FLAGS.accessible, 0)
  const email = newEmail()
  await confirmedReminder({ email, ...seats })
  await checkAvailability(testEnv, Date.now())
  expect(await reminderMailsAt(Date.now() + 1, email)).toEqual([])
  await putSeats(SEAT_FLAGS.accessible, SEAT_FLAGS.restrictedView, 0)
  expect(await reminderMailsAt(Date.now() + 2, email)).toHaveLength(1)
})

it('REMIND-02 reads the cached availability when many fans ask before the database knows that the concert is sold out', async () => {
  await putSeats(0)
  const { env, calls } = countingEnv()
  const asked = await Promise.all(
    Array.from({ length: 5 }, () =>
      askForReminder({ email: newEmail(), ...tickets(world.seatedEvent) }, Object.assign(new Visitor(), { env })),
    ),
  )
  expect(asked.map(({ code }) => code)).toEqual([null, null, null, null, null])
  expect(calls.length).toBeLessThanOrEqual(1)
})

it('REMIND-02 comes when the organiser takes back the sold-out message, and never for a cancelled concert', async () => {
  await change({ soldOutMessage: { de: 'Alles weg', en: 'All gone' } })
  const email = newEmail()
  await confirmedReminder({ email, ...tickets() })
  expect(await reminderMailsAt(Date.now(), email)).toEqual([])
  await change({ soldOutMessage: null, status: 'cancelled' })
  expect(await reminderMailsAt(Date.now() + 1, email)).toEqual([])
  await change({ status: 'active' })
  expect(await reminderMailsAt(Date.now() + 2, email)).toHaveLength(1)
})

it('REMIND-02 is refused while tickets are free, and for concerts that are cancelled, over or sold by another seller', async () => {
  const code = async () => (await askForReminder({ email: newEmail(), ...tickets() })).code
  const soldOutMessage = { de: 'Alles weg', en: 'All gone' }
  // The availability that a test before this one has cached may be a second old.
  await expect.poll(code, { interval: 500, timeout: 5000 }).toBe('REMINDER_NOT_NEEDED')
  await change({ soldOutMessage, status: 'cancelled' })
  expect(await code()).toBe('REMINDER_NOT_NEEDED')
  await change({ status: 'active', meta: { external_link: 'https://tickets.example/1' } })
  expect(await code()).toBe('REMINDER_NOT_NEEDED')
  const [{ salesEndAt } = { salesEndAt: 0 }] = await db.select().from(events).where(eq(events.id, world.standingEvent))
  await change({ meta: {}, salesEndAt: Date.now() })
  expect(await code()).toBe('REMINDER_NOT_NEEDED')
  await change({ salesEndAt })
  expect(await code()).toBeNull()
})

it('REMIND-02 is deleted when the concert is cancelled', async () => {
  await change({ soldOutMessage: { de: 'Alles weg', en: 'All gone' } })
  await confirmedReminder({ email: newEmail(), ...tickets() })
  await purgeContactData(testEnv, Date.now())
  expect(await db.select().from(reminders)).toHaveLength(1)
  await change({ status: 'cancelled' })
  await purgeContactData(testEnv, Date.now())
  expect(await db.select().from(reminders)).toEqual([])
})
