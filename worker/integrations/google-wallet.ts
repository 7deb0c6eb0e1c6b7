/**
 * Google Wallet's REST API. An event is a class, and a ticket is an object of this class. The link to save a ticket contains a
 * signed token that only names the object, so the link is short and reveals nothing about the ticket.
 */
import { signedToken } from './pem.ts'
import { WalletOutage } from './wallet-outage.ts'
import type { GoogleSettings } from './wallet-settings.ts'

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TIMEOUT_MS = 10_000
const TOKEN_SECONDS = 3600
const TOKEN_MARGIN_MS = 60_000

export type GoogleKind = 'eventTicketClass' | 'eventTicketObject'

/** Returns the id of a class or an object. Our ids consist of letters, digits and `_`, which Google allows. */
export function googleId({ issuerId }: GoogleSettings, id: string): string {
  return `${issuerId}.${id}`
}

/**
 * Creates the class or the object, or changes the existing one. A class keeps what `body` does not name, and an object is
 * replaced, so that a void ticket keeps nothing of its former content. Throws a WalletOutage.
 */
export async function putGoogle(
  settings: GoogleSettings,
  kind: GoogleKind,
  body: { id: string },
  now: number,
): Promise<void> {
  if (await changeGoogle(settings, kind, body, now)) return
  const created = await ask(settings, 'POST', kind, body, now)
  if (created.ok) return
  // Another request has created it in the meantime.
  if (created.status === 409 && (await changeGoogle(settings, kind, body, now))) return
  throw new WalletOutage('Google', `${kind} refused with ${created.status}`)
}

/** Returns false if Google does not know the class or the object. Throws a WalletOutage. */
export async function changeGoogle(
  settings: GoogleSettings,
  kind: GoogleKind,
  body: { id: string },
  now: number,
): Promise<boolean> {
  const method = kind === 'eventTicketClass' ? 'PATCH' : 'PUT'
  const changed = await ask(settings, method, `${kind}/${encodeURIComponent(body.id)}`, body, now)
  if (changed.ok) return true
  if (changed.status === 404) return false
  throw new WalletOutage('Google', `${kind} refused with ${changed.status}`)
}

/** Returns the address of Google's page that saves the object in the fan's wallet. `origin` is that of the page with the link. */
export async function googleSaveAddress(
  settings: GoogleSettings,
  object: { id: string; classId: string },
  origin: string,
  now: number,
): Promise<string> {
  const token = await signedToken(settings.key, 'RS256', {
    iss: settings.account,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now / 1000),
    origins: [origin],
    payload: { eventTicketObjects: [{ id: object.id, classId: object.classId }] },
  })
  return `${settings.saveBase}/${token}`
}

async function ask(
  settings: GoogleSettings,
  method: string,
  path: string,
  body: object,
  now: number,
): Promise<Response> {
  const send = async () =>
    fetchGoogle(`${settings.apiBase}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${await accessToken(settings, now)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const response = await send()
  if (response.status !== 401) return response
  cachedToken = null
  return send()
}

async function fetchGoogle(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return new Response(await response.text(), { status: response.status })
  } catch (error) {
    throw new WalletOutage('Google', error instanceof Error ? error.name : 'unreachable')
  }
}

/** The access token of the last used account. */
let cachedToken: { owner: string; token: string; until: number } | null = null

async function accessToken(settings: GoogleSettings, now: number): Promise<string> {
  const { account, key, tokenUrl } = settings
  const owner = `${tokenUrl} ${account} ${key}`
  if (cachedToken?.owner === owner && cachedToken.until > now) return cachedToken.token
  const iat = Math.floor(now / 1000)
  const claims = { iss: account, scope: SCOPE, aud: tokenUrl, iat, exp: iat + TOKEN_SECONDS }
  const response = await fetchGoogle(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ grant_type: GRANT, assertion: await signedToken(key, 'RS256', claims) })),
  })
  const answer: unknown = response.ok ? await response.json().catch(() => null) : null
  if (typeof answer !== 'object' || answer === null || !('access_token' in answer) || !('expires_in' in answer))
    throw new WalletOutage('Google', `access refused with ${response.status}`)
  const token = String(answer.access_token)
  cachedToken = { owner, token, until: now + Number(answer.expires_in) * 1000 - TOKEN_MARGIN_MS }
  return token
}
