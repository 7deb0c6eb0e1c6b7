/**
 * The first step of `npm start`, `npm run dev` and `npm test`. It runs under the host's Node 20 or newer and installs the
 * locked packages if the lock file has changed. Then it starts the script under the pinned Node, which is one of these
 * packages. If the script serves a shop, a preparing page answers on the shop's port until the shop's server starts. This
 * file is plain JavaScript, because no package is installed yet.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { servePreparingPage } from './preparing-page.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const modules = join(root, 'node_modules')
const marker = join(modules, '.installed')
const [script, ...rest] = process.argv.slice(2)
if (!script) throw new Error('usage: bootstrap.mjs SCRIPT [ARGUMENT …]')
const servesShop = /\/(start|dev)\.ts$/.test(script)
const port = Number(process.env.PORT ?? 8787)

const page = servesShop ? await servePreparingPage(port).catch(refusePort) : null

function refusePort(error) {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Stop the program that listens there, or set PORT to another port.`
      : `Port ${port} cannot be used: ${error.message}`,
  )
  process.exit(1)
}

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
// `SKIP_INSTALL=1` uses node_modules as it is.
if (installed !== wanted && process.env.SKIP_INSTALL !== '1') {
  console.log('Installing packages (npm ci) …')
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
  const [code] = await once(npm, 'exit')
  if (code !== 0) process.exit(code ?? 1)
  writeFileSync(marker, wanted)
}

const child = spawn(join(modules, '.bin/node'), [join(root, script), ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', page ? 'ipc' : 'ignore'],
  env: {
    ...process.env,
    PATH: `${join(modules, '.bin')}:${process.env.PATH}`,
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
  },
})
// The messages come from `shop-port.ts`: first the stages, then the request to release the port.
child.on('message', async (message) => {
  if (message !== 'release') return page?.show(message)
  await page?.close()
  child.send('released')
})
// This process exits after the child, which shuts down in its own time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
