/**
 * The local database and bucket, opened without the server: the same files under the state folder that the server's miniflare
 * keeps (`d1`, `r2`). A database file takes one process at a time; `runningServer` tells whether a server has it.
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
 * The stores of a running miniflare that binds them as `DB` and `BUCKET`. Without `claims` an import may add to what is on
 * sale, but not take seats away.
 */
export async function storesOf(miniflare: Miniflare, claims: AskClaims = cannotAsk): Promise<Stores> {
  const database = await miniflare.getD1Database('DB')
  return { database, target: bindingsTarget(database, await miniflare.getR2Bucket('BUCKET'), claims) }
}

async function cannotAsk(): Promise<never> {
  throw new Error('the shop is running; stop it first')
}

/** Opens D1 `stagedoor` and R2 `stagedoor` below `stateDir` and brings the tables up to date. */
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
/** As wrangler makes it, so that `wrangler d1 migrations apply` knows what has been applied. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/** Applies what a local database lacks; answers the names of the migrations applied now. */
export function applyMigrations(database: Database): Promise<string[]> {
  return migrate(databaseTarget(database))
}

/**
 * Applies the migrations that the database lacks, each in one transaction. Throws if the database has one that the
 * repository does not know: a folder of local state from before the migrations were squashed cannot be migrated.
 */
export async function migrate(d1: ImportTarget['d1']): Promise<string[]> {
  const journal: unknown = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  await d1.batch([{ sql: MIGRATIONS_TABLE, params: [] }])
  const done = (await d1.query('SELECT name FROM d1_migrations')).map(({ name }) => String(name))
  const names = tagsOf(journal).map((tag) => `${tag}.sql`)
  const unknown = done.find((name) => !names.includes(name))
  if (unknown) {
    throw new Error(
      `the database has the migration ${unknown}, which migrations/ lacks: another version made it. Delete its state folder if it is a local one.`,
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

/** The catalogue's version; 0 before the first import. */
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
