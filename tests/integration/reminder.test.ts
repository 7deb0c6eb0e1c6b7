import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { DAY, HOUR } from '../../schema/limits.ts'
import { formatDateTime } from '../../schema/rules/date-format.ts'
import { products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, venues } from '../../schema/tables/event.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { reminders } from '../../schema/tables/reminder.ts'
import { awaitedSubjectIds, insertReminder, reminderSubjects } from '../../worker/db/reminder.ts'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { queueReminders } from '../../worker/jobs/queue-reminders.ts'
import { buildPaymentWorld, db, isolatedEnv } from '../support/payment-helpers.ts'
import {
  askForReminder,
  confirmedReminder,
  newEmail,
  reminderKeyIn,
  reminderMailsAt,
} from '../support/reminder-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { storedImage } from '../support/stored-image.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
let laterEvent: string
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  const [later] = await db.select().from(events).where(eq(events.slug, 'later'))
  laterEvent = later?.id ?? ''
})
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await db.delete(reminders)
  await setStock(0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const setStock = (available: number) =>
  db.update(variantStock).set({ available }).where(eq(variantStock.variantId, world.scarce))
const ask = (input: Record<string, unknown>, visitor?: Visitor, locale?: string) =>
  askForReminder({ kind: 'stock', subjectId: world.scarce, ...input }, visitor, locale)
const confirmed = (email: string, input: Record<string, unknown> = {}) =>
  confirmedReminder({ email, kind: 'stock', subjectId: world.scarce, ...input })

describe('the reminder that goods are back in stock', () => {
  it('REMIND-01 comes once, only after the fan has confirmed it, and the address is then deleted', async () => {
    const email = newEmail()
    const stranger = newEmail()
    expect((await ask({ email: ` ${email.toUpperCase()} ` })).code).toBeNull()
    expect((await ask({ email: stranger })).code).toBeNull()
    const [request, ...more] = await reminderMailsAt(Date.now(), email)
    expect(more).toEqual([])
    expect(request?.subject).toBe('Sollen wir dir Bescheid sagen? Band scarce, M')
    expect(request?.html).toMatch(/<h1[^>]*>Sollen wir dir Bescheid sagen\?<\/h1>/)
    const key = reminderKeyIn(request)
    const page = await new Visitor().run<{ reminder: unknown }>('Reminder', { key })
    expect(page.data?.reminder).toEqual({
      kind: 'stock',
      title: 'Band scarce',
      detail: 'M',
      href: '/products/scarce',
      isConfirmed: false,
    })
    await new Visitor().run('ConfirmReminder', { key })
    await new Visitor().run('ConfirmReminder', { key })
    expect(await reminderMailsAt(Date.now(), email)).toEqual([])

    await setStock(3)
    const [notice, ...others] = await reminderMailsAt(Date.now() + 1, email)
    expect(others).toEqual([])
    expect(notice?.subject).toBe('Wieder da: Band scarce, M')
    expect(notice?.text).toContain('http://localhost:8787/products/scarce?lang=de')
    expect((await db.select().from(reminders)).map((row) => row.email)).toEqual([stranger])
    expect(await reminderMailsAt(Date.now() + HOUR, email)).toEqual([])
    expect((await new Visitor().run('Reminder', { key })).data).toEqual({ reminder: null })
    expect((await new Visitor().run('ConfirmReminder', { key })).code).toBe('NOT_FOUND')
  })

  it('REMIND-01 shows the picture of the goods and of the concert, but not in the mail that asks for a confirmation', async () => {
    const [variant] = await db.select().from(variants).where(eq(variants.id, world.scarce))
    const picture = { ...storedImage('goods', [1000, 1000], [480, 1000]), tags: [] }
    const images = [
      { ...picture, key: 'back', order: 2 },
      { ...picture, order: 1 },
    ]
    await db
      .update(products)
      .set({ images })
      .where(eq(products.id, variant?.productId ?? ''))
    const email = newEmail()
    expect((await ask({ email })).code).toBeNull()
    const [request] = await reminderMailsAt(Date.now(), email)
    expect(request?.html).not.toContain('<img')
    await new Visitor().run('ConfirmReminder', { key: reminderKeyIn(request) })
    await setStock(1)
    const [notice] = await reminderMailsAt(Date.now() + 1, email)
    expect(notice?.html).toContain(
      '<img src="http://localhost:8787/images/goods/1000.jpg" alt="Band scarce" width="600" height="600"',
    )

    const concert = storedImage('concert', [1600, 900], [480, 1200])
    const subjects = () => reminderSubjects(db, 'presale', [laterEvent], Date.now())
    await db.update(events).set({ image: concert }).where(eq(events.id, laterEvent))
    expect((await subjects()).get(laterEvent)?.image).toEqual(concert)
  })

  it('REMIND-01 waits again if the goods are sold out before its mail is sent', async () => {
    const email = newEmail()
    await confirmed(email)
    const { env, mails } = isolatedEnv()
    await setStock(1)
    await queueReminders(env, Date.now() + 1)
    await setStock(0)
    await drainLane(env, 'mail', Date.now() + 1)
    expect(mails.filter(({ to }) => to === email)).toEqual([])
    await setStock(1)
    expect(await reminderMailsAt(Date.now() + 2, email)).toHaveLength(1)
  })

  it('REMIND-01 is mailed once, even if ten runs look for it at the same time', async () => {
    const email = newEmail()
    await confirmed(email)
    await setStock(1)
    const { env, mails } = isolatedEnv()
    const now = Date.now()
    await Promise.all(Array.from({ length: 10 }, (_, index) => queueReminders(env, now + index)))
    await Promise.all(Array.from({ length: 5 }, () => drainLane(env, 'mail', now + 100)))
    expect(mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('REMIND-01 comes later if the mail platform refuses it, and is not lost', async () => {
    const email = newEmail()
    await confirmed(email)
    await setStock(1)
    const { env } = isolatedEnv()
    const refusing = { ...env, EMAIL: { send: () => Promise.reject(new Error('refused')) } } as unknown
    await queueReminders(env, Date.now())
    await drainLane(refusing as typeof env, 'mail', Date.now())
    expect(await db.select().from(reminders)).toHaveLength(1)
    expect(await reminderMailsAt(Date.now() + HOUR, email)).toHaveLength(1)
    expect(await db.select().from(reminders)).toEqual([])
  })

  it('REMIND-01 ends with the link, and only in the shop of the link', async () => {
    const email = newEmail()
    const key = await confirmed(email)
    const band = new Visitor('nachtfalter')
    expect((await band.run('Reminder', { key })).data).toEqual({ reminder: null })
    expect((await band.run('EndReminder', { key })).code).toBeNull()
    expect(await db.select().from(reminders)).toHaveLength(1)
    for (let times = 0; times < 2; times++) expect((await new Visitor().run('EndReminder', { key })).code).toBeNull()
    expect(await db.select().from(reminders)).toEqual([])
    await setStock(1)
    expect(await reminderMailsAt(Date.now() + 1, email)).toEqual([])
  })

  it('REMIND-01 answers the same for a known and an unknown address, and sends one mail for several requests', async () => {
    const email = newEmail()
    await confirmed(email)
    const known = await ask({ email })
    expect(known).toEqual(await ask({ email: newEmail() }))
    expect(await reminderMailsAt(Date.now(), email)).toEqual([])
    // After an hour, the fan who asks again learns that the reminder is confirmed.
    vi.setSystemTime(Date.now() + HOUR + 1)
    try {
      await ask({ email })
      expect((await reminderMailsAt(Date.now(), email)).map(({ subject }) => subject)).toEqual([
        'Du stehst schon auf der Liste: Band scarce, M',
      ])
    } finally {
      vi.useRealTimers()
    }
    expect(await db.select().from(reminders).where(eq(reminders.email, email))).toHaveLength(1)
  })

  it('REMIND-01 refuses malformed requests and subjects that are for sale, unknown, or of another shop', async () => {
    const email = newEmail()
    for (const input of [
      { email: 'not an address' },
      { email: '' },
      { email, kind: 'gossip' },
      { email, subjectId: 'x'.repeat(10_000) },
    ])
      expect((await ask(input)).code, JSON.stringify(input).slice(0, 80)).toBe('BAD_INPUT')
    expect((await ask({ email, subjectId: 'var_none' })).code).toBe('NOT_FOUND')
    expect((await ask({ email, subjectId: world.standingVariant })).code).toBe('NOT_FOUND')
    expect((await ask({ email, kind: 'presale', subjectId: world.scarce })).code).toBe('NOT_FOUND')
    expect((await ask({ email, subjectId: world.secret })).code).toBe('NOT_FOUND')
    expect((await ask({ email }, new Visitor('eisenwald'))).code).toBe('NOT_FOUND')
    const other = newEmail()
    expect((await ask({ email: other, subjectId: world.shirt })).code).toBe('REMINDER_NOT_NEEDED')
    const running = { kind: 'presale', subjectId: world.standingEvent }
    expect((await ask({ email: other, ...running })).code).toBe('REMINDER_NOT_NEEDED')
    expect(await db.select().from(reminders)).toEqual([])
  })

  it('REMIND-01 sends a mailbox at most ten first mails a day, whatever its spelling, and refuses many for one address', async () => {
    await ask({ email: newEmail() })
    const [{ shopId } = { shopId: '' }] = await db.select().from(reminders)
    await db.delete(reminders)
    await db.delete(outbox).where(eq(outbox.kind, 'mail_reminder_request'))
    const mailboxKey = crypto.randomUUID()
    const now = Date.now()
    const about = { shopId, kind: 'stock', subjectId: world.scarce, mailboxKey, locale: 'de' } as const
    for (let hour = 0; hour < 14; hour++)
      await insertReminder(db, { ...about, email: `ida+${hour % 7}@example.org` }, hour, now + hour * HOUR)
    const requests = () => db.select().from(outbox).where(eq(outbox.kind, 'mail_reminder_request'))
    expect(await requests()).toHaveLength(10)
    await insertReminder(db, { ...about, email: 'ida@example.org' }, 25, now + 25 * HOUR)
    expect(await requests()).toHaveLength(11)
    const visitor = new Visitor()
    visitor.address = '203.0.113.77'
    const email = newEmail()
    const codes: (string | null)[] = []
    for (let tries = 0; tries < 7; tries++) codes.push((await ask({ email }, visitor)).code)
    expect(codes.at(0)).toBeNull()
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  it('REMIND-01 is deleted after two days without a confirmation, and after a year with one', async () => {
    const now = Date.now()
    const insert = (email: string, confirmedAt: number | null) =>
      db.insert(reminders).values({
        ...{ id: newId('reminder', now), shopId: shopId ?? '', kind: 'stock', subjectId: world.scarce, locale: 'de' },
        ...{ email, mailboxKey: email, key: email, createdAt: now, confirmedAt },
      })
    await ask({ email: newEmail() })
    const [{ shopId } = { shopId: null }] = await db.select().from(reminders)
    await db.delete(reminders)
    await insert('open', null)
    await insert('confirmed', now)
    const left = async (at: number) => {
      await purgeContactData(testEnv, at)
      return (await db.select().from(reminders)).map(({ email }) => email).sort()
    }
    expect(await left(now + 2 * DAY)).toEqual(['confirmed', 'open'])
    expect(await left(now + 2 * DAY + 1)).toEqual(['confirmed'])
    expect(await left(now + 365 * DAY)).toEqual(['confirmed'])
    expect(await left(now + 365 * DAY + 1)).toEqual([])
  })
})

describe('the reminder that a presale has begun', () => {
  it('REMIND-01, L10N-08 names date, venue and city of the concert in its mails and on its page, but no secret date', async () => {
    const email = newEmail()
    const [row] = await db
      .select({ at: events.happeningFromAt, meta: events.meta, timeZone: venues.timeZone, venueId: venues.id })
      .from(events)
      .innerJoin(venues, eq(venues.id, events.venueId))
      .where(eq(events.id, laterEvent))
    if (!row) throw new Error('no event')
    const { at, meta, timeZone, venueId } = row
    await db.update(venues).set({ city: 'Köln' }).where(eq(venues.id, venueId))
    await ask({ email, kind: 'presale', subjectId: laterEvent }, new Visitor(), 'en')
    const [request] = await reminderMailsAt(Date.now(), email)
    expect(request?.subject).toMatch(/, Cologne$/)
    expect(request?.text).toContain(`\n${formatDateTime(at, timeZone, 'en')} · Halle, Cologne\n`)
    const key = reminderKeyIn(request)
    const detail = async () =>
      (await new Visitor().run<{ reminder: { detail: string } }>('Reminder', { key })).data?.reminder.detail
    expect(await detail()).toBe(`${formatDateTime(at, timeZone, 'de')} · Halle, Köln`)
    await db
      .update(events)
      .set({ meta: { ...meta, hideDate: true } })
      .where(eq(events.id, laterEvent))
    expect(await detail()).toBe('Halle, Köln')
    await db.update(events).set({ meta }).where(eq(events.id, laterEvent))
    await new Visitor().run('EndReminder', { key })
  })

  it('REMIND-01 comes when the presale begins, in the language of the request, and never for a cancelled concert', async () => {
    const email = newEmail()
    expect((await ask({ email, kind: 'presale', subjectId: laterEvent }, new Visitor(), 'en')).code).toBeNull()
    const [request] = await reminderMailsAt(Date.now(), email)
    expect(request?.subject).toContain('Shall we remind you when tickets go on sale?')
    await new Visitor().run('ConfirmReminder', { key: reminderKeyIn(request) })
    const [later] = await db.select().from(events).where(eq(events.id, laterEvent))
    const presaleAt = later?.presaleAt ?? 0
    expect(await reminderMailsAt(presaleAt - 1, email)).toEqual([])
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, laterEvent))
    expect(await reminderMailsAt(presaleAt, email)).toEqual([])
    await db.update(events).set({ status: 'active' }).where(eq(events.id, laterEvent))
    const [notice, ...more] = await reminderMailsAt(presaleAt, email)
    expect(more).toEqual([])
    expect(notice?.subject).toContain('Tickets are on sale')
    expect(notice?.text).toContain('/events/later?lang=en')
    expect(await db.select().from(reminders)).toEqual([])
  })

  it('REMIND-01 SHOP-02 can be asked for in the shop of a band that the concert features, and in no other band’s shop', async () => {
    const code = async () => {
      const band = new Visitor('eisenwald', 'https://merch.eisenwald.example')
      return (await ask({ email: newEmail(), kind: 'presale', subjectId: laterEvent }, band)).code
    }
    expect(await code()).toBe('NOT_FOUND')
    const [band] = await db.select().from(categories).where(eq(categories.slug, 'eisenwald'))
    const billing = { eventId: laterEvent, artistId: band?.id ?? '' }
    await db.insert(eventArtists).values({ ...billing, role: 'related' })
    expect(await code()).toBe('NOT_FOUND')
    await db.insert(eventArtists).values({ ...billing, role: 'featured' })
    expect(await code()).toBeNull()
    await db.delete(eventArtists).where(eq(eventArtists.eventId, laterEvent))
  })

  it('REMIND-01 is deleted when the concert is cancelled', async () => {
    await confirmed(newEmail(), { kind: 'presale', subjectId: laterEvent })
    await purgeContactData(testEnv, Date.now())
    expect(await db.select().from(reminders)).toHaveLength(1)
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, laterEvent))
    await purgeContactData(testEnv, Date.now())
    expect(await db.select().from(reminders)).toEqual([])
    await db.update(events).set({ status: 'active' }).where(eq(events.id, laterEvent))
  })
})

describe('the run that finds due reminders', () => {
  it('REMIND-01 takes one step for each subject, however many reminders wait for it, and sends all of them', async () => {
    const now = Date.now()
    await ask({ email: newEmail() })
    const [first] = await db.select().from(reminders)
    if (!first) throw new Error('no reminder')
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...first,
      id: newId('reminder', now),
      email: `fan-${index}@example.org`,
      key: `key-${index}`,
      confirmedAt: now,
    }))
    for (let start = 0; start < many.length; start += 5) await db.insert(reminders).values(many.slice(start, start + 5))
    await db
      .insert(reminders)
      .values({ ...first, id: newId('reminder', now), subjectId: 'var_gone', key: 'gone', confirmedAt: now })
    expect(await awaitedSubjectIds(db, 'stock', '', 500)).toEqual(['var_gone', world.scarce].sort())
    expect(await awaitedSubjectIds(db, 'stock', [world.scarce, 'var_gone'].sort()[0] ?? '', 500)).toHaveLength(1)
    expect(await awaitedSubjectIds(db, 'stock', '', 1)).toHaveLength(1)
    await setStock(5)
    const { env } = isolatedEnv()
    await queueReminders(env, now)
    const queued = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, 'mail_reminder'), eq(outbox.createdAt, now)))
    expect(queued).toHaveLength(250)
    await db.delete(outbox).where(eq(outbox.createdAt, now))
  })
})
