/**
 * Simulates the services of Apple's and Google's wallets: the push service, the API for tickets, and the page that saves a
 * ticket. `/wallet` shows what they have received.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { answerGoogle, type GoogleTicket, savePage } from './google-wallet.ts'
import { type Answer, jsonAnswer, pageAnswer } from './http.ts'
import { html, page } from './page.ts'
import type { Store, StoredObject } from './store.ts'
import { isPushToken, PASS_TYPE, verifiedToken, walletKeys, walletSettings } from './wallet-keys.ts'

type Call = { method: string; path: string; body: string; headers: IncomingHttpHeaders }
type Bases = { apiOrigin: string; pageBase: string }
type Push = StoredObject & { object: 'apple.push'; token: string }

const control = z.object({ failNext: z.int().min(0).optional(), gone: z.array(z.string()).optional() })
const LARGEST_PUSH = 4096

/** Returns null for other requests. */
export const answerWallets = async (store: Store, call: Call, bases: Bases): Promise<Answer | null> => {
  const { method, path, body } = call
  if (path === '/wallet/settings.json') return jsonAnswer(walletSettings(store, bases))
  if (path === '/wallet') return overview(store)
  if (path === '/control/wallet') return method === 'POST' ? configure(store, body) : jsonAnswer(received(store))
  const [, device] = /^\/apple-push\/3\/device\/([^/]+)$/.exec(path) ?? []
  if (device !== undefined && method === 'POST') return takePush(store, device, call)
  if (!path.startsWith('/google-wallet/')) return null
  const [, saved] = /^\/google-wallet\/save\/(.+)$/.exec(path) ?? []
  if (saved !== undefined) return savePage(store, saved)
  return answerGoogle(store, { ...call, path: path.slice('/google-wallet'.length) }, bases.apiOrigin)
}

const received = (store: Store) => ({
  pushes: store.list<Push>('apple.push'),
  classes: store.list<GoogleTicket>('eventTicketClass'),
  objects: store.list<GoogleTicket>('eventTicketObject'),
})

const configure = (store: Store, body: string): Answer => {
  const { failNext, gone } = control.parse(JSON.parse(body))
  if (failNext !== undefined) store.set('walletFailures', failNext)
  if (gone !== undefined) store.set('gonePushTokens', gone)
  return jsonAnswer({ failNext, gone })
}

/** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
const takePush = (store: Store, device: string, { headers, body }: Call): Answer => {
  const refused = (status: number, reason: string) => jsonAnswer({ reason }, status)
  if (store.takeFailure('walletFailures')) return refused(503, 'ServiceUnavailable')
  const [, token = ''] = /^bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  const verified = verifiedToken(token, walletKeys(store).push, 'ES256')
  if (!verified) return refused(403, 'InvalidProviderToken')
  if (!isPushToken(verified, Date.now())) return refused(403, 'ExpiredProviderToken')
  if (headers['apns-topic'] !== PASS_TYPE) return refused(400, 'DeviceTokenNotForTopic')
  if (headers['apns-push-type'] !== 'background') return refused(400, 'InvalidPushType')
  if (Buffer.byteLength(body) > LARGEST_PUSH) return refused(413, 'PayloadTooLarge')
  if (!/^[0-9a-f]{32,200}$/i.test(device)) return refused(400, 'BadDeviceToken')
  if (store.setting('gonePushTokens').includes(device)) return refused(410, 'Unregistered')
  const created = Date.now()
  store.put({ id: `push_${crypto.randomUUID()}`, object: 'apple.push', created, token: device } as Push)
  return { status: 200, headers: {}, body: '' }
}

const css = `
main { max-width: 860px; margin: 0 auto; padding: 40px 20px 64px; display: grid; gap: 20px; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; }
pre { margin: 8px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
`

const overview = (store: Store): Answer => {
  const { pushes, classes, objects } = received(store)
  const shown = (values: object[]) => values.map((value) => html`<pre>${JSON.stringify(value, null, 1)}</pre>`)
  return pageAnswer(
    page(
      'en',
      'Wallets',
      css,
      html`<main><div><span class="badge">Sandbox</span><h1>Wallets</h1></div>
        <section><h2>Google Wallet: tickets</h2>${shown(objects)}</section>
        <section><h2>Google Wallet: events</h2>${shown(classes)}</section>
        <section><h2>Notifications to devices with Apple Wallet</h2>${shown(pushes)}</section></main>`,
    ),
  )
}
