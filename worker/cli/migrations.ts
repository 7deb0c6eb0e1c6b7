/** Applies the SQL files of `migrations/` to a local or deployed database, or checks that none is missing. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ImportTarget } from '../import/target.ts'

export type PrepareDatabase = (d1: ImportTarget['d1']) => Promise<unknown>

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')
/** The same table as wrangler's, so that `wrangler d1 migrations apply` recognises the applied migrations. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/**
 * Applies missing migrations, each in one transaction. Returns their names. Throws if the database has a migration that
 * the repository lacks.
 */
export async function migrate(d1: ImportTarget['d1']): Promise<string[]> {
  const missing = await missingMigrations(d1)
  if (missing.length > 0) await d1.batch([{ sql: MIGRATIONS_TABLE, params: [] }])
  for (const name of missing) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8')
    const statements = text.split('--> statement-breakpoint').map((sql) => sql.trim())
    await d1.batch([
      ...statements.filter((sql) => sql !== '').map((sql) => ({ sql, params: [] })),
      { sql: 'INSERT INTO d1_migrations (name) VALUES (?1)', params: [name] },
    ])
  }
  return missing
}

/** Throws if the database lacks migrations, and changes nothing. A dry run calls this function instead of `migrate`. */
export async function requireMigrations(d1: ImportTarget['d1']): Promise<void> {
  const missing = await missingMigrations(d1)
  if (missing.length === 0) return
  const what = missing.length === 1 ? '1 migration' : `${missing.length} migrations`
  throw new Error(
    `the database lacks ${what} (${missing.join(', ')}), and a dry run applies none. Run the import without --dry-run, or apply the migrations first, as migrations/README.md describes.`,
  )
}

/**
 * Returns the names of the migrations that the database lacks, in their order. Throws if the database has a migration
 * that the repository lacks, for example because the state folder is older than the squashed migrations.
 */
async function missingMigrations(d1: ImportTarget['d1']): Promise<string[]> {
  const journal: unknown = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  const names = tagsOf(journal).map((tag) => `${tag}.sql`)
  const [table] = await d1.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'")
  const applied = table ? (await d1.query('SELECT name FROM d1_migrations')).map(({ name }) => String(name)) : []
  const unknown = applied.find((name) => !names.includes(name))
  if (unknown) {
    throw new Error(
      `the database has the migration ${unknown}, which is not in migrations/: another version of the shop created it. If the database is local, delete its state folder.`,
    )
  }
  return names.filter((name) => !applied.includes(name))
}

function tagsOf(journal: unknown): string[] {
  if (typeof journal !== 'object' || journal === null || !('entries' in journal) || !Array.isArray(journal.entries)) {
    throw new TypeError('migrations/meta/_journal.json has no entries')
  }
  return journal.entries.map((entry: { tag: string }) => entry.tag)
}
