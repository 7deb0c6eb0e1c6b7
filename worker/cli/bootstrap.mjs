/**
 * First step of `npm start` and `npm test` on any machine: runs under the host's node 20 or newer, installs what the lock
 * file names (once, and again when it changed) and goes on under the pinned Node that came with it. Plain JavaScript
 * without packages, because nothing is installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const modules = join(root, 'node_modules')
const marker = join(modules, '.installed')
const [script, ...rest] = process.argv.slice(2)
if (!script) throw new Error('usage: bootstrap.mjs SCRIPT [ARGUMENT …]')

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
if (installed !== wanted) {
  console.log('Installing packages (npm ci) …')
  const outcome = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (outcome.status !== 0) process.exit(outcome.status ?? 1)
  writeFileSync(marker, wanted)
}

const child = spawn(join(modules, '.bin/node'), [join(root, script), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${join(modules, '.bin')}:${process.env.PATH}`,
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
  },
})
// Ctrl-C reaches the child too: it ends in its own time, and this process after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
