/**
 * Opens the local database and bucket without the server, from the files that the server's miniflare stores in the state
 * folder. Only one process may open them at a time; `runningServer` finds out whether a server has them open.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Miniflare } from 'miniflare'
import { type AskClaims, bindingsTarget, databaseTarget, type ImportTarget } from '../import/target.ts'
import { localClaims } from './local-claims.ts'
import { migrate, type PrepareDatabase } from './migrations.ts'

const COMPATIBILITY_DATE = '2026-10-23'
const WORKER = 'export default { fetch() { return new Response(null, { status: 404 }) } }'

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>
type Stores = { database: Database; target: ImportTarget }

/**
 * Returns the stores of a running miniflare that binds them as `DB` and `BUCKET`. Without `claims`, an import cannot
 * remove seats.
 */
export async function storesOf(miniflare: Miniflare, claims: AskClaims = cannotAsk): Promise<Stores> {
  const database = await miniflare.getD1Database('DB')
  return { database, target: bindingsTarget(database, await miniflare.getR2Bucket('BUCKET'), claims) }
}

async function cannotAsk(): Promise<never> {
  throw new Error('this connection cannot read the seats that carts hold')
}

/** Opens the D1 database and the R2 bucket `stagedoor` in `stateDir`. By default, applies missing migrations. */
export async function openLocalStores(
  stateDir: string,
  prepare: PrepareDatabase = migrate,
): Promise<Stores & { dispose(): Promise<void> }> {
  await mkdir(stateDir, { recursive: true })
  const miniflare = new Miniflare({
    enableDevRegistry: false,
    logRequests: false,
    cf: false,
    resourcePersistencePath: resolve(stateDir),
    workers: [
      {
        config: {
          name: 'stores',
          compatibilityDate: COMPATIBILITY_DATE,
          manifest: {
            mainModule: 'index.js',
            modulesRoot: '/',
            modules: { 'index.js': { type: 'esm', contents: WORKER } },
          },
          env: { DB: { type: 'd1', id: 'stagedoor' }, BUCKET: { type: 'r2', name: 'stagedoor' } },
        },
      },
    ],
  })
  const claims = localClaims(stateDir)
  const dispose = async () => {
    await claims.dispose()
    await miniflare.dispose()
  }
  try {
    const stores = await storesOf(miniflare, claims.ask)
    await prepare(stores.target.d1)
    return { ...stores, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Applies missing migrations to a local database. Returns their names. */
export function applyMigrations(database: Database): Promise<string[]> {
  return migrate(databaseTarget(database))
}

/** Returns the catalogue's version; 0 before the first import. */
export async function catalogueVersion(database: Database): Promise<number> {
  const [row] = await databaseTarget(database).query('SELECT version FROM catalogue_state WHERE id = 1')
  return Number(row?.version ?? 0)
}
