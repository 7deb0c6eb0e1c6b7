/**
 * Opens the local database and bucket without the server, from the files that the server's miniflare stores in the state
 * folder. Only one process may open them at a time; `runningServer` finds out whether a server has them open.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Miniflare } from 'miniflare'
import { type AskClaims, bindingsTarget, databaseTarget, type ImportTarget } from '../import/target.ts'
import { localClaims } from './local-claims.ts'

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

/** Opens the D1 database and the R2 bucket `stagedoor` in `stateDir`, and applies migrations. */
export async function openLocalStores(stateDir: string): Promise<Stores & { dispose(): Promise<void> }> {
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
    await applyMigrations(stores.database)
    return { ...stores, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')
/** The same table as wrangler's, so that `wrangler d1 migrations apply` recognises the applied migrations. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/** Applies missing migrations to a local database. Returns their names. */
export function applyMigrations(database: Database): Promise<string[]> {
  return migrate(databaseTarget(database))
}

/**
 * Applies missing migrations, each in one transaction. Throws if the database has a migration that the repository lacks, for
 * example in a state folder from before the migrations were squashed.
 */
export async function migrate(d1: ImportTarget['d1']): Promise<string[]> {
  const journal: unknown = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  await d1.batch([{ sql: MIGRATIONS_TABLE, params: [] }])
  const done = (await d1.query('SELECT name FROM d1_migrations')).map(({ name }) => String(name))
  const names = tagsOf(journal).map((tag) => `${tag}.sql`)
  const unknown = done.find((name) => !names.includes(name))
  if (unknown) {
    throw new Error(
      `the database has the migration ${unknown}, which is not in migrations/: another version of the shop created it. If the database is local, delete its state folder.`,
    )
  }
  const applied: string[] = []
  for (const name of names) {
    if (done.includes(name)) continue
    const text = await readFile(join(MIGRATIONS, name), 'utf8')
    const statements = text.split('--> statement-breakpoint').map((sql) => sql.trim())
    await d1.batch([
      ...statements.filter((sql) => sql !== '').map((sql) => ({ sql, params: [] })),
      { sql: 'INSERT INTO d1_migrations (name) VALUES (?1)', params: [name] },
    ])
    applied.push(name)
  }
  return applied
}

/** Returns the catalogue's version; 0 before the first import. */
export async function catalogueVersion(database: Database): Promise<number> {
  const [row] = await databaseTarget(database).query('SELECT version FROM catalogue_state WHERE id = 1')
  return Number(row?.version ?? 0)
}

function tagsOf(journal: unknown): string[] {
  if (typeof journal !== 'object' || journal === null || !('entries' in journal) || !Array.isArray(journal.entries)) {
    throw new TypeError('migrations/meta/_journal.json has no entries')
  }
  return journal.entries.map((entry: { tag: string }) => entry.tag)
}
