/**
 * Imports the demo catalogue into a shop without a catalogue. The import writes the rows within a few seconds, before the
 * server starts. Afterwards, a process of low priority (`scale-images.ts`) scales the images. Until an image is scaled, its
 * original is served.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { importCatalogue } from '../import/index.ts'
import { localSecrets } from './local-secrets.ts'
import { catalogueVersion, openLocalStores } from './local-stores.ts'
import { ROOT } from './root.ts'
import { noteUnscaledImages, unscaledImages } from './unscaled-images.ts'

const DEMO = join(ROOT, 'tests/fixtures/demo')

/**
 * Applies migrations, and imports the demo into a database without a catalogue. No server may have the state folder open.
 */
export async function prepareStores(stateDir: string, demo: string = DEMO): Promise<void> {
  const stores = await openLocalStores(stateDir)
  try {
    if ((await catalogueVersion(stores.database)) > 0) return
    const report = await importCatalogue(stores.target, [demo], {
      codeSecrets: localSecrets(stateDir),
      scaleLater: async (images) => noteUnscaledImages(stateDir, images),
    })
    if (!report.ok) throw new Error(report.text)
  } finally {
    await stores.dispose()
  }
}

/**
 * Starts a process that scales the images that `prepareStores` or an interrupted run left unscaled. Returns null if there
 * are none. The server must be running.
 */
export function startScaling(stateDir: string): ChildProcess | null {
  if (unscaledImages(stateDir).length === 0) return null
  return spawn(process.execPath, [join(ROOT, 'worker/cli/scale-images.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, STATE_DIR: stateDir },
  })
}
