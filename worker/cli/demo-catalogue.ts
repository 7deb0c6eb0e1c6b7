/**
 * The demo catalogue, for a shop that has none. Its rows are imported before the server starts, which takes a few seconds; its
 * images are scaled afterwards by a process of low priority (`scale-images.ts`), and meanwhile served as their authors made them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { importCatalogue } from '../import/index.ts'
import { localSecrets } from './local-secrets.ts'
import { catalogueVersion, openLocalStores } from './local-stores.ts'
import { ROOT } from './root.ts'
import { noteUnscaledImages, unscaledImages } from './unscaled-images.ts'

const DEMO = join(ROOT, 'tests/fixtures/demo')

/** Brings the tables up to date, and fills a database without a catalogue. No server may have the state folder open. */
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

/** Scales what `prepareStores` or an interrupted run left. Null where nothing is left. The server must be running. */
export function startScaling(stateDir: string): ChildProcess | null {
  if (unscaledImages(stateDir).length === 0) return null
  return spawn(process.execPath, [join(ROOT, 'worker/cli/scale-images.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, STATE_DIR: stateDir },
  })
}
