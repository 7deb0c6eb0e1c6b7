/**
 * Verifies PayPal's webhooks. PayPal signs the id and the time of the transmission, the webhook's id and the CRC32 of the
 * body with a certificate that it publishes: https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverification. If
 * the certificate cannot be used, the shop asks PayPal to verify the signature.
 *
 * The shop asks PayPal only if `mayAsk` allows it, because anyone can send a webhook that the shop cannot verify alone. Once an
 * isolate knows PayPal's certificate, it verifies PayPal's own webhooks without asking.
 *
 * A CRC32 does not protect the body against changes. Therefore a notice only names the object that the shop then reads from
 * PayPal.
 */
import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import type { ProviderNotice } from '../domain/orders/payment-provider.ts'
import { payPalSubject } from '../domain/orders/paypal-notices.ts'
import { askPayPal, type PayPalSettings, payPalBase } from './paypal-client.ts'

const TIMEOUT_MS = 5_000
const MAX_CERTIFICATES = 4
const MAX_CERTIFICATE_CHARS = 16_384
const ALGORITHMS: Record<string, string> = { SHA256withRSA: 'RSA-SHA256' }

/** The signature headers of a webhook. */
type Transmission = { id: string; time: string; algorithm: string; certificateUrl: string; signature: string }

/** Certificates that have verified a webhook, by URL. PayPal renews a certificate under a new URL. */
const certificates = new Map<string, X509Certificate>()

/**
 * Returns the notice of a webhook; null if its signature is wrong; `unchecked` if PayPal would have to be asked, but may not.
 * Throws if PayPal could not be asked.
 */
export async function readPayPalNotice(
  settings: PayPalSettings,
  body: string,
  headers: Headers,
  mayAsk: () => Promise<boolean>,
): Promise<ProviderNotice | 'unchecked' | null> {
  const transmission = transmissionOf(headers)
  if (!transmission || !isPayPalCertificate(settings, transmission.certificateUrl)) return null
  if (!isVerifiedAlone(transmission) && !(await mayAsk())) return 'unchecked'
  const verdict = await verdictOfCertificate(settings, transmission, body)
  const isGenuine = verdict === 'unusable' ? await payPalConfirms(settings, transmission, body) : verdict === 'genuine'
  return isGenuine ? noticeIn(body) : null
}

function transmissionOf(headers: Headers): Transmission | null {
  const values = ['id', 'time', 'sig'].map((name) => headers.get(`paypal-transmission-${name}`))
  const [id, time, signature] = values
  const algorithm = headers.get('paypal-auth-algo')
  const certificateUrl = headers.get('paypal-cert-url')
  if (!id || !time || !signature || !algorithm || !certificateUrl) return null
  return { id, time, algorithm, certificateUrl, signature }
}

/**
 * Whether the certificate is on a server of PayPal that belongs to the API in use: test accounts have another server, and
 * anyone can create a test account. The address must be in its normal form and have no query, because anyone can invent any
 * number of other addresses of the same certificate.
 */
function isPayPalCertificate(settings: PayPalSettings, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (address !== `${url.origin}${url.pathname}`) return false
  const base = new URL(payPalBase(settings))
  if (url.origin === base.origin) return true
  const isTest = (host: string) => host.includes('sandbox')
  return url.protocol === 'https:' && /(^|\.)paypal\.com$/.test(url.hostname) && isTest(url.host) === isTest(base.host)
}

/** Whether the shop can verify the signature without a request. */
function isVerifiedAlone({ algorithm, certificateUrl }: Transmission): boolean {
  const known = certificates.get(certificateUrl)
  return ALGORITHMS[algorithm] !== undefined && known !== undefined && isValidNow(known)
}

async function verdictOfCertificate(
  settings: PayPalSettings,
  { id, time, algorithm, certificateUrl, signature }: Transmission,
  body: string,
): Promise<'genuine' | 'forged' | 'unusable'> {
  const name = ALGORITHMS[algorithm]
  const certificate = name === undefined ? 'unusable' : await certificateAt(certificateUrl)
  if (name === undefined || typeof certificate === 'string') return certificate === 'absent' ? 'forged' : 'unusable'
  const message = `${id}|${time}|${settings.PAYPAL_WEBHOOK_ID ?? ''}|${crc32(body)}`
  try {
    const isRight = createVerify(name).update(message).verify(certificate.publicKey, signature, 'base64')
    if (isRight) remember(certificateUrl, certificate)
    return isRight ? 'genuine' : 'forged'
  } catch {
    return 'forged'
  }
}

/** Returns the certificate. `absent`: PayPal has none at this URL. `unusable`: it cannot be read, or is not valid now. */
async function certificateAt(url: string): Promise<X509Certificate | 'absent' | 'unusable'> {
  const known = certificates.get(url)
  if (known && isValidNow(known)) return known
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 404) return 'absent'
    if (response.status !== 200) return 'unusable'
    const certificate = new X509Certificate((await response.text()).slice(0, MAX_CERTIFICATE_CHARS))
    return isValidNow(certificate) ? certificate : 'unusable'
  } catch {
    return 'unusable'
  }
}

/** Only for the certificate of a right signature: otherwise, forged webhooks could replace PayPal's certificate. */
function remember(url: string, certificate: X509Certificate): void {
  certificates.delete(url)
  const [oldest] = certificates.keys()
  if (certificates.size >= MAX_CERTIFICATES && oldest !== undefined) certificates.delete(oldest)
  certificates.set(url, certificate)
}

function isValidNow({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now()
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}

const verification = z.object({ verification_status: z.string() })

/** Asks PayPal whether it sent the webhook. The request contains the body exactly as it arrived. */
async function payPalConfirms(settings: PayPalSettings, transmission: Transmission, body: string): Promise<boolean> {
  if (eventIn(body) === null) return false
  const signed = JSON.stringify({
    auth_algo: transmission.algorithm,
    cert_url: transmission.certificateUrl,
    transmission_id: transmission.id,
    transmission_sig: transmission.signature,
    transmission_time: transmission.time,
    webhook_id: settings.PAYPAL_WEBHOOK_ID ?? '',
  })
  const request = {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: `${signed.slice(0, -1)},"webhook_event":${body}}`,
  } as const
  return (await askPayPal(settings, request, verification)).verification_status === 'SUCCESS'
}

const link = z.object({ rel: z.string(), href: z.string() })
const event = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  event_type: z.string().check(z.maxLength(100)),
  resource: z.object({
    id: z.optional(z.string()),
    order_id: z.optional(z.string()),
    custom_id: z.optional(z.string()),
    dispute_id: z.optional(z.string()),
    purchase_units: z.optional(z.array(z.object({ custom_id: z.optional(z.string()) }))),
    supplementary_data: z.optional(
      z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
    ),
    links: z.optional(z.array(link)),
  }),
})

function eventIn(body: string): z.infer<typeof event> | null {
  try {
    return event.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

function noticeIn(body: string): ProviderNotice | null {
  const found = eventIn(body)
  if (!found) return null
  const { id, event_type: type, resource } = found
  const notice: ProviderNotice = {
    id,
    type,
    subject: null,
    externalId: null,
    paymentId: null,
    captureId: null,
    disputeId: null,
  }
  switch (payPalSubject(type)) {
    case 'order':
      return {
        ...notice,
        subject: 'payment',
        externalId: resource.order_id ?? resource.id ?? null,
        paymentId: resource.purchase_units?.[0]?.custom_id ?? null,
      }
    case 'capture':
      return {
        ...notice,
        subject: 'payment',
        externalId: resource.supplementary_data?.related_ids?.order_id ?? null,
        paymentId: resource.custom_id ?? null,
        captureId: resource.id ?? null,
      }
    case 'refund': {
      const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
      return { ...notice, subject: 'refund', captureId: up?.href.split('/').at(-1) ?? null }
    }
    case 'dispute':
      return { ...notice, subject: 'dispute', disputeId: resource.dispute_id ?? null }
    case null:
      return notice
  }
}

const endpoint = z.object({ event_types: z.optional(z.array(z.object({ name: z.string() }))) })

/** Returns the types of events that PayPal sends to the shop's webhook. `*` stands for all. */
export async function listPayPalEventTypes(settings: PayPalSettings): Promise<string[]> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(settings.PAYPAL_WEBHOOK_ID ?? '')}`
  const { event_types: types = [] } = await askPayPal(settings, { method: 'GET', path }, endpoint)
  return types.map(({ name }) => name)
}

const events = z.object({ events: z.optional(z.array(z.looseObject({ id: z.string(), create_time: z.string() }))) })
/** PayPal's largest page. */
const PAGE_SIZE = 300
const MAX_PAGES = 10

/**
 * Returns the notices since `since` (epoch milliseconds), newest first, of at most `MAX_PAGES` pages. PayPal lists delivered
 * notices too. A page ends where the former page began. Both pages may contain the notices of that instant.
 */
export async function listPayPalNotices(settings: PayPalSettings, since: number): Promise<ProviderNotice[]> {
  const found = new Map<string, ProviderNotice>()
  const query = new URLSearchParams({ page_size: String(PAGE_SIZE), start_time: new Date(since).toISOString() })
  for (let page = 0; page < MAX_PAGES; page++) {
    const path = `/v1/notifications/webhooks-events?${query}`
    const { events: listed = [] } = await askPayPal(settings, { method: 'GET', path }, events)
    for (const value of listed) {
      const notice = noticeIn(JSON.stringify(value))
      if (notice?.subject) found.set(notice.id, notice)
    }
    const oldest = listed.at(-1)?.create_time
    if (listed.length < PAGE_SIZE || oldest === undefined || oldest === query.get('end_time')) break
    query.set('end_time', oldest)
  }
  return [...found.values()]
}
