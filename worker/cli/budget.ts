/**
 * Compares the sizes of the built files with their budgets: the scripts of the landing page, the scripts that each
 * further dynamic import adds (routes and parts of pages), and the worker. Exits with 1 if one is too large. Sizes are of
 * gzipped files, in kilobytes of 1,000 bytes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuiltFiles, scriptsOf } from '../http/built-scripts.ts'
import { ROOT } from './root.ts'

const LANDING_KB = 102
const ROUTE_KB = 46
const WORKER_KB = 1000
const LANDING_ROUTES = ['routes/home/home.tsx']

const client = join(ROOT, 'dist/client')
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as BuiltFiles
const sizes = new Map<string, number>()

function kilobytes(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length / 1000
}

function sizeOf(file: string): number {
  const known = sizes.get(file) ?? kilobytes(join(client, file))
  sizes.set(file, known)
  return known
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0)

/** The page's own script and the application that it loads. */
const entries = ['index.html', 'boot/main.tsx']
if (!entries.every((name) => manifest[name])) throw new Error(`the build's manifest lacks one of ${entries.join(', ')}`)
const base = new Set(entries.flatMap((name) => [...scriptsOf(manifest, name)]))
const landing = new Set([...base, ...LANDING_ROUTES.flatMap((route) => [...scriptsOf(manifest, route)])])
const rows: { what: string; kb: number; limit: number }[] = [
  { what: 'landing route', kb: sum(landing), limit: LANDING_KB },
]
for (const [name, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || entries.includes(name) || LANDING_ROUTES.includes(name)) continue
  const added = [...scriptsOf(manifest, name)].filter((file) => !base.has(file))
  rows.push({ what: `adds ${name}`, kb: sum(added), limit: ROUTE_KB })
}
const worker = join(ROOT, 'dist/worker')
const workerFiles = readdirSync(worker).filter((file) => file.endsWith('.js'))
rows.push({
  what: 'worker',
  kb: workerFiles.reduce((total, file) => total + kilobytes(join(worker, file)), 0),
  limit: WORKER_KB,
})

let broken = false
for (const { what, kb, limit } of rows.sort((a, b) => b.kb - a.kb)) {
  const over = kb > limit
  broken ||= over
  console.log(`${over ? 'OVER' : 'ok  '} ${kb.toFixed(1).padStart(7)} KB of ${String(limit).padStart(4)}  ${what}`)
}
process.exit(broken ? 1 : 0)
