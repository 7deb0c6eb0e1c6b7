/**
 * Builds the shop once for all browser tests, and imports the journey catalogue once. Each test file's shop begins with a
 * copy of this state, because migrations and the import take several seconds.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { localSecrets } from '../../worker/cli/local-secrets.ts'
import { openLocalStores } from '../../worker/cli/local-stores.ts'
import { writeJourneyCatalogue } from './journey-catalogue.ts'
import { catalogueFolder, importJourneyCatalogue } from './journey-import.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt()
  const stateDir = await mkdtemp(join(tmpdir(), 'stagedoor-journey-'))
  const remove = () => rm(stateDir, { recursive: true, force: true })
  const stores = await openLocalStores(stateDir)
  try {
    await mkdir(catalogueFolder(stateDir))
    await writeJourneyCatalogue(catalogueFolder(stateDir))
    await importJourneyCatalogue(stores.target, stateDir, localSecrets(stateDir).CODE_SECRET)
  } catch (error) {
    await remove()
    throw error
  } finally {
    await stores.dispose()
  }
  project.provide('journeyState', stateDir)
  return remove
}

declare module 'vitest' {
  interface ProvidedContext {
    journeyState: string
  }
}
