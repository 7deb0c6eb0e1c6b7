/**
 * Photos of tickets as proofs. The browser announces a photo and gets a permission to upload exactly these bytes directly to
 * the bucket. Each permission has an object key of its own below the key of its submission, so no upload can replace the photo
 * of another one.
 */
import { createHash } from 'node:crypto'
import { newId } from '../../schema/ids.ts'
import type { PhotoAnnouncement } from '../../schema/inputs/ticket-service.ts'
import { isPlainJpeg } from '../../schema/rules/jpeg.ts'
import type { ShopContext } from '../context.ts'
import { findSubmission, insertUpload, PHOTO_USABLE_MS, type Upload, uploadsOf } from '../db/submission.ts'
import { submissionIdOf } from '../domain/support/submission-id.ts'
import { presignUpload, type UploadPermission, uploadsAreConfigured } from '../integrations/storage.ts'
import { log } from './log.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

const CONTENT_TYPE = 'image/jpeg'
/** The maximum number of permissions for one submission. A fan may retake the photos of four tickets several times. */
const UPLOADS_PER_SUBMISSION = 24

type Announcer = Pick<ShopContext, 'env' | 'db' | 'shop' | 'now' | 'network' | 'wideNetwork'>

/**
 * Throws ERROR_TICKETSERVICE if the deployment has no storage for uploads, SUBMISSION_ALREADY_SENT and TOO_MANY_REQUESTS.
 */
export async function allowUpload(
  context: Announcer,
  { key, bytes, sha256 }: PhotoAnnouncement,
): Promise<UploadPermission & { id: string }> {
  const { env, db, shop, now } = context
  await withinRate(env.SUBMISSION_TRIES, env.SUBMISSION_TRIES_WIDE, context)
  if (!uploadsAreConfigured(env)) {
    log('error', 'no storage for uploads is configured')
    throw new ShopError('ERROR_TICKETSERVICE', {})
  }
  const submissionId = submissionIdOf(shop.id, key)
  if (await findSubmission(db, submissionId)) throw new ShopError('SUBMISSION_ALREADY_SENT', {})
  const id = newId('upload', now)
  const objectKey = `proofs/${submissionId}/${id}.jpg`
  const upload = { id, submissionId, objectKey, contentType: CONTENT_TYPE, bytes, sha256 }
  if (!(await insertUpload(db, upload, UPLOADS_PER_SUBMISSION, now))) throw new ShopError('TOO_MANY_REQUESTS', {})
  return { id, ...(await presignUpload(env, upload, now)) }
}

/**
 * Checks the photos of a submission before it is stored: each was announced for this submission, has arrived with the
 * announced bytes, and is nothing but a picture. Throws ERROR_TICKETSERVICE.
 */
export async function requirePhotos(
  { env, db, now }: Pick<ShopContext, 'env' | 'db' | 'now'>,
  submissionId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const uploads = await uploadsOf(db, submissionId)
  // One after the other, because each photo is read into memory.
  for (const id of ids) {
    const upload = uploads.find((one) => one.id === id && one.createdAt > now - PHOTO_USABLE_MS)
    if (upload && (await readPhoto(env, upload)) !== null) continue
    log('warn', 'photo refused', { upload: id, known: upload !== undefined })
    throw new ShopError('ERROR_TICKETSERVICE', {})
  }
}

/** The photo's bytes; null if the object is missing, or is not the announced picture. */
export async function readPhoto(
  { BUCKET }: Pick<ShopContext['env'], 'BUCKET'>,
  { objectKey, bytes, sha256, contentType }: Upload,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // A file of the wrong size must not be read into memory.
  const found = await BUCKET.head(objectKey)
  if (found?.size !== bytes || found.httpMetadata?.contentType !== contentType) return null
  const object = await BUCKET.get(objectKey)
  if (!object) return null
  const content = new Uint8Array(await object.arrayBuffer())
  const isAnnounced = createHash('sha256').update(content).digest('base64') === sha256
  return isAnnounced && isPlainJpeg(content) ? content : null
}
