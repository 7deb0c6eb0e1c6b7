import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, MINUTE, PHOTO_BYTES } from '../../schema/limits.ts'
import { events } from '../../schema/tables/event.ts'
import { catalogueState, shops } from '../../schema/tables/shop.ts'
import { submissions, uploads } from '../../schema/tables/submission.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { presignUpload } from '../../worker/integrations/storage.ts'
import { faultOf } from '../sandbox/signature-v4.ts'
import { Browser } from '../support/edge.ts'
import { pdf, plainPicture, withinScan, withTail } from '../support/jpeg.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { newKey } from '../support/submission-helpers.ts'
import { testEnv } from '../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const KEYS = { accessKeyId: 'r2-sandbox-key', secretAccessKey: 'r2-sandbox-secret' }

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Permission = { id: string; url: string; headers: { name: string; value: string }[] }
type Receipt = { reference: string }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')

async function announce(key: string, bytes: Uint8Array, more: object = {}, visitor = new Visitor()) {
  const input = { key, bytes: bytes.length, sha256: sha256(bytes), ...more }
  const { data, code } = await visitor.run<{ requestPhotoUpload: Permission }>('RequestPhotoUpload', { input })
  return { permission: data?.requestPhotoUpload, code }
}

async function permissionFor(key: string, bytes: Uint8Array): Promise<Permission> {
  const { permission, code } = await announce(key, bytes)
  if (!permission) throw new Error(`no permission: ${code}`)
  return permission
}

/** Sends the file to the sandbox's storage, which verifies the permission as S3 does. Returns the status and the error. */
async function put({ url, headers }: Permission, bytes: Uint8Array, more: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { ...Object.fromEntries(headers.map(({ name, value }) => [name, value])), ...more },
    body: new Uint8Array(bytes),
  })
  return `${answer.status} ${/<Code>(\w+)/.exec(await answer.text())?.[1] ?? ''}`.trim()
}

/** Uploads a photo. The sandbox cannot reach this test's bucket, so the test stores what the sandbox has accepted. */
async function upload(key: string, bytes = plainPicture(), stored: Uint8Array = bytes, type = 'image/jpeg') {
  const permission = await permissionFor(key, bytes)
  expect(await put(permission, bytes)).toBe('200')
  await testEnv.BUCKET.put(keyIn(permission.url), stored, { httpMetadata: { contentType: type } })
  return permission.id
}

const keyIn = (url: string) => new URL(url).pathname.replace('/stagedoor/', '')

const onlineTicket = { type: 'online', name: 'Ida Łukasz', number: '1234 5678 9012 3' }
const hardTicket = (photo: string | null) => ({ type: 'hard', name: 'Ida Łukasz', number: '4711', photo })

const cancellation = (more: object = {}) => ({
  key: newKey(),
  event: null,
  name: 'Ida Łukasz',
  email: `ida-${crypto.randomUUID()}@example.org`,
  orderReference: '',
  tickets: [onlineTicket],
  comment: 'Ich bin krank, siehe https://example.org.',
  ...more,
})
const change = (more: object = {}) => ({
  ...cancellation(),
  orderReference: 'PPX1234567890ab',
  tickets: [{ ...onlineTicket, newName: 'Bo Ek' }],
  ...more,
})

async function cancel(input: object, shop = 'stagedoor') {
  const { data, code, params } = await new Visitor(shop).run<{ requestTicketCancellation: Receipt }>(
    'RequestTicketCancellation',
    { input },
  )
  return data?.requestTicketCancellation.reference ?? `${code} ${String(params?.field ?? '')}`.trim()
}

async function rename(input: object, shop = 'stagedoor') {
  const { data, code, params } = await new Visitor(shop).run<{ requestTicketChange: Receipt }>('RequestTicketChange', {
    input,
  })
  return data?.requestTicketChange.reference ?? `${code} ${String(params?.field ?? '')}`.trim()
}

const REFERENCE = /^[0-9A-Z]{10}$/
const storedOf = (email: string) => db.select().from(submissions).where(eq(submissions.email, email))

describe('a permission to upload a photo', () => {
  it('SUP-02 covers host, type, length and checksum for ten minutes, as an independent Signature Version 4 confirms', async () => {
    const file = { objectKey: 'proofs/a b/ü+.jpg', contentType: 'image/jpeg', bytes: 1234, sha256: sha256(pdf()) }
    const now = Date.UTC(2026, 10, 23, 12, 0, 7)
    const { url, headers } = await presignUpload(
      { ...testEnv, R2_ENDPOINT: 'https://a1.eu.r2.cloudflarestorage.com' },
      file,
      now,
    )
    const address = new URL(url)
    expect(address.searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;x-amz-checksum-sha256',
    )
    expect(address.searchParams.get('X-Amz-Expires')).toBe('600')
    // A checksum that the SDK calculated would be the one of an empty body.
    expect(url.toLowerCase()).not.toContain('crc32')
    const sent: Record<string, string> = {
      host: address.host,
      'content-length': '1234',
      ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    }
    const fault = (more: Record<string, string> = {}, at = now, of = address, method = 'PUT') =>
      faultOf({ method, url: of, headers: { ...sent, ...more } }, KEYS, at)
    expect(fault()).toBeNull()
    expect(fault({}, now + 10 * MINUTE - 8_000)).toBeNull()
    expect(fault({}, now + 10 * MINUTE + 1)).toBe('AccessDenied')
    expect(fault({ 'content-length': '1235' })).toBe('SignatureDoesNotMatch')
    expect(fault({ 'content-type': 'text/html' })).toBe('SignatureDoesNotMatch')
    expect(fault({ 'x-amz-checksum-sha256': sha256(plainPicture()) })).toBe('SignatureDoesNotMatch')
    expect(fault({ 'x-amz-acl': 'public-read' })).toBe('AccessDenied')
    expect(fault({}, now, new URL(url.replace('jpg', 'png')))).toBe('SignatureDoesNotMatch')
    expect(fault({}, now, new URL(url.replace('=600', '=6000')))).toBe('SignatureDoesNotMatch')
    expect(fault({}, now, address, 'GET')).toBe('SignatureDoesNotMatch')
  })

  it('SUP-02 stores only the announced bytes, and refuses others, another type and an expired permission', async () => {
    const picture = plainPicture()
    const permission = await permissionFor(newKey(), picture)
    expect(await put(permission, picture)).toBe('200')
    const changed = Uint8Array.from(picture, (byte, index) => (index === 90 ? byte ^ 1 : byte))
    expect(await put(permission, changed)).toBe('400 BadDigest')
    expect(await put(permission, withTail('x'))).toBe('403 SignatureDoesNotMatch')
    expect(await put(permission, new Uint8Array(20 * 1024 * 1024))).toBe('403 SignatureDoesNotMatch')
    expect(await put(permission, picture, { 'content-type': 'text/html' })).toBe('403 SignatureDoesNotMatch')
    const file = {
      objectKey: 'proofs/x.jpg',
      contentType: 'image/jpeg',
      bytes: picture.length,
      sha256: sha256(picture),
    }
    const expired = await presignUpload(testEnv, file, Date.now() - 11 * MINUTE)
    expect(await put({ id: '', ...expired }, picture)).toBe('403 AccessDenied')
  })

  it('SUP-02 is refused for a file of more than 4 MB, a wrong checksum or key, and after many permissions', async () => {
    const picture = plainPicture()
    expect((await announce(newKey(), picture, { bytes: PHOTO_BYTES })).code).toBeNull()
    for (const wrong of [
      { bytes: PHOTO_BYTES + 1 },
      { bytes: 20 * 1024 * 1024 },
      { bytes: 0 },
      { sha256: 'short' },
      { sha256: `${'*'.repeat(43)}=` },
      { key: 'guessable' },
    ])
      expect((await announce(newKey(), picture, wrong)).code).toBe('BAD_INPUT')
    const key = newKey()
    const codes = await Promise.all(Array.from({ length: 30 }, async () => (await announce(key, picture)).code))
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(6)
  })

  it('SUP-02 is limited for each network', async () => {
    const visitor = new Visitor()
    visitor.address = '198.51.100.31'
    // The limit is 60 a minute, so 130 requests exceed it even if they fall into two minutes.
    const codes = await Promise.all(
      Array.from({ length: 130 }, async () => (await announce(newKey(), plainPicture(), {}, visitor)).code),
    )
    expect(codes).toContain('TOO_MANY_REQUESTS')
    visitor.address = '198.51.100.32'
    expect((await announce(newKey(), plainPicture(), {}, visitor)).code).toBeNull()
  })

  it('SUP-02 is refused if the deployment has no storage for uploads, and the fan learns that the photo is the problem', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const visitor = new Visitor()
    visitor.env = { ...testEnv, R2_ENDPOINT: '' }
    expect((await announce(newKey(), plainPicture(), {}, visitor)).code).toBe('ERROR_TICKETSERVICE')
    expect(errors).toHaveBeenCalledOnce()
  })
})

describe('a request to cancel tickets', () => {
  it('SUP-02 is stored with one to four tickets, and the photo of each hard ticket', async () => {
    const key = newKey()
    const photo = await upload(key)
    const input = cancellation({ key, tickets: [onlineTicket, hardTicket(photo), onlineTicket, onlineTicket] })
    const reference = await cancel(input)
    expect(reference).toMatch(REFERENCE)
    expect(await cancel(input)).toBe(reference)
    const [stored, ...others] = await storedOf(input.email)
    expect(others).toEqual([])
    expect(stored).toMatchObject({ kind: 'cancel', name: 'Ida Łukasz', files: [photo], orderId: null })
    expect(stored?.data).toMatchObject({ tickets: [{ number: '1234567890123' }, { photo }, {}, {}] })
    expect(await db.select().from(uploads).where(eq(uploads.id, photo))).toMatchObject([
      { claimedAt: expect.any(Number) },
    ])
    // A permission for a stored submission would let somebody add files to it.
    expect((await announce(key, plainPicture())).code).toBe('SUBMISSION_ALREADY_SENT')
  })

  it('SUP-02 names the wrong field and stores nothing if the input is bad', async () => {
    const row = { ...onlineTicket }
    const cases: [string, object][] = [
      ['input.name', { name: '' }],
      ['input.name', { name: 'http://spam.example' }],
      ['input.email', { email: 'ida' }],
      ['input.orderReference', { orderReference: '12' }],
      ['input.tickets', { tickets: [] }],
      ['input.tickets', { tickets: Array(5).fill(row) }],
      ['input.tickets.0.number', { tickets: [{ ...row, number: '12a4' }] }],
      ['input.tickets.0.number', { tickets: [{ ...row, number: '' }] }],
      ['input.tickets.0.number', { tickets: [{ ...row, number: '1'.repeat(21) }] }],
      ['input.tickets.0.name', { tickets: [{ ...row, name: ' ' }] }],
      ['input.tickets.0.type', { tickets: [{ ...row, type: 'paper' }] }],
      ['input.tickets.0.photo', { tickets: [hardTicket(null)] }],
      ['input.tickets.0.photo', { tickets: [hardTicket('../../images/x')] }],
      ['input.tickets.0.photo', { tickets: [{ ...row, photo: 'upl_00000000000000000000000000' }] }],
      ['input.comment', { comment: 'x'.repeat(1001) }],
      ['input.event', { event: "' or 1=1" }],
      ['input.key', { key: 'short' }],
    ]
    for (const [field, wrong] of cases) {
      const input = cancellation(wrong)
      expect(await cancel(input), JSON.stringify(wrong).slice(0, 80)).toBe(`BAD_INPUT ${field}`)
      expect(await storedOf(input.email)).toEqual([])
    }
  })

  const arranged: [string, (key: string) => Promise<string>][] = [
    ['never arrived', async (key) => (await permissionFor(key, plainPicture())).id],
    ['belongs to another submission', () => upload(newKey())],
    ['is unknown', async () => 'upl_00000000000000000000000000'],
    ['is a PDF that is named .jpg', (key) => upload(key, pdf())],
    ['is a picture and a PDF', (key) => upload(key, withinScan('%PDF-1.4 1 0 obj'))],
    ['is a picture and a web page', (key) => upload(key, withinScan('<script>alert(1)</script>'))],
    ['is a picture with an archive behind it', (key) => upload(key, withTail('PK\u0003\u0004'))],
    ['has other bytes than announced', (key) => upload(key, plainPicture(), withinScan('0'))],
    ['has the same length as announced, but other bytes', (key) => upload(key, withinScan('0'), withinScan('1'))],
    ['has 20 MB', (key) => upload(key, plainPicture(), new Uint8Array(20 * 1024 * 1024))],
    ['has another type', (key) => upload(key, plainPicture(), plainPicture(), 'text/html')],
  ]
  it.each(arranged)(
    'SUP-02 is refused with ERROR_TICKETSERVICE if a photo %s, and accepted with a good one',
    async (_name, arrange) => {
      const input = cancellation()
      const photo = await arrange(input.key)
      expect(await cancel({ ...input, tickets: [hardTicket(photo)] })).toBe('ERROR_TICKETSERVICE')
      expect(await storedOf(input.email)).toEqual([])
      const good = await upload(input.key)
      expect(await cancel({ ...input, tickets: [hardTicket(good)] })).toMatch(REFERENCE)
    },
  )

  it('SUP-02 is stored once if two requests arrive together, and never with two contents', async () => {
    const input = cancellation()
    const photo = await upload(input.key)
    const one = { ...input, tickets: [hardTicket(photo)] }
    const answers = await Promise.all([cancel(one), cancel(one), cancel({ ...one, comment: 'anders' })])
    expect(await storedOf(input.email)).toHaveLength(1)
    expect(answers.filter((answer) => REFERENCE.test(answer)).length).toBeGreaterThan(0)
    expect(
      answers.filter((answer) => !REFERENCE.test(answer)).every((answer) => answer === 'SUBMISSION_ALREADY_SENT'),
    ).toBe(true)
  })

  it('SUP-02 tells the fan that nothing is stored while the bucket or the database fails, and is stored afterwards', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const input = cancellation()
    const photo = await upload(input.key)
    const whole = { ...input, tickets: [hardTicket(photo)] }
    const broken = {
      head: async () => {
        throw new Error('bucket unreachable')
      },
    }
    const visitor = new Visitor()
    visitor.env = { ...testEnv, BUCKET: { ...testEnv.BUCKET, ...broken } }
    expect((await visitor.run('RequestTicketCancellation', { input: whole })).code).toBe('INTERNAL')
    await testEnv.DB.exec("CREATE TRIGGER stuck BEFORE INSERT ON submissions BEGIN SELECT RAISE(ABORT, 'stuck'); END")
    expect(await cancel(whole)).toBe('INTERNAL')
    await testEnv.DB.exec('DROP TRIGGER stuck')
    expect(errors).toHaveBeenCalledTimes(2)
    expect(await storedOf(input.email)).toEqual([])
    expect(await cancel(whole)).toMatch(REFERENCE)
  })
})

describe('a request to change names', () => {
  it('SUP-03 is stored with the current and the new holder of one to four tickets', async () => {
    const input = change()
    expect(await rename(input)).toMatch(REFERENCE)
    expect(await storedOf(input.email)).toMatchObject([
      {
        kind: 'change',
        data: {
          orderReference: '1234567890',
          tickets: [{ name: 'Ida Łukasz', newName: 'Bo Ek', number: '1234567890123' }],
        },
      },
    ])
  })

  it('SUP-03 needs an order number and both holders', async () => {
    const ticket = { ...onlineTicket, newName: 'Bo Ek' }
    expect(await rename(change({ orderReference: '' }))).toBe('BAD_INPUT input.orderReference')
    expect(await rename(change({ orderReference: 'abc' }))).toBe('BAD_INPUT input.orderReference')
    expect(await rename(change({ tickets: [{ ...ticket, newName: '' }] }))).toBe('BAD_INPUT input.tickets.0.newName')
    expect(await rename(change({ tickets: [{ ...ticket, name: '' }] }))).toBe('BAD_INPUT input.tickets.0.name')
    expect(await rename(change({ tickets: Array(5).fill(ticket) }))).toBe('BAD_INPUT input.tickets')
  })
})

describe('the deadline of requests', () => {
  it('SUP-04 closes either form of a shop, and leaves the forms of other shops open', async () => {
    await db
      .update(shops)
      .set({ meta: { cancel_form_closed: true } })
      .where(eq(shops.slug, 'nachtfalter'))
    await db.update(catalogueState).set({ version: 1_000 })
    await vi.waitFor(async () => expect(await cancel(cancellation(), 'nachtfalter')).toBe('TICKET_SERVICE_CLOSED'), {
      timeout: 10_000,
    })
    expect(await rename(change(), 'nachtfalter')).toMatch(REFERENCE)
    expect(await cancel(cancellation())).toMatch(REFERENCE)
  })

  it("SUP-04 ends 48 hours before an event, or the event's own number of hours, but not while it is postponed", async () => {
    const event = { event: 'standing' }
    const set = (values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.slug, 'standing'))
    const before = (await db.select().from(events).where(eq(events.slug, 'standing')))[0]
    await set({ happeningFromAt: Date.now() + 2 * DAY + MINUTE, meta: {} })
    expect(await cancel(cancellation(event))).toMatch(REFERENCE)
    await set({ happeningFromAt: Date.now() + 2 * DAY - MINUTE })
    expect(await cancel(cancellation(event))).toBe('TICKET_SERVICE_CLOSED')
    expect(await rename(change(event))).toBe('TICKET_SERVICE_CLOSED')
    await set({ meta: { change_hours: 1 } })
    expect(await rename(change(event))).toMatch(REFERENCE)
    expect(await cancel(cancellation(event))).toBe('TICKET_SERVICE_CLOSED')
    await set({ status: 'postponed' })
    expect(await cancel(cancellation(event))).toMatch(REFERENCE)
    if (before) await set(before)
    expect(await cancel(cancellation({ event: 'no-such-event' }))).toBe('NOT_FOUND')
  })

  it('SUP-04 counts for the events of the order that the fan names, also if the address of the page does not name them', async () => {
    const visitor = new Visitor()
    const { data } = await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    const placed = await visitor.placeOrder(data?.addItems.cart.totalCents ?? 0)
    const reference = placed.data?.placeOrder.cart.reference ?? ''
    const set = (slug: string, values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.slug, slug))
    const [before] = await db.select().from(events).where(eq(events.slug, 'standing'))
    const own = { email: visitor.email, orderReference: reference }
    expect(await cancel(cancellation(own))).toMatch(REFERENCE)
    await set('standing', { happeningFromAt: Date.now() + 2 * DAY - MINUTE, meta: {} })
    for (const event of [null, 'seated', 'standing']) {
      expect(await cancel(cancellation({ ...own, event })), String(event)).toBe('TICKET_SERVICE_CLOSED')
      expect(await rename(change({ ...own, event })), String(event)).toBe('TICKET_SERVICE_CLOSED')
    }
    // Another address learns nothing about the order.
    expect(await cancel(cancellation({ orderReference: reference }))).toMatch(REFERENCE)
    if (before) await set('standing', before)
  })
})

describe('the pages of the ticket service', () => {
  it('SUP-02 may upload to the storage, and other pages may not', async () => {
    const browser = new Browser('http://localhost:8787', { R2_ENDPOINT: 'https://a1.r2.example' })
    const policyOf = async (path: string) => (await browser.open(path)).headers.get('content-security-policy') ?? ''
    expect(await policyOf('/ticketservice/cancel')).toContain("connect-src 'self' https://a1.r2.example;")
    expect(await policyOf('/nachtfalter/ticketservice/cancel')).toContain('a1.r2.example')
    for (const path of ['/', '/ticketservice/change', '/checkout'])
      expect(await policyOf(path)).not.toContain('a1.r2.example')
  })
})
