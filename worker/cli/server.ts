/**
 * The built worker in workerd, by miniflare directly: the same wrangler.toml, real D1, Durable Objects, R2 and queues kept
 * under the state folder. What differs from the platform: secrets are made up once and kept beside the state, mails go to
 * a mailbox where one is given, and the cron rings every few seconds.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { localSecrets } from './local-secrets.ts'
import { applyMigrations, storesOf } from './local-stores.ts'
import { ROOT } from './root.ts'
import { removeServerNote, writeServerNote } from './server-note.ts'
import { serveStores } from './store-server.ts'

export type ServerOptions = {
  /** 0: any free one. */
  port: number
  stateDir: string
  host?: string
  /** Base address of the sandbox; without one, providers are what the environment says. */
  sandboxUrl?: string
  /** The sandbox's address as browsers reach it, where it differs. */
  mailboxUrl?: string
  /** Seconds between two rings of the cron; 0 for never. */
  cronSeconds?: number
  /** Source of a module that stands before the built worker, which it imports as './index.js'. */
  entry?: string
  /** What runs; the build in dist unless given. */
  bundle?: Bundle
  /** The address for browsers, where a proxy stands before this server. */
  publicUrl?: string
  variables?: Record<string, string>
  /** Bindings whose requests this process answers. */
  services?: NonNullable<V4WorkerOptions['serviceBindings']>
}

export type Bundle = {
  folder: string
  /** Files of `folder`; the first is the worker's own. */
  modules: string[]
  /** The folder of the web's files. */
  assets: string
}

type Assets = NonNullable<V4WorkerOptions['assets']>

const BUILT: Bundle = { folder: join(ROOT, 'dist/worker'), modules: ['index.js'], assets: join(ROOT, 'dist/client') }

export type Server = {
  url: string
  miniflare: Miniflare
  operatorToken: string
  /** What an import into this server's stores hashes codes with. */
  codeSecret: string
  /** Rings the cron once and waits for it. */
  runScheduled(): Promise<void>
  /** Runs the bundle's files as they are now, under the same address and with the same state. */
  reload(): Promise<void>
  close(): Promise<void>
}

function sandboxVariables(sandboxUrl: string, mailboxUrl: string): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: process.env.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: process.env.STRIPE_WEBHOOK_SECRET ?? 'whsec_sandbox',
    // A key of one's own means the real Stripe, unless an address says otherwise.
    ...(process.env.STRIPE_SECRET_KEY ? {} : { STRIPE_API_BASE: `${sandboxUrl}/stripe` }),
    ...(process.env.STRIPE_API_BASE ? { STRIPE_API_BASE: process.env.STRIPE_API_BASE } : {}),
    MAILBOX_URL: `${mailboxUrl}/mailbox`,
    NEWSLETTER_BASE: `${sandboxUrl}/newsletter`,
  }
}

/** Mails leave through a second small worker whose entry speaks like Cloudflare's mail binding. */
function mailWorker(sandboxUrl: string): V4WorkerOptions {
  return {
    name: 'mail-binding',
    compatibilityDate: '2026-10-23',
    modules: [{ type: 'ESModule', path: join(ROOT, 'tests/sandbox/mail-binding.js') }],
    modulesRoot: join(ROOT, 'tests/sandbox'),
    bindings: { MAILBOX_URL: sandboxUrl },
  }
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { stateDir, sandboxUrl, host = '127.0.0.1', bundle = BUILT } = options
  mkdirSync(stateDir, { recursive: true })
  const secrets = localSecrets(stateDir)
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'))
  const { email: _mailIsCaught, ...withoutMail } = workerOptions
  const bindings: Record<string, string> = {
    ...(workerOptions.bindings as Record<string, string>),
    ...secrets,
    ENVIRONMENT: 'development',
    TEST_SHOP_CODE: 'stagedoor-test',
    BANK_ACCOUNT_HOLDER: 'Stagedoor GmbH',
    BANK_IBAN: 'DE02120300000000202051',
    BANK_BIC: 'BYLADEM1001',
    BANK_NAME: 'Deutsche Kreditbank',
    JURISDICTION: '',
    ...(sandboxUrl ? sandboxVariables(sandboxUrl, options.mailboxUrl ?? sandboxUrl) : {}),
    ...options.variables,
  }
  const worker: V4WorkerOptions = {
    ...(sandboxUrl ? withoutMail : workerOptions),
    serviceBindings: { ...(sandboxUrl ? { EMAIL: 'mail-binding' } : {}), ...options.services },
    name: 'stagedoor',
    modules: [
      ...(options.entry === undefined
        ? []
        : [{ type: 'ESModule' as const, path: join(bundle.folder, 'entry.js'), contents: options.entry }]),
      ...bundle.modules.map((name) => ({ type: 'ESModule' as const, path: join(bundle.folder, name) })),
    ],
    modulesRoot: bundle.folder,
    assets: { ...(workerOptions.assets as Assets), directory: bundle.assets },
    bindings,
  }
  const optionsOn = (port: number) =>
    convertV4MiniflareOptions({
      host,
      port,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: stateDir,
      unsafeTriggerHandlers: true,
      workers: sandboxUrl ? [worker, mailWorker(sandboxUrl)] : [worker],
    })
  const miniflare = new Miniflare(optionsOn(options.port))
  const ready = await miniflare.ready
  const url = options.publicUrl ?? `http://localhost:${ready.port}`

  const runScheduled = async () => {
    const fetcher = await miniflare.getWorker('stagedoor')
    await fetcher.scheduled({ cron: '* * * * *' })
  }
  // The cron's first ring may come at once, and its jobs ask every table.
  await applyMigrations(await miniflare.getD1Database('DB'))
  const seconds = options.cronSeconds ?? 15
  let generation = 0
  const ring = async () => {
    const begun = generation
    try {
      await runScheduled()
    } catch (error) {
      // A reload ends the worker that was rung.
      if (begun === generation) console.warn('cron failed:', error)
    }
  }
  let ringing = Promise.resolve()
  const timer =
    seconds > 0
      ? setInterval(() => {
          ringing = ringing.then(ring)
        }, seconds * 1000)
      : undefined

  let reloading: Promise<unknown> = Promise.resolve()
  const storesInUse = new Set<Promise<unknown>>()
  const stores = await serveStores(secrets.OPERATOR_TOKEN, (task) => {
    const work = reloading.catch(() => {}).then(async () => task((await storesOf(miniflare)).target))
    storesInUse.add(work)
    return work.finally(() => storesInUse.delete(work))
  })
  writeServerNote(stateDir, {
    url,
    controlUrl: `${url}/operator`,
    storesUrl: stores.url,
    token: secrets.OPERATOR_TOKEN,
    pid: process.pid,
  })
  return {
    url,
    miniflare,
    operatorToken: secrets.OPERATOR_TOKEN,
    codeSecret: secrets.CODE_SECRET,
    runScheduled,
    async reload() {
      generation++
      // An import's statement that is cut off may or may not have been written.
      reloading = Promise.allSettled(storesInUse).then(() => miniflare.setOptions(optionsOn(Number(ready.port))))
      await reloading
    },
    async close() {
      clearInterval(timer)
      await ringing
      removeServerNote(stateDir)
      await stores.close()
      await miniflare.dispose()
    },
  }
}
