/** Imports the journey catalogue that a shop's state folder contains. */
import { join } from 'node:path'
import { importCatalogue } from '../../worker/import/index.ts'
import type { ImportTarget } from '../../worker/import/target.ts'

export const catalogueFolder = (stateDir: string) => join(stateDir, 'catalogue')

/** Throws an error with the report's text if the import has a fault. */
export async function importJourneyCatalogue(
  target: ImportTarget,
  stateDir: string,
  codeSecret: string,
): Promise<void> {
  const report = await importCatalogue(target, [catalogueFolder(stateDir)], {
    imageEffort: 0,
    codeSecrets: { CODE_SECRET: codeSecret },
  })
  if (!report.ok) throw new Error(report.text)
}
