/**
 * Scales the images that an import left unscaled. Accesses the bucket through the running server. This is a separate
 * process, so that its threads have a lower priority than the shop. It may be killed at any time. The next start of the
 * shop continues.
 */
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { originalImageKey } from '../../schema/owner-mark.ts'
import { messageOf } from '../domain/text/error-message.ts'
import type { ScalableImage } from '../import/image-scaling.ts'
import { ROOT } from './root.ts'
import { runningServer } from './server-note.ts'
import { runningTarget } from './store-server.ts'
import { noteUnscaledImages, unscaledImages } from './unscaled-images.ts'

const LOW_PRIORITY = 15
/** The lowest effort finishes soonest, but makes larger files. */
const EFFORT = 0

// Must precede the import that creates threads, because they inherit the priority.
setPriority(LOW_PRIORITY)
const { scaleImages } = await import('../import/image-scaling.ts')

async function scaleAll(stateDir: string): Promise<void> {
  const server = await runningServer(stateDir)
  if (!server) throw new Error('the shop is not running')
  const { bucket } = runningTarget(server, () => Promise.reject(new Error('scaling images needs no claims')))
  const read = async ({ key }: ScalableImage) => {
    const original = await bucket.read(originalImageKey(key))
    if (!original) throw new Error(`the bucket has no ${originalImageKey(key)}`)
    return original
  }
  const options = { cacheDir: join(stateDir, 'image-cache'), effort: EFFORT }
  await scaleImages(bucket, unscaledImages(stateDir), read, options, () => {})
  noteUnscaledImages(stateDir, [])
  console.log('All images are scaled.')
}

try {
  await scaleAll(resolve(process.env.STATE_DIR ?? join(ROOT, '.state')))
} catch (error) {
  console.error(`Some images are not scaled; the next start of the shop continues. ${messageOf(error)}`)
  process.exitCode = 1
}
