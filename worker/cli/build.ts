/**
 * Builds the generated modules, the web into dist/client, and the worker into dist/worker. Wrangler bundles the worker for
 * the local server, as it does for Cloudflare. Skips the web and the worker if no source has changed since the last build.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { ROOT } from './root.ts'

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

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false', CI: 'true' },
  })
  const [[code], ...output] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${output.join('\n')}`)
}

let generating: Promise<void> | null = null

/** Generates the modules in schema/generated and worker/generated, which tests and tools import. Runs once per process. */
export function generateSources(): Promise<void> {
  generating ??= run('node', ['worker/cli/generate.ts'])
  return generating
}

/** Returns whether it built something. `SKIP_BUILD=1` uses dist as it is, even if the sources have changed. */
export async function ensureBuilt(options: { force?: boolean } = {}): Promise<boolean> {
  if (process.env.SKIP_BUILD === '1') return false
  await generateSources()
  const hash = sourceHash()
  if (!options.force && existsSync(MARKER) && readFileSync(MARKER, 'utf8') === hash) return false
  await Promise.all(['web/i18n/compile.ts', 'worker/cli/font-subsets.ts'].map((module) => run('node', [module])))
  // Wrangler requires the folder of the assets to exist, although it bundles only the worker.
  mkdirSync(join(ROOT, 'dist/client'), { recursive: true })
  await Promise.all([run('vite', ['build', '--logLevel', 'warn']), buildWorker()])
  writeBillOfMaterials()
  writeFileSync(MARKER, hash)
  return true
}

/** First builds the module that renders pages, because the worker imports it. */
async function buildWorker(): Promise<void> {
  await run('vite', ['build', '--config', 'vite.render.ts', '--logLevel', 'warn'])
  await run('wrangler', ['deploy', '--dry-run', '--outdir', 'dist/worker'])
}

if (process.argv[1] === import.meta.filename) {
  console.log((await ensureBuilt({ force: process.argv.includes('--force') })) ? 'Built.' : 'Nothing has changed.')
}
