/**
 * `npm start`: builds if needed, starts the sandbox of outside companies and the server, migrates, imports the demo
 * catalogue into an empty database, and says where everything is. A later start finds all data as it was.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importCatalogue } from '../import/index.ts'
import { ensureBuilt, ROOT } from './build.ts'
import { catalogueVersion, storesOf } from './local-stores.ts'
import { type Server, startServer } from './server.ts'

const port = Number(process.env.PORT ?? 8787)
const sandboxPort = Number(process.env.SANDBOX_PORT ?? port + 1)
const stateDir = resolve(process.env.STATE_DIR ?? join(ROOT, '.state'))
const DEMO = join(ROOT, 'tests/fixtures/demo')

function say(line: string): void {
  console.log(line)
}

/** The sandbox runs as a process of its own, as an outside company would; resolves once it listens. */
function startSandbox(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'tests/sandbox/server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(sandboxPort),
      STATE_DIR: join(stateDir, 'sandbox'),
      WEBHOOK_TARGET: `http://localhost:${port}/webhooks/stripe`,
      NODE_NO_WARNINGS: '1',
    },
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}; is port ${sandboxPort} taken?`)))
  })
}

async function fillEmptyDatabase(server: Server): Promise<void> {
  const stores = await storesOf(server.miniflare)
  if ((await catalogueVersion(stores.database)) > 0) return
  say('Importing the demo catalogue (scales its pictures once; about a minute on two cores) …')
  const report = await importCatalogue(stores.target, [DEMO], {
    codeSecrets: { CODE_SECRET: server.codeSecret },
    cacheDir: join(stateDir, 'image-cache'),
    // A first start should be over soon; a fifth more bytes for the demo's pictures is its price.
    imageEffort: 0,
  })
  if (!report.ok) throw new Error(report.text)
}

mkdirSync(stateDir, { recursive: true })
const started = Date.now()
if (ensureBuilt()) say(`Built in ${Math.round((Date.now() - started) / 1000)} s.`)
const sandbox = await startSandbox()
const server = await startServer({
  port,
  stateDir,
  sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
  mailboxUrl: `http://localhost:${sandboxPort}`,
  variables: { PUBLIC_ORIGIN: `http://localhost:${port}` },
})
await fillEmptyDatabase(server)

say(`
Stagedoor is open (${Math.round((Date.now() - started) / 1000)} s).

  Shop      ${server.url}
  Mailbox   http://localhost:${sandboxPort}/mailbox
  Sandbox   http://localhost:${sandboxPort}

  npm run orders -- list                    what was ordered
  npm run orders -- mark-paid REFERENCE     the bank says: paid
  npm run import -- PATH …                  another catalogue (stop this first)

Ctrl-C ends everything.`)

/** Asks the sandbox to end; a connection that some browser keeps open does not hold it longer than two seconds. */
function endSandbox(): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => sandbox.kill('SIGKILL'), 2_000)
    sandbox.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    if (!sandbox.kill('SIGTERM')) resolve()
  })
}

// Others end this process at a signal too; the sandbox must not outlive it, and its state survives anything.
process.once('exit', () => sandbox.kill('SIGKILL'))

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  await Promise.all([endSandbox(), server.close()])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
