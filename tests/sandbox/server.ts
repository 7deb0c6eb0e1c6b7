/**
 * Simulates outside companies for machines without a network: Stripe with card page and webhooks, PayPal with its window and
 * webhooks, the Turnstile check, mailing lists, a voucher programme, statistics, the bucket's S3 interface, Apple's and Google's
 * wallets, and a mail server with a mailbox page. The sandbox is one HTTP server with one SQLite file. It is never part of the deployed worker.
 *
 * Standalone: SANDBOX_PORT=8788 STATE_DIR=.state/sandbox WEBHOOK_TARGET=http://localhost:8787/webhooks/stripe node tests/sandbox/server.ts
 */
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerControl } from './control.ts'
import { type Answer, bodyOf, jsonAnswer, writeAnswer } from './http.ts'
import { landingPage } from './landing-page.ts'
import { findMail, listMails, mailRecipients, receiveMail } from './mailbox.ts'
import { mailAttachment, mailboxPage, mailHtml, mailPage } from './mailbox-page.ts'
import { answerNewsletter } from './newsletter.ts'
import { answerStorage, isStorageRequest, type StoreObject, storeInShop } from './object-storage.ts'
import { answerPay } from './pay-page.ts'
import { shown, transmissionHeaders } from './paypal-event.ts'
import { answerPayPalRoute } from './paypal-routes.ts'
import { answerReports } from './reports.ts'
import { Store } from './store.ts'
import { answerStripe } from './stripe-api.ts'
import { answerBrowser, stripeScript } from './stripe-browser.ts'
import type { SandboxContext } from './stripe-payment.ts'
import { expireDueSessions } from './stripe-session.ts'
import { answerTurnstile } from './turnstile.ts'
import { answerVouchers } from './voucher-programme.ts'
import { answerWallets } from './wallets.ts'
import { type Transmit, WebhookDelivery } from './webhook-delivery.ts'

type SandboxOptions = {
  /** The port to listen on; 0 chooses a free one. */
  port: number
  host?: string
  /** The folder of sandbox.sqlite. A second start continues with its contents. */
  stateDir: string
  /** The origin under which browsers reach the sandbox, if it is not http://localhost:PORT. */
  publicBase?: string
  stripeSecretKey?: string
  stripePublicKey?: string
  stripeWebhookSecret?: string
  /** The URL of the shop's webhook endpoint for Stripe; PayPal's is beside it. While it is empty, deliveries wait. */
  webhookTarget: string | (() => string)
  /** Stores what browsers upload. Without it, uploads are verified and dropped. */
  storeObject?: StoreObject
}

export type Sandbox = { url: string; port: number; close(): Promise<void> }

const expiryIntervalMs = 1000

type Runtime = {
  context: SandboxContext
  options: SandboxOptions
  webhookTarget: () => string
  /** The sandbox's origin for browsers. */
  payBase: string
  /** The sandbox's origin for the shop's worker. */
  apiOrigin: string
}

const answerMailbox = (runtime: Runtime, path: string, query: URLSearchParams): Answer | null => {
  const { store } = runtime.context
  const to = query.get('to') ?? ''
  if (path === '/mailbox') return mailboxPage(listMails(store, to), to, mailRecipients(store))
  if (path === '/mailbox.json') return jsonAnswer({ data: listMails(store, to) })
  const [, id = '', part] = /^\/mailbox\/([^/]+)(?:\/(html|attachments\/\d+))?$/.exec(path) ?? []
  const mail = findMail(store, id)
  if (!mail) return null
  if (part === undefined) return mailPage(mail)
  return part === 'html' ? mailHtml(mail) : mailAttachment(mail, Number(part.split('/')[1]))
}

const parsedJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const answer = async (runtime: Runtime, request: IncomingMessage): Promise<Answer> => {
  if (isStorageRequest(request))
    return answerStorage(request, runtime.options.storeObject ?? (async () => undefined), Date.now())
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const path = url.pathname.replace(/^\/stripe(?=\/v1\/)/, '')
  const body = method === 'GET' ? '' : await bodyOf(request)
  if (path.startsWith('/v1/')) {
    const header = request.headers['idempotency-key']
    const result = answerStripe(
      runtime.context,
      {
        method,
        path,
        query: url.search.slice(1),
        body,
        authorization: request.headers.authorization,
        idempotencyKey: Array.isArray(header) ? header[0] : header,
      },
      runtime.options.stripeSecretKey ?? 'sk_test_sandbox',
      runtime.payBase,
    )
    return jsonAnswer(result.body, result.status, result.headers)
  }
  const { stripePublicKey = 'pk_test_sandbox' } = runtime.options
  const fromBrowser = answerBrowser(runtime.context, method, path, body, stripePublicKey, runtime.payBase)
  if (fromBrowser) return fromBrowser
  if (method === 'GET' && path === '/stripe.js') return stripeScript()
  if (method === 'POST' && path === '/turnstile/v0/siteverify') return answerTurnstile(body)
  if (path.startsWith('/newsletter/')) {
    return answerNewsletter(runtime.context.store, method, path.slice(12), url.searchParams, body)
  }
  if (path.startsWith('/vouchers/')) {
    return answerVouchers(runtime.context.store, method, path.slice(9), request.headers.authorization, parsedJson(body))
  }
  if (path.startsWith('/paypal/')) {
    const header = (name: string) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const call = { method, path: path.slice(7), query: url.searchParams, body, header }
    return answerPayPalRoute(runtime.context, call, { apiOrigin: runtime.apiOrigin, pageBase: runtime.payBase })
  }
  const wallet = await answerWallets(
    runtime.context.store,
    { method, path, body, headers: request.headers },
    { apiOrigin: runtime.apiOrigin, pageBase: runtime.payBase },
  )
  if (wallet) return wallet
  if (path.startsWith('/control/')) return answerControl(runtime.context, method, path, url.searchParams, body)
  if (path.startsWith('/pay/')) {
    const action = method === 'POST' ? new URLSearchParams(body).get('action') : null
    const isFramed = url.searchParams.has('frame')
    return answerPay(runtime.context, path.slice(5), action, request.headers['accept-language'], isFramed)
  }
  if (method === 'POST' && path === '/mail/messages') {
    const result = receiveMail(runtime.context.store, parsedJson(body))
    if ('messageId' in result) return jsonAnswer(result)
    return jsonAnswer({ error: result }, result.code === 'E_DELIVERY_FAILED' ? 503 : 400)
  }
  const reports = answerReports(runtime.context.store, { method, path, headers: request.headers, body })
  if (reports) return reports
  if (method === 'GET' && path === '/') return landingPage(runtime.context.store, runtime.webhookTarget())
  const mailbox =
    method === 'GET' && path.startsWith('/mailbox') ? answerMailbox(runtime, path, url.searchParams) : null
  return mailbox ?? jsonAnswer({ error: `No ${method} ${path}` }, 404)
}

/** Starts the sandbox, and resolves once it listens. `url` is its URL on this machine. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { webhookTarget: target, host = '127.0.0.1', stripeWebhookSecret = 'whsec_sandbox' } = options
  const webhookTarget = typeof target === 'string' ? () => target : target
  const store = new Store(options.stateDir)
  const payPalTransmission: Transmit = (event, target) => {
    const payload = JSON.stringify(shown(event))
    const headers = transmissionHeaders(store, payload, `${runtime.apiOrigin}/paypal`)
    return { url: target.replace(/\/stripe$/, '/paypal'), payload, headers }
  }
  const delivery = new WebhookDelivery(store, stripeWebhookSecret, webhookTarget, {
    'paypal.event': payPalTransmission,
  })
  const context: SandboxContext = { store, delivery }
  const runtime: Runtime = { context, options, webhookTarget, payBase: '', apiOrigin: '' }
  const server = createServer((request, response) => {
    void answer(runtime, request)
      .catch((error: unknown) => {
        // A client that is killed during its request, as in the crash test, is no error of the sandbox.
        if (request.destroyed && !request.complete) return jsonAnswer({ error: 'gone' }, 400)
        process.stderr.write(
          `sandbox: ${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`,
        )
        return jsonAnswer({ error: { type: 'api_error', message: 'The sandbox failed' } }, 500)
      })
      .then((result) => writeAnswer(response, result, request.method !== 'HEAD'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  runtime.apiOrigin = `http://${host}:${port}`
  runtime.payBase = options.publicBase ?? `http://localhost:${port}`
  const expiry = setInterval(() => {
    expireDueSessions(context)
    delivery.wake()
  }, expiryIntervalMs)
  delivery.wake()
  const stop = async (): Promise<void> => {
    clearInterval(expiry)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    await delivery.stop()
    store.close()
  }
  let stopped: Promise<void> | undefined
  return {
    url: `http://${host}:${port}`,
    port,
    close: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sandbox = await startSandbox({
    port: Number(process.env.SANDBOX_PORT ?? 8788),
    stateDir: process.env.STATE_DIR ?? join(process.cwd(), '.state', 'sandbox'),
    webhookTarget: process.env.WEBHOOK_TARGET ?? '',
    storeObject: (key, bytes, contentType) => storeInShop(process.env.SHOP_STATE_DIR ?? '', key, bytes, contentType),
  })
  process.stdout.write(`sandbox listens on ${sandbox.url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
  }
}
