/**
 * Builds what is deployed: generated schema, the web into dist/client, the worker into dist/worker by wrangler itself, so
 * that a laptop runs the bytes that Cloudflare would. Does nothing where no source has changed since the last build.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeBillOfMaterials } from './bill-of-materials.ts'

export const ROOT = join(import.meta.dirname, '../..')
const SOURCES = [
  'schema',
  'worker',
  'web',
  'wrangler.toml',
  'vite.config.ts',
  'vite.render.ts',
  'package.json',
  'package-lock.json',
]
const MARKER = join(ROOT, 'dist/.built')

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name)
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    const files = /\.\w+$/.test(source) ? [path] : [...filesBelow(path)].filter((file) => !file.includes('/generated/'))
    for (const file of files.sort())
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function run(command: string, args: string[]): void {
  const outcome = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false', CI: 'true' },
  })
  if (outcome.status !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${outcome.stdout}\n${outcome.stderr}`)
}

/** True where something was built. `SKIP_BUILD=1` trusts what lies in dist, whatever the sources say. */
export function ensureBuilt(options: { force?: boolean } = {}): boolean {
  if (process.env.SKIP_BUILD === '1') return false
  // Not kept by git, and tests and tools import them; they may be missing where nothing else has changed.
  run('node', ['worker/cli/generate.ts'])
  const hash = sourceHash()
  if (!options.force && existsSync(MARKER) && readFileSync(MARKER, 'utf8') === hash) return false
  run('vite', ['build', '--logLevel', 'warn'])
  run('vite', ['build', '--config', 'vite.render.ts', '--logLevel', 'warn'])
  run('wrangler', ['deploy', '--dry-run', '--minify', '--outdir', 'dist/worker'])
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeBillOfMaterials()
  writeFileSync(MARKER, hash)
  return true
}

if (process.argv[1] === import.meta.filename) {
  console.log(ensureBuilt({ force: process.argv.includes('--force') }) ? 'Built.' : 'Nothing has changed.')
}
