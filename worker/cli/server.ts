/**
 * Runs the built worker in workerd, through miniflare, with the same wrangler.toml as the deployment. Miniflare stores the
 * data of D1, Durable Objects, R2 and queues in the state folder. The server differs from Cloudflare in these ways: secrets
 * are generated and stored in the state folder, some variables have values for development, and the cron runs every few
 * seconds. A sandbox, if there is one, replaces the mail platform and the mailing lists. It also replaces the payment
 * provider, unless the environment sets STRIPE_SECRET_KEY or STRIPE_API_BASE.
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
  /** 0 chooses a free port. */
  port: number
  stateDir: string
  host?: string
  /** Base address of the sandbox. Without one, `variables`, wrangler.toml and `.dev.vars` configure the providers. */
  sandboxUrl?: string
  /** The sandbox's address for browsers, if it differs. */
  mailboxUrl?: string
  /** Seconds between two runs of the cron; 0 disables it. */
  cronSeconds?: number
  /** Source of an entry module that wraps the built worker. The module imports the worker as './index.js'. */
  entry?: string
  /** The worker to run; by default the build in dist. */
  bundle?: Bundle
  /** The address for browsers, if they reach this server through a proxy. */
  publicUrl?: string
  variables?: Record<string, string>
  /** Bindings whose requests this process answers. */
  services?: NonNullable<V4WorkerOptions['serviceBindings']>
}

export type Bundle = {
  folder: string
  /** Files of `folder`; the first is the worker's main module. */
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
  /** The secret with which an import into this server's stores must hash codes. */
  codeSecret: string
  /** Runs the cron once and waits for it. */
  runScheduled(): Promise<void>
  /** Restarts the worker with the bundle's current files, at the same address and with the same state. */
  reload(): Promise<void>
  close(): Promise<void>
}

function sandboxVariables(sandboxUrl: string, mailboxUrl: string): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: process.env.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: process.env.STRIPE_WEBHOOK_SECRET ?? 'whsec_sandbox',
    ...stripeScript(mailboxUrl),
    // With a secret key in the environment, payments go to the real Stripe unless STRIPE_API_BASE names another address.
    ...(process.env.STRIPE_SECRET_KEY ? {} : { STRIPE_API_BASE: `${sandboxUrl}/stripe` }),
    ...(process.env.STRIPE_API_BASE ? { STRIPE_API_BASE: process.env.STRIPE_API_BASE } : {}),
    // The same holds for PayPal and PAYPAL_CLIENT_ID. The sandbox's script and window are for browsers.
    PAYPAL_CLIENT_ID: process.env.PAYPAL_CLIENT_ID ?? 'paypal-sandbox-client',
    PAYPAL_CLIENT_SECRET: process.env.PAYPAL_CLIENT_SECRET ?? 'paypal-sandbox-secret',
    PAYPAL_MERCHANT_ID: process.env.PAYPAL_MERCHANT_ID ?? (process.env.PAYPAL_CLIENT_ID ? '' : 'SANDBXMERCHNT'),
    PAYPAL_WEBHOOK_ID: process.env.PAYPAL_WEBHOOK_ID ?? 'WH0SANDBOX0STAGEDOOR',
    ...(process.env.PAYPAL_CLIENT_ID
      ? {}
      : { PAYPAL_API_BASE: `${sandboxUrl}/paypal`, PAYPAL_JS_URL: `${mailboxUrl}/paypal/web-sdk/v6/core` }),
    ...(process.env.PAYPAL_API_BASE ? { PAYPAL_API_BASE: process.env.PAYPAL_API_BASE } : {}),
    MAILBOX_URL: `${mailboxUrl}/mailbox`,
    // Browsers upload to the sandbox, which stores the file in this server's bucket.
    R2_ENDPOINT: mailboxUrl,
    R2_ACCESS_KEY_ID: 'r2-sandbox-key',
    R2_SECRET_ACCESS_KEY: 'r2-sandbox-secret',
    NEWSLETTER_BASE: `${sandboxUrl}/newsletter`,
    VOUCHER_API_BASE: `${sandboxUrl}/vouchers`,
    VOUCHER_API_KEY: 'voucher_sandbox',
  }
}

/** The sandbox creates the keys of the wallets itself, on its first start. */
async function walletVariables(sandboxUrl: string): Promise<Record<string, string>> {
  const answer = await fetch(`${sandboxUrl}/wallet/settings.json`)
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to the request for the keys of wallets`)
  return (await answer.json()) as Record<string, string>
}

/** With a secret key in the environment, the real script needs its public key. Otherwise, the sandbox's script is used. */
function stripeScript(browserUrl: string): Record<string, string> {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: key } = process.env
  if (secret) return key ? { STRIPE_PUBLISHABLE_KEY: key } : {}
  return { STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox', STRIPE_JS_URL: `${browserUrl}/stripe.js` }
}

/** Returns a second worker that implements Cloudflare's mail binding and delivers mails to the sandbox's mailbox. */
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
    SUPPORT_MAIL: 'service@stagedoor.example',
    ...(sandboxUrl ? sandboxVariables(sandboxUrl, options.mailboxUrl ?? sandboxUrl) : {}),
    ...(sandboxUrl ? await walletVariables(sandboxUrl) : {}),
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
  // The tables must exist before the first run of the cron, because its jobs query them.
  await applyMigrations(await miniflare.getD1Database('DB'))
  const seconds = options.cronSeconds ?? 15
  let generation = 0
  const ring = async () => {
    const begun = generation
    try {
      await runScheduled()
    } catch (error) {
      // If a reload has stopped the worker meanwhile, the failure is expected.
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
      // Waits for statements of an import, because an import cannot tell whether an interrupted statement took effect.
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
