/** Deletes photos from the bucket: with their submission, or a day after an upload that no submission refers to. */
import { DAY } from '../../schema/limits.ts'
import { openDatabase } from '../db/database.ts'
import { deleteUploads, expiredUploads } from '../db/submission.ts'
import type { Env } from '../env.ts'

/**
 * Returns the number of deleted photos. The rows are deleted after the objects. If the run is interrupted in between, the
 * next run deletes the same objects again, which is harmless. `limit` must not exceed 1,000, the most that the bucket deletes
 * at once.
 */
export async function purgePhotos(env: Pick<Env, 'DB' | 'BUCKET'>, now: number, limit: number): Promise<number> {
  const db = openDatabase(env.DB)
  const expired = await expiredUploads(db, now - DAY, now, limit)
  if (expired.length === 0) return 0
  await env.BUCKET.delete(expired.map(({ objectKey }) => objectKey))
  await deleteUploads(
    db,
    expired.map(({ id }) => id),
  )
  return expired.length
}
