/**
 * Scales the images that an import left for later, through the running server. A process of its own, so that its threads give
 * way to the shop. It may be ended at any time; the next start goes on.
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
/** A first start should be over soon; a fifth more bytes for the demo's images is its price. */
const EFFORT = 0

// Threads inherit their priority, so this comes before the import that makes them.
setPriority(LOW_PRIORITY)
const { scaleImages } = await import('../import/image-scaling.ts')

async function scaleAll(stateDir: string): Promise<void> {
  const server = await runningServer(stateDir)
  if (!server) throw new Error('the shop does not run')
  const { bucket } = runningTarget(server, () => Promise.reject(new Error('scaling asks for no claims')))
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
  console.error(`The images are not all scaled; the next start goes on. ${messageOf(error)}`)
  process.exitCode = 1
}
