import { join } from 'node:path'
import { applyMigrations, storesOf } from '../../worker/cli/local-stores.ts'
import { type Server, startServer } from '../../worker/cli/server.ts'
import { importCatalogue } from '../../worker/import/index.ts'
import { workerdPids } from './measure.ts'

/**
 * Starts a shop, applies the migrations, and imports the catalogue in the folder `files`. `pid` is the id of the shop's
 * workerd process, a child of this process.
 */
export async function openShop(
  stateDir: string,
  files: string,
  variables: Record<string, string> = {},
  entry?: string,
): Promise<{ shop: Server; pid: number }> {
  const before = new Set(workerdPids())
  const shop = await startServer({
    port: 0,
    stateDir,
    cronSeconds: 0,
    variables,
    ...(entry !== undefined && { entry }),
  })
  const pid = workerdPids().find((candidate) => !before.has(candidate)) ?? 0
  const stores = await storesOf(shop.miniflare)
  await applyMigrations(stores.database)
  const report = await importCatalogue(stores.target, [files], {
    cacheDir: join(files, '.images'),
    codeSecrets: { CODE_SECRET: shop.codeSecret },
  })
  if (!report.ok) throw new Error(report.text)
  return { shop, pid }
}

/** Fills `stateDir` in the same way, and stops the shop, so that another server process can start with this state. */
export async function prepareState(stateDir: string, files: string): Promise<void> {
  const { shop } = await openShop(stateDir, files)
  await shop.close()
}
