/**
 * Stores PayPal's events and enqueues their webhooks. The caller stores the reported change in the same transaction. Each
 * transmission is signed with the sandbox's certificate.
 */
import { createHash, createPublicKey, randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyOf, newSigningPair, type SigningPair } from './certificate.ts'
import type { Store, StoredObject } from './store.ts'
import type { NoticeCount } from './stripe-event.ts'
import { nowSeconds, randomText } from './stripe-id.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

/** The id under which the sandbox sends webhooks, as PayPal's dashboard shows it for an endpoint. */
export const sandboxWebhookId = 'WH0SANDBOX0STAGEDOOR'

export type PayPalEvent = StoredObject & {
  event_type: string
  create_time: string
  resource: Record<string, unknown> & { id?: string }
}

/** The object as PayPal shows it, without the columns of the sandbox's store. */
export const shown = <T extends StoredObject>({ object, created, ...rest }: T): Omit<T, 'object' | 'created'> => rest

export const emitPayPalEvent = (
  store: Store,
  delivery: WebhookDelivery,
  event: { type: string; resourceType: string; resource: object },
  { times }: NoticeCount,
): void => {
  const value = {
    id: `WH-${randomText(17).toUpperCase()}-${randomText(17).toUpperCase()}`,
    object: 'paypal.event',
    created: nowSeconds(),
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: event.resourceType,
    resource_version: '2.0',
    event_type: event.type,
    summary: event.type,
    resource: event.resource,
    links: [],
  }
  store.put(value)
  delivery.enqueue(value.id, store.setting('webhooksEnabled') ? times : 0)
}

const signingPair = (store: Store): SigningPair => {
  const known = store.setting('payPalSigningPair')
  if (known) return known
  const pair = newSigningPair('Sandbox of PayPal', Date.now())
  store.set('payPalSigningPair', pair)
  return pair
}

/** The path of the certificate below the base address of the API. A new certificate has a new path. */
const certificatePath = ({ certificate }: SigningPair): string =>
  `/v1/notifications/certs/CERT-${createHash('sha256').update(certificate).digest('hex').slice(0, 16)}`

/** Returns the certificate at a path; null if the sandbox has none there. */
export const certificateAt = (store: Store, path: string): string | null => {
  const pair = signingPair(store)
  return decodeURI(path) === certificatePath(pair) ? pair.certificate : null
}

/** Returns the headers with which PayPal sends exactly this body. `apiBase` is the address of the sandbox's PayPal API. */
export const transmissionHeaders = (
  store: Store,
  body: string,
  apiBase: string,
  webhookId = sandboxWebhookId,
): Record<string, string> => {
  const pair = signingPair(store)
  const time = new Date().toISOString()
  for (;;) {
    const id = randomUUID()
    const message = `${id}|${time}|${webhookId}|${crc32(body)}`
    const signature = sign('RSA-SHA256', Buffer.from(message), keyOf(pair)).toString('base64')
    // The published format of `verify-webhook-signature` accepts only a signature that begins with a word character.
    if (!/^(?!\d+$)\w/.test(signature)) continue
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${apiBase}${certificatePath(pair)}`,
    }
  }
}

/** Verifies the body of `verify-webhook-signature`, as PayPal does. */
export const transmissionIsGenuine = (store: Store, request: Record<string, unknown>, apiBase: string): boolean => {
  const pair = signingPair(store)
  const { transmission_id, transmission_time, webhook_id, webhook_event, transmission_sig, cert_url } = request
  if (cert_url !== `${apiBase}${certificatePath(pair)}` || webhook_id !== sandboxWebhookId) return false
  const message = `${transmission_id}|${transmission_time}|${webhook_id}|${crc32(JSON.stringify(webhook_event))}`
  const key = createPublicKey(pair.certificate)
  return verify('RSA-SHA256', Buffer.from(message), key, Buffer.from(String(transmission_sig), 'base64'))
}
