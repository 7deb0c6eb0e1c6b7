/**
 * Scales the images that an import left for later, through the running server. A process of its own, so that its threads give
 * way to the shop. It may be ended at any time; the next start goes on.
 */
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { originalImageKey } from '../../schema/owner-mark.ts'
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

const stateDir = resolve(process.env.STATE_DIR ?? join(ROOT, '.state'))
const server = await runningServer(stateDir)
if (!server) throw new Error('the server that holds the images does not run')
const { bucket } = runningTarget(server, () => Promise.reject(new Error('scaling asks for no claims')))

await scaleImages(
  bucket,
  unscaledImages(stateDir),
  async ({ key }) => {
    const original = await bucket.read(originalImageKey(key))
    if (!original) throw new Error(`the bucket has no ${originalImageKey(key)}`)
    return original
  },
  { cacheDir: join(stateDir, 'image-cache'), effort: EFFORT },
  () => {},
)
noteUnscaledImages(stateDir, [])
console.log('All images are scaled.')
