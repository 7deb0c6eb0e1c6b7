import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { DAY, HOUR, RECEIPTS_PER_DAY, SUBMISSIONS_PER_HOUR } from '../../schema/limits.ts'
import { operatorActions } from '../../schema/tables/operator-action.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { submissionReplies, submissions, uploads } from '../../schema/tables/submission.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { submissionIdOf } from '../../worker/domain/support/submission-id.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { photoLink } from '../../worker/services/photo-link.ts'
import { type NewSubmission, storeSubmission } from '../../worker/services/submission.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { Browser } from '../support/edge.ts'
import { plainPicture } from '../support/jpeg.ts'
import { isolatedEnv, mailsWithId } from '../support/payment-helpers.ts'
import { buildWorld } from '../support/shop-world.ts'
import { newKey, senderIn, submissionOf } from '../support/submission-helpers.ts'
import { testEnv } from '../support/test-env.ts'

const db = openDatabase(testEnv.DB)

beforeAll(async () => {
  await buildWorld(Date.now())
})

const rowsOf = (id: string) => db.select().from(outbox).where(eq(outbox.subjectId, id))

async function mailsOf(submissionId: string, environment = testEnv) {
  const { env, mails } = isolatedEnv()
  await drainOutbox({ ...env, SUPPORT_MAIL: environment.SUPPORT_MAIL ?? '' }, Date.now())
  const rows = await rowsOf(submissionId)
  return rows.flatMap(({ id, kind }) => mailsWithId(mails, id).map((mail) => ({ kind, ...mail })))
}

async function desk(method: 'GET' | 'POST', path: string, body?: object) {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const answer = await new Browser().open(`/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${testEnv.OPERATOR_TOKEN}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, data: JSON.parse(answer.body) as Record<string, unknown> }
}

/** Stores a photo in the bucket, as an upload with a permission for the submission of this key. */
async function uploadFor(shopId: string, key: string, createdAt = Date.now()): Promise<string> {
  const id = newId('upload', createdAt)
  const objectKey = `proofs/${id}`
  const picture = plainPicture()
  await testEnv.BUCKET.put(objectKey, picture, { httpMetadata: { contentType: 'image/jpeg' } })
  const submissionId = submissionIdOf(shopId, key)
  const sha256 = createHash('sha256').update(picture).digest('base64')
  const file = { contentType: 'image/jpeg', bytes: picture.length, sha256 }
  await db.insert(uploads).values({ id, submissionId, objectKey, ...file, createdAt })
  return id
}

describe('a submission', () => {
  it('SUP-05 is stored with its mails, which reach customer service and, in the language of the fan, the fan', async () => {
    const given = submissionOf()
    const { id, reference } = await storeSubmission(await senderIn('stagedoor', { locale: 'en' }), given)
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    const mails = await mailsOf(id)
    const receipt = mails.find(({ kind }) => kind === 'mail_submission_receipt')
    expect(receipt).toMatchObject({ to: given.email, replyTo: 'service@stagedoor.test' })
    expect(receipt?.subject).toContain(reference)
    expect(receipt?.text).toContain('Hi Ida Łukasz')
    // Anybody can enter a stranger's address, so the receipt does not repeat free text.
    expect(receipt?.text).not.toContain('Ich bin krank')
    const notice = mails.find(({ kind }) => kind === 'mail_submission_support')
    expect(notice?.to).toBe('service@stagedoor.test')
    expect(notice?.text).toContain('tickets.1.number: 4711')
    expect(notice?.text).toContain(`npm run support -- show ${reference}`)
    expect(mails).toHaveLength(2)
  })

  it('SUP-05 is stored once if the browser repeats it, and a repetition with other content is refused', async () => {
    const given = submissionOf()
    const sender = await senderIn('stagedoor')
    const answers = await Promise.all([1, 2, 3].map(() => storeSubmission(sender, given)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const id = answers[0]?.id ?? ''
    expect(await rowsOf(id)).toHaveLength(2)
    const changed = { ...given, data: { ...given.data, comment: 'Doch nicht.' } }
    await expect(storeSubmission(sender, changed)).rejects.toMatchObject({ code: 'SUBMISSION_ALREADY_SENT' })
    expect(await db.select().from(submissions).where(eq(submissions.id, id))).toMatchObject([{ data: given.data }])
    // The same key in another shop is another submission.
    const elsewhere = await storeSubmission(await senderIn('nachtfalter'), given)
    expect(elsewhere.id).not.toBe(id)
  })

  it('SUP-05 is refused once its address has had its number of requests in this hour', async () => {
    const { email } = submissionOf()
    const sender = await senderIn('stagedoor')
    for (let count = 0; count < SUBMISSIONS_PER_HOUR; count++) await storeSubmission(sender, submissionOf({ email }))
    const one = submissionOf({ email: email.toUpperCase() })
    await expect(storeSubmission(sender, one)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const later = await senderIn('stagedoor', { now: Date.now() + HOUR + 1 })
    await expect(storeSubmission(later, one)).resolves.toBeTruthy()
  })

  it('SUP-05 is refused once its network or wide network has used up its number of requests', async () => {
    const networks = { network: '198.51.104.1', wideNetwork: '198.51.104.0' }
    const keys: string[] = []
    const full = { limit: ({ key }: { key: string }) => Promise.resolve({ success: !keys.push(key) }) }
    for (const name of ['SUBMISSION_TRIES', 'SUBMISSION_TRIES_WIDE'] as const) {
      const { email } = submissionOf()
      const sender = await senderIn('stagedoor', networks, { ...testEnv, [name]: full })
      await expect(storeSubmission(sender, submissionOf({ email }))).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
      })
      expect(await db.select().from(submissions).where(eq(submissions.email, email))).toEqual([])
    }
    expect(keys).toEqual([networks.network, networks.wideNetwork])
  })

  it('SUP-05 is stored although strangers have sent many with the address, about other orders or of another kind', async () => {
    const name = `ida-${crypto.randomUUID()}`
    const sender = await senderIn('stagedoor')
    const about = (orderReference: string, more: Partial<NewSubmission> = {}) =>
      submissionOf({ email: `${name}@gmail.com`, data: { orderReference }, ...more })
    for (let count = 0; count < SUBMISSIONS_PER_HOUR; count++)
      await storeSubmission(sender, about('4711471147', { email: `${name}+${count}@googlemail.com` }))
    await expect(storeSubmission(sender, about('4711471147'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(storeSubmission(sender, about('4711471148'))).resolves.toBeTruthy()
    await expect(storeSubmission(sender, about('4711471147', { kind: 'change' }))).resolves.toBeTruthy()
  })

  it('SUP-05 mails a mailbox a limited number of receipts in a day, and says so', async () => {
    const name = `ida-${crypto.randomUUID()}`
    const { email } = submissionOf({ email: `${name}@example.org` })
    const now = Date.now()
    const send = async (count: number, at: number, more: Partial<NewSubmission> = {}) => {
      const data = { orderReference: String(1_000_000_000 + count) }
      const tagged = `${name}+${count}@example.org`
      return storeSubmission(await senderIn('stagedoor', { now: at }), submissionOf({ email: tagged, data, ...more }))
    }
    const all = await Promise.all(Array.from({ length: RECEIPTS_PER_DAY + 3 }, (_, count) => send(count, now)))
    expect(all.filter(({ isReceiptSent }) => isReceiptSent)).toHaveLength(RECEIPTS_PER_DAY)
    const last = all.find(({ isReceiptSent }) => !isReceiptSent)
    expect((await rowsOf(last?.id ?? '')).map(({ kind }) => kind)).toEqual(['mail_submission_support'])
    expect((await mailsOf(last?.id ?? '')).map(({ to }) => to)).toEqual(['service@stagedoor.test'])
    // The buyer, another kind and the next day are not affected.
    expect(await send(90, now, { email, isBuyer: true })).toMatchObject({ isReceiptSent: true })
    expect(await send(91, now, { kind: 'withdrawal' })).toMatchObject({ isReceiptSent: true })
    expect(await send(92, now + DAY + 1)).toMatchObject({ isReceiptSent: true })
  })

  it('SUP-05 leaves nothing behind if the database fails, and is stored when the fan tries again', async () => {
    const given = submissionOf()
    const sender = await senderIn('stagedoor')
    await testEnv.DB.exec("CREATE TRIGGER stuck BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'stuck'); END")
    await expect(storeSubmission(sender, given)).rejects.toThrow('stuck')
    await testEnv.DB.exec('DROP TRIGGER stuck')
    const id = submissionIdOf(sender.shop.id, given.key)
    expect(await db.select().from(submissions).where(eq(submissions.id, id))).toEqual([])
    await storeSubmission(sender, given)
    expect(await rowsOf(id)).toHaveLength(2)
  })

  it('SUP-05 is stored although the queue is unreachable, and the cron sends its mails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const OUTBOX = {
      sendBatch: async () => {
        throw new Error('queue unreachable')
      },
    }
    const waiting: Promise<unknown>[] = []
    const sender = await senderIn('stagedoor', { waitUntil: (work) => void waiting.push(work) }, { ...testEnv, OUTBOX })
    const { id } = await storeSubmission(sender, submissionOf())
    await Promise.all(waiting)
    expect((await mailsOf(id)).map(({ kind }) => kind).toSorted()).toEqual([
      'mail_submission_receipt',
      'mail_submission_support',
    ])
  })

  it('SUP-05 keeps its mails in the outbox while the mail platform refuses them', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { id } = await storeSubmission(await senderIn('stagedoor'), submissionOf())
    const EMAIL = {
      send: async () => {
        throw new Error('no mail today')
      },
    }
    const { env } = isolatedEnv()
    await drainOutbox({ ...env, EMAIL, SUPPORT_MAIL: 'service@stagedoor.test' }, Date.now())
    expect(await rowsOf(id)).toMatchObject([{ doneAt: null, lastError: 'no mail today' }, { doneAt: null }])
    await db.update(outbox).set({ nextAttemptAt: 0 }).where(eq(outbox.subjectId, id))
    expect(await mailsOf(id)).toHaveLength(2)
  })

  it('SUP-05 takes photos that were uploaded for it, and none of another submission or of yesterday', async () => {
    const sender = await senderIn('stagedoor')
    const { id: shopId } = sender.shop
    const key = newKey()
    const own = await uploadFor(shopId, key)
    const foreign = await uploadFor(shopId, newKey())
    const old = await uploadFor(shopId, key, Date.now() - 23.5 * HOUR)
    for (const photos of [[foreign], [own, foreign], [old], [newId('upload', 1)]])
      await expect(storeSubmission(sender, submissionOf({ key, photos }))).rejects.toMatchObject({
        code: 'ERROR_TICKETSERVICE',
      })
    const { id } = await storeSubmission(sender, submissionOf({ key, photos: [own] }))
    expect(await db.select().from(submissions).where(eq(submissions.id, id))).toMatchObject([{ files: [own] }])
  })
})

describe('customer service', () => {
  it('SUP-05 lists, shows, answers and completes a submission, and an answer is sent once', async () => {
    const given = submissionOf()
    const { id, reference } = await storeSubmission(await senderIn('nachtfalter'), given)
    const { data: list } = await desk('GET', '/submissions')
    expect(list).toContainEqual(expect.objectContaining({ reference, shop: 'nachtfalter', email: given.email }))
    expect((await desk('GET', `/submissions/${reference.toLowerCase()}`)).data).toMatchObject({ data: given.data })
    const reply = { reference, text: 'Liebe Ida,\nalles klar!' }
    expect((await desk('POST', '/submissions/reply', reply)).data).toEqual({ reference, status: 'answered' })
    await desk('POST', '/submissions/reply', reply)
    const answers = (await mailsOf(id)).filter(({ kind }) => kind === 'mail_submission_reply')
    expect(answers).toHaveLength(1)
    expect(answers[0]?.text).toContain('Liebe Ida,\nalles klar!')
    expect((await desk('GET', `/submissions/${id}`)).data.replies).toMatchObject([{ text: reply.text }])
    // The journal is never deleted, so it does not contain what the answer says.
    expect(JSON.stringify(await db.select().from(operatorActions))).not.toContain('alles klar')
    expect((await desk('POST', '/submissions/done', { reference })).status).toBe(200)
    expect((await desk('GET', '/submissions')).data).not.toContainEqual(expect.objectContaining({ reference }))
    expect((await desk('GET', '/submissions?done=1')).data).toContainEqual(expect.objectContaining({ reference }))
    expect((await desk('GET', '/submissions/0000000000')).status).toBe(404)
    expect((await desk('POST', '/submissions/reply', { reference, text: ' ' })).status).toBe(400)
  })

  it('SUP-05 opens a photo by a link that expires and cannot be changed', async () => {
    const sender = await senderIn('stagedoor')
    const key = newKey()
    const photo = await uploadFor(sender.shop.id, key)
    const other = await uploadFor(sender.shop.id, newKey())
    const { reference } = await storeSubmission(sender, submissionOf({ key, photos: [photo] }))
    const { data } = await desk('GET', `/submissions/${reference}`)
    const [{ link }] = data.photos as [{ link: string }]
    const open = (url: string, env = {}) => new Browser('http://localhost:8787', env).open(url.slice(21))
    const shown = await open(link)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect((await open(link.replace(photo, other))).status).toBe(404)
    expect((await open(link.replace(/until=\d+/, `until=${Date.now() + DAY}`))).status).toBe(404)
    expect((await open(link.replace(/signature=.*/, 'signature='))).status).toBe(404)
    expect((await open(photoLink(testEnv, 'http://localhost:8787', photo, Date.now() - HOUR))).status).toBe(404)
    expect((await open(link, { OPERATOR_HOST: 'ops.shop.example' })).status).toBe(404)
  })
})

describe('the deletion of submissions', () => {
  it('SUP-05 deletes a completed submission after 28 days, with its answers and photos, and no open one', async () => {
    const sender = await senderIn('stagedoor')
    const key = newKey()
    const photo = await uploadFor(sender.shop.id, key)
    const { id, reference } = await storeSubmission(sender, submissionOf({ key, photos: [photo] }))
    const open = await storeSubmission(sender, submissionOf())
    await desk('POST', '/submissions/reply', { reference, text: 'Erledigt.' })
    await desk('POST', '/submissions/done', { reference })
    await purgeContactData(testEnv, Date.now() + 28 * DAY - HOUR)
    expect(await testEnv.BUCKET.head(`proofs/${photo}`)).not.toBeNull()
    await purgeContactData(testEnv, Date.now() + 28 * DAY + 1)
    expect(await testEnv.BUCKET.head(`proofs/${photo}`)).toBeNull()
    expect(await db.select().from(uploads).where(eq(uploads.id, photo))).toEqual([])
    expect(await db.select().from(submissionReplies).where(eq(submissionReplies.submissionId, id))).toEqual([])
    await purgeContactData(testEnv, Date.now() + 400 * DAY)
    const left = (await db.select().from(submissions)).map((row) => row.id)
    expect(left).toContain(open.id)
    expect(left).not.toContain(id)
  })

  it('SUP-05 deletes a photo that was not sent after a day, and keeps a submission whose photo cannot be deleted', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sender = await senderIn('stagedoor')
    const orphan = await uploadFor(sender.shop.id, newKey())
    const key = newKey()
    const sent = await uploadFor(sender.shop.id, key)
    const { id, reference } = await storeSubmission(sender, submissionOf({ key, photos: [sent] }))
    await desk('POST', '/submissions/done', { reference })
    await purgeContactData(testEnv, Date.now() + DAY - HOUR)
    expect(await testEnv.BUCKET.head(`proofs/${orphan}`)).not.toBeNull()
    await purgeContactData(testEnv, Date.now() + DAY + 1)
    expect(await testEnv.BUCKET.head(`proofs/${orphan}`)).toBeNull()
    expect(await testEnv.BUCKET.head(`proofs/${sent}`)).not.toBeNull()
    const BUCKET = {
      delete: async () => {
        throw new Error('bucket unreachable')
      },
    }
    const broken = new Proxy(testEnv.BUCKET, {
      get: (bucket, name) => Reflect.get({ ...BUCKET }, name) ?? Reflect.get(bucket, name),
    })
    await purgeContactData({ ...testEnv, BUCKET: broken }, Date.now() + 29 * DAY)
    expect(errors).toHaveBeenCalledOnce()
    expect(await db.select().from(submissions).where(eq(submissions.id, id))).toHaveLength(1)
    await purgeContactData(testEnv, Date.now() + 29 * DAY)
    expect(await db.select().from(submissions).where(eq(submissions.id, id))).toEqual([])
    errors.mockRestore()
  })
})
