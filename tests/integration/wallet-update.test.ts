import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { events, venues } from '../../schema/tables/event.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { walletDevices, walletPasses } from '../../schema/tables/wallet.ts'
import { PURGES } from '../../worker/db/expired-data.ts'
import { settlePasses } from '../../worker/db/wallet-pass.ts'
import { putGoogle } from '../../worker/integrations/google-wallet.ts'
import { googleSettings } from '../../worker/integrations/wallet-settings.ts'
import { refreshPasses } from '../../worker/jobs/refresh-passes.ts'
import { buildPaymentWorld, db } from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import {
  buyTickets,
  Phone,
  passFields,
  passIn,
  received,
  requestPass,
  troubleWallets,
} from '../support/wallet-helpers.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const moveTo = (happeningFromAt: number) =>
  db.update(events).set({ happeningFromAt }).where(eq(events.id, world.standingEvent))
const setStatus = (status: 'active' | 'cancelled' | 'postponed') =>
  db.update(events).set({ status }).where(eq(events.id, world.standingEvent))

async function rowOf(serial: unknown) {
  const [row] = await db
    .select()
    .from(walletPasses)
    .where(eq(walletPasses.id, String(serial)))
  if (!row) throw new Error('no pass')
  return row
}

/** Buys a ticket and adds it to Apple Wallet on a phone. */
async function savedOnPhone() {
  const order = await buyTickets(world)
  const { pass } = await passIn(await requestPass(order))
  const phone = new Phone()
  expect(await phone.register(pass)).toBe(201)
  return { order, pass, phone }
}

const googleObjectOf = async (serial: string) => (await received()).objects.find(({ id }) => id.endsWith(`.${serial}`))

/** Buys a ticket and adds it to Google Wallet. */
async function savedAtGoogle() {
  const order = await buyTickets(world)
  const answer = await requestPass(order, 'google')
  const [row] = await db.select().from(walletPasses).where(eq(walletPasses.orderId, order.id))
  if (!row) throw new Error('no pass')
  return { order, answer, serial: row.id }
}

/** Runs the job at a time at which fans no longer save passes that they asked for before. */
const refreshLater = (after = 3 * MINUTE) => refreshPasses(testEnv, Date.now() + after)

describe('a pass in Apple Wallet', () => {
  it('TIX-07 is fetched again by each registered phone after its event has moved', async () => {
    const { pass, phone } = await savedOnPhone()
    const second = new Phone()
    expect(await second.register(pass)).toBe(201)
    const before = await phone.changes()
    expect(before?.serialNumbers).toEqual([pass.serialNumber])
    await moveTo(Date.UTC(2033, 0, 8, 19))
    await refreshPasses(testEnv, Date.now())
    expect([await phone.pushes(), await second.pushes()]).toEqual([1, 1])
    const after = await phone.changes(before?.lastUpdated)
    expect(after?.serialNumbers).toEqual([pass.serialNumber])
    expect(Number(after?.lastUpdated)).toBeGreaterThan(Number(before?.lastUpdated))
    const fetched = await phone.fetchPass(pass)
    const moved = (await passIn(fetched)).pass
    expect(passFields(moved).when).toBe('Sa, 08.01.2033, 20:00')
    expect(moved).toMatchObject({ relevantDate: '2033-01-08T19:00:00.000Z', voided: false })
    expect([moved.serialNumber, moved.authenticationToken]).toEqual([pass.serialNumber, pass.authenticationToken])
    const since = { 'if-modified-since': fetched.headers.get('last-modified') ?? '' }
    expect((await phone.fetchPass(pass, since)).status).toBe(304)
    // Nothing more to tell.
    await refreshLater()
    expect(await phone.pushes()).toBe(1)
  })

  it('TIX-07 says that its event is postponed or cancelled, and follows the venue’s name', async () => {
    const { order, pass, phone } = await savedOnPhone()
    const shown = async () => (await passIn(await phone.fetchPass(pass))).pass
    await setStatus('postponed')
    const postponed = await shown()
    expect(passFields(postponed)).toMatchObject({ status: 'Verlegt, neuer Termin folgt' })
    expect(postponed).not.toHaveProperty('relevantDate')
    expect(postponed).toMatchObject({ voided: false, barcodes: [{ message: order.codes[0] }] })
    await setStatus('cancelled')
    expect(passFields(await shown())).toMatchObject({ status: 'Abgesagt' })
    expect(await shown()).toMatchObject({ voided: true })
    await setStatus('active')
    await refreshPasses(testEnv, Date.now())
    await db.update(venues).set({ name: 'Große Halle' }).where(eq(venues.slug, 'halle'))
    await refreshPasses(testEnv, Date.now())
    expect(await phone.pushes()).toBe(2)
    expect(passFields(await shown()).venue).toBe('Große Halle, Berlin')
  })

  it('TIX-07 becomes void without code and name when its ticket is returned or gets another holder', async () => {
    for (const change of [
      { invalidatedAt: 1 },
      { disputedAt: 1 },
      { validationCode: String(Date.now()), personalIdentifier: { firstName: 'Neu', lastName: 'Neumann' } },
    ]) {
      const { order, pass, phone } = await savedOnPhone()
      await db.update(tickets).set(change).where(eq(tickets.orderId, order.id))
      await refreshPasses(testEnv, Date.now())
      expect(await phone.pushes()).toBe(1)
      const { pass: former, files } = await passIn(await phone.fetchPass(pass))
      expect(former).toMatchObject({ voided: true })
      expect(passFields(former)).toMatchObject({ status: 'Gilt nicht mehr' })
      const text = files.get('pass.json')?.toString() ?? ''
      for (const secret of ['Neumann', String(change.validationCode), order.codes[0] ?? ''])
        expect(text).not.toContain(secret)
    }
  })

  it('TIX-07 of the new holder has another serial number and token than that of the former one', async () => {
    const { order, pass } = await savedOnPhone()
    const code = String(Date.now())
    await db.update(tickets).set({ validationCode: code }).where(eq(tickets.orderId, order.id))
    const { pass: own } = await passIn(await requestPass(order))
    expect(own).toMatchObject({ voided: false, barcodes: [{ message: code }] })
    expect(own.serialNumber).not.toBe(pass.serialNumber)
    const stranger = { ...own, authenticationToken: pass.authenticationToken }
    expect((await new Phone().fetchPass(stranger)).status).toBe(401)
  })

  it('TIX-07 is told to the phones again until Apple has taken it, and a phone without the pass is forgotten', async () => {
    const { pass, phone } = await savedOnPhone()
    await moveTo(Date.UTC(2033, 1, 5, 19))
    await troubleWallets({ failNext: 100 })
    const now = Date.now()
    await refreshPasses(testEnv, now)
    expect(await rowOf(pass.serialNumber)).toMatchObject({ attempts: 1 })
    await troubleWallets({ failNext: 0 })
    await refreshPasses(testEnv, now + 1000)
    expect(await phone.pushes()).toBe(0)
    await refreshPasses(testEnv, now + 2 * MINUTE)
    expect(await phone.pushes()).toBe(1)
    const { revision, sentRevision } = await rowOf(pass.serialNumber)
    expect(sentRevision).toBe(revision)

    await troubleWallets({ gone: [phone.pushToken] })
    await moveTo(Date.UTC(2033, 2, 5, 19))
    await refreshPasses(testEnv, now + 3 * MINUTE)
    expect(await phone.changes()).toBeNull()
    await troubleWallets({ gone: [] })
  })

  it('TIX-07 is told to the phones of 120 passes in one run', async () => {
    const { order } = await savedOnPhone()
    const [row] = await db.select().from(walletPasses).where(eq(walletPasses.orderId, order.id))
    if (!row) throw new Error('no pass')
    const copies = Array.from({ length: 120 }, (_, index) => ({ ...row, id: `${row.id}-${index}`, code: `${index}` }))
    for (const copy of copies) await db.insert(walletPasses).values(copy)
    await moveTo(Date.UTC(2035, 3, 2, 19))
    await refreshPasses(testEnv, Date.now())
    const stale = await db.select().from(walletPasses).where(sql`revision > sent_revision`)
    expect(stale).toEqual([])
  })

  it('TIX-07 stays stale if it changes while Apple is being told about an earlier change', async () => {
    const { pass } = await savedOnPhone()
    await moveTo(Date.UTC(2033, 3, 2, 19))
    const read = await rowOf(pass.serialNumber)
    await moveTo(Date.UTC(2033, 3, 9, 19))
    await settlePasses(db, [read])
    const after = await rowOf(pass.serialNumber)
    expect(after.revision).toBeGreaterThan(after.sentRevision)
    await refreshPasses(testEnv, Date.now())
  })

  it('TIX-07 answers only with the token of the pass, and refuses bad input without a change', async () => {
    const { pass, phone } = await savedOnPhone()
    const other = await savedOnPhone()
    const devices = () => db.select().from(walletDevices)
    const before = await devices()
    const forged = { ...pass, authenticationToken: other.pass.authenticationToken }
    const stranger = new Phone()
    expect(await stranger.register(forged)).toBe(401)
    expect(await stranger.register({ ...pass, serialNumber: 'wps_unknown' })).toBe(401)
    expect(await phone.unregister(forged)).toBe(401)
    expect((await phone.fetchPass(forged)).status).toBe(401)
    expect((await phone.request('GET', `passes/${testEnv.APPLE_PASS_TYPE_ID}/${pass.serialNumber}`)).status).toBe(401)
    for (const body of [
      '',
      '{',
      {},
      { pushToken: 7 },
      { pushToken: 'zz' },
      { pushToken: 'a'.repeat(5000) },
      'x'.repeat(20_000),
    ])
      expect(await stranger.register(pass, body)).toBe(400)
    const paths = [
      'passes/pass.other/x',
      `passes/${testEnv.APPLE_PASS_TYPE_ID}/${pass.serialNumber}/more`,
      'devices/x/registrations/pass.other',
      `devices/${'../'.repeat(3)}x/registrations/${testEnv.APPLE_PASS_TYPE_ID}`,
      'unknown',
    ]
    for (const path of paths) expect((await phone.request('GET', path)).status).toBe(404)
    expect(await stranger.changes()).toBeNull()
    expect(await phone.changes('not-a-number')).toMatchObject({ serialNumbers: [pass.serialNumber] })
    expect(await devices()).toEqual(before)
    // A repeated registration stores the new push token of the phone.
    expect(await phone.register(pass)).toBe(200)
    expect(await phone.unregister(pass)).toBe(200)
    expect(await phone.unregister(pass)).toBe(200)
    expect(await phone.changes()).toBeNull()
  })

  it('TIX-07 is on at most 20 phones', async () => {
    const { pass } = await savedOnPhone()
    const more = await Promise.all(Array.from({ length: 24 }, () => new Phone().register(pass)))
    expect(more.filter((status) => status === 201)).toHaveLength(19)
    expect(more.filter((status) => status === 403)).toHaveLength(5)
  })

  it('TIX-07 is sent again to a phone that registers after a change, because its file may be older', async () => {
    const { pass } = await savedOnPhone()
    await moveTo(Date.UTC(2033, 4, 7, 19))
    await refreshPasses(testEnv, Date.now())
    const late = new Phone()
    expect(await late.register(pass)).toBe(201)
    await refreshPasses(testEnv, Date.now())
    expect(await late.pushes()).toBe(1)
  })

  it('TIX-07 logs what a phone reports, without its ids', async () => {
    const phone = new Phone()
    const logged: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((line: string) => void logged.push(line))
    const logs = [`Unable to fetch https://shop.example/v1/devices/${phone.deviceId}: 500`]
    expect((await phone.request('POST', 'log', { body: { logs } })).status).toBe(200)
    expect((await phone.request('POST', 'log', { body: { logs: 'x' } })).status).toBe(400)
    expect(logged.join()).toContain('Unable to fetch')
    expect(logged.join()).not.toContain(phone.deviceId)
  })
})

describe('a ticket in Google Wallet', () => {
  it('TIX-06 is saved by a signed link that names only its id, and Google has the event and the ticket', async () => {
    await setStatus('active')
    const { order, answer, serial } = await savedAtGoogle()
    expect(answer.status).toBe(302)
    const location = answer.headers.get('location') ?? ''
    const token = location.slice(location.lastIndexOf('/') + 1)
    expect(location.startsWith(`${testEnv.GOOGLE_WALLET_SAVE_BASE}/`)).toBe(true)
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const issuer = testEnv.GOOGLE_WALLET_ISSUER_ID
    expect(claims).toMatchObject({
      iss: testEnv.GOOGLE_WALLET_ACCOUNT,
      aud: 'google',
      typ: 'savetowallet',
      payload: { eventTicketObjects: [{ id: `${issuer}.${serial}`, classId: `${issuer}.${world.standingEvent}` }] },
    })
    expect(JSON.stringify(claims)).not.toContain(order.codes[0])
    // The sandbox verifies the signature as Google does.
    const path = new URL(location).pathname
    const sandboxUrl = testEnv.STRIPE_API_BASE ?? ''
    expect((await fetch(`${sandboxUrl}${path}`)).status).toBe(200)
    const forged = path.replace(
      token.split('.')[1] ?? '',
      btoa(JSON.stringify({ ...claims, iss: 'x' })).replace(/=+$/, ''),
    )
    expect((await fetch(`${sandboxUrl}${forged}`)).status).toBe(400)
    expect(await googleObjectOf(serial)).toMatchObject({
      state: 'ACTIVE',
      barcode: { type: 'QR_CODE', value: order.codes[0] },
      reservationInfo: { confirmationCode: order.reference },
    })
    const { classes } = await received()
    expect(classes.find(({ id }) => id === `${issuer}.${world.standingEvent}`)).toMatchObject({
      eventName: {
        defaultValue: { value: 'Nachtfalter – standing' },
        translatedValues: [{ language: 'en-GB', value: 'Nachtfalter – standing (en)' }],
      },
      issuerName: 'Stagedoor',
    })
    // Saved twice: the same object.
    expect((await requestPass(order, 'google')).status).toBe(302)
  })

  it('TIX-07 gets the new date of its event, and becomes inactive without code and name when it is void', async () => {
    const { order, serial } = await savedAtGoogle()
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Özge', lastName: 'Łuczak 🎸' } })
      .where(eq(tickets.orderId, order.id))
    await moveTo(Date.UTC(2034, 6, 1, 18))
    await refreshLater()
    expect(await googleObjectOf(serial)).toMatchObject({ ticketHolderName: 'Özge Łuczak 🎸', state: 'ACTIVE' })
    const { classes } = await received()
    const event = classes.find(({ id }) => id.endsWith(world.standingEvent))
    expect(event).toMatchObject({ dateTime: { start: '2034-07-01T20:00:00' }, notifyPreference: 'NOTIFY_ON_UPDATE' })
    await db.update(tickets).set({ invalidatedAt: 1 }).where(eq(tickets.orderId, order.id))
    await refreshLater()
    const former = await googleObjectOf(serial)
    expect(former).toMatchObject({ state: 'INACTIVE' })
    expect(JSON.stringify(former)).not.toMatch(new RegExp(`Łuczak|${order.codes[0]}`))
  })

  it('TIX-07 becomes inactive even if it becomes void while a fan is saving it', async () => {
    const { order, serial } = await savedAtGoogle()
    const saved = await googleObjectOf(serial)
    await db.update(tickets).set({ invalidatedAt: 1 }).where(eq(tickets.orderId, order.id))
    await refreshPasses(testEnv, Date.now())
    expect(await googleObjectOf(serial)).toMatchObject({ state: 'INACTIVE' })
    // The fan's request, which has read the ticket before, arrives at Google only now.
    const settings = googleSettings(testEnv)
    if (!settings || !saved) throw new Error('not configured')
    const { created: _created, object: _object, ...late } = saved
    await putGoogle(settings, 'eventTicketObject', late, Date.now())
    expect(await googleObjectOf(serial)).toMatchObject({ state: 'ACTIVE' })
    await refreshLater()
    expect(await googleObjectOf(serial)).toMatchObject({ state: 'INACTIVE' })
  })

  it('TIX-07 is changed later if Google does not answer, and the fan gets a page that says so', async () => {
    const { order, serial } = await savedAtGoogle()
    await db.update(tickets).set({ invalidatedAt: 1 }).where(eq(tickets.orderId, order.id))
    await troubleWallets({ failNext: 1000 })
    const refused = await requestPass(await buyTickets(world), 'google')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.text()).toContain('Google Wallet antwortet gerade nicht')
    const now = Date.now()
    await refreshPasses(testEnv, now)
    expect(await rowOf(serial)).toMatchObject({ attempts: 1 })
    await troubleWallets({ failNext: 0 })
    await refreshPasses(testEnv, now + 10 * MINUTE)
    expect(await googleObjectOf(serial)).toMatchObject({ state: 'INACTIVE' })
    const { revision, sentRevision } = await rowOf(serial)
    expect(sentRevision).toBe(revision)
  })
})

describe('the purge of passes', () => {
  it('TIX-07 deletes passes and devices 28 days after the event, and the name at Google before', async () => {
    await setStatus('active')
    const { pass, phone, order } = await savedOnPhone()
    expect((await requestPass(order, 'google')).status).toBe(302)
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Özge', lastName: 'Łuczak' } })
      .where(eq(tickets.orderId, order.id))
    await refreshLater()
    const serial = String(pass.serialNumber)
    expect(await googleObjectOf(serial)).toMatchObject({ ticketHolderName: 'Özge Łuczak' })
    const start = Date.now() + DAY
    await moveTo(start)
    await refreshLater()
    const purge = (now: number) => PURGES.walletPasses?.(db, now, 100)
    await purge(start + 27 * DAY)
    expect(await rowOf(serial)).toBeDefined()
    const over = start + 29 * DAY
    await PURGES.ticketHolders?.(db, over, 100)
    // Google has not been told yet.
    await purge(over)
    expect(await rowOf(serial)).toBeDefined()
    await refreshLater()
    expect(await googleObjectOf(serial)).not.toHaveProperty('ticketHolderName')
    await purge(over)
    await expect(rowOf(serial)).rejects.toThrow('no pass')
    const left = await db
      .select()
      .from(walletDevices)
      .where(and(eq(walletDevices.deviceId, phone.deviceId)))
    expect(left).toEqual([])
    expect((await phone.fetchPass(pass)).status).toBe(401)
  })
})
