/**
 * Google Wallet's API for event tickets, as its published description defines it, and the page on which a fan saves a ticket.
 * https://developers.google.com/wallet/reference/rest/v1/eventticketobject
 */
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { type Answer, jsonAnswer, pageAnswer } from './http.ts'
import { html, page } from './page.ts'
import type { Store, StoredObject } from './store.ts'
import { ACCOUNT, CLOCK_SKEW_SECONDS, ISSUER, verifiedToken, walletKeys } from './wallet-keys.ts'

export type GoogleTicket = StoredObject & Record<string, unknown>
type Kind = 'eventTicketClass' | 'eventTicketObject'

const ACCESS_TOKEN = 'sandbox-google-access-token'
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google recommends at most this length, because some browsers and mail programs shorten longer links. */
const LONGEST_SAVE_TOKEN = 1800

type Published = { $defs: Record<string, { required: string[] }> }
const published = JSON.parse(readFileSync(join(import.meta.dirname, 'google-requests.json'), 'utf8')) as Published

/** A change may leave out what the class has already. */
const validators = new Map<string, ValidateFunction>()
const validatorOf = (kind: Kind, isWhole: boolean): ValidateFunction => {
  const key = `${kind} ${isWhole}`
  const known = validators.get(key)
  if (known) return known
  const name = kind === 'eventTicketClass' ? 'EventTicketClass' : 'EventTicketObject'
  const { [name]: own, ...others } = published.$defs
  const $defs = { ...others, [name]: isWhole ? own : { ...own, required: [] } }
  const validate = new Ajv({ strict: false, allErrors: true }).compile({ $defs, $ref: `#/$defs/${name}` })
  validators.set(key, validate)
  return validate
}

const refused = (status: number, message: string): Answer => jsonAnswer({ error: { code: status, message } }, status)

export const answerGoogle = (
  store: Store,
  { method, path, body, headers }: { method: string; path: string; body: string; headers: IncomingHttpHeaders },
  apiOrigin: string,
): Answer => {
  if (store.takeFailure('walletFailures')) return refused(503, 'The service is currently unavailable.')
  if (path === '/token' && method === 'POST') return accessToken(store, new URLSearchParams(body), apiOrigin)
  if (headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return refused(401, 'Request had invalid credentials.')
  const [, kind, id] = /^\/walletobjects\/v1\/(eventTicketClass|eventTicketObject)(?:\/([^/]+))?$/.exec(path) ?? []
  if (kind !== 'eventTicketClass' && kind !== 'eventTicketObject') return refused(404, 'Not found')
  const known = id === undefined ? undefined : store.get<GoogleTicket>(kind, decodeURIComponent(id))
  if (method === 'GET') return known ? jsonAnswer(shown(known)) : refused(404, 'Not found')
  const value = JSON.parse(body) as Record<string, unknown>
  if (id === undefined) return method === 'POST' ? insert(store, kind, value) : refused(404, 'Not found')
  if (!known) return refused(404, `${kind} ${id} not found`)
  if (method === 'PATCH') return write(store, kind, { ...shown(known), ...value }, value, false)
  return method === 'PUT' ? write(store, kind, value, value, true) : refused(405, 'Method not allowed')
}

const shown = ({ object: _object, created: _created, ...value }: GoogleTicket): Record<string, unknown> => value

const insert = (store: Store, kind: Kind, value: Record<string, unknown>): Answer => {
  const id = String(value.id)
  return store.get(kind, id) ? refused(409, `${id} already exists`) : write(store, kind, value, value, true)
}

/** `sent` is the body of the request, and `value` what it results in. */
const write = (
  store: Store,
  kind: Kind,
  value: Record<string, unknown>,
  sent: Record<string, unknown>,
  isWhole: boolean,
): Answer => {
  const validate = validatorOf(kind, isWhole)
  if (!validate(sent)) return refused(400, JSON.stringify(validate.errors))
  const { id } = value
  if (typeof id !== 'string' || !new RegExp(`^${ISSUER}\\.[\\w.-]+$`).test(id)) return refused(400, `Invalid id ${id}`)
  if (kind === 'eventTicketObject' && !store.get('eventTicketClass', String(value.classId)))
    return refused(404, `Class ${value.classId} not found`)
  const stored = { ...value, id, object: kind, created: Date.now() }
  store.put(stored)
  return jsonAnswer(shown(stored))
}

const accessToken = (store: Store, form: URLSearchParams, apiOrigin: string): Answer => {
  const token = verifiedToken(form.get('assertion') ?? '', walletKeys(store).google, 'RS256')
  const { iss, scope, aud, iat, exp } = token?.claims ?? {}
  const isInTime =
    Number(iat) <= Date.now() / 1000 + CLOCK_SKEW_SECONDS &&
    Number(exp) > Date.now() / 1000 &&
    Number(exp) - Number(iat) <= 3600
  const isOurs = iss === ACCOUNT && scope === SCOPE && aud === `${apiOrigin}/google-wallet/token`
  if (form.get('grant_type') !== GRANT || !isOurs || !isInTime)
    return jsonAnswer({ error: 'invalid_grant', error_description: 'Invalid JWT' }, 400)
  return jsonAnswer({ access_token: ACCESS_TOKEN, expires_in: 3599, token_type: 'Bearer' })
}

type Saved = { eventTicketObjects?: { id?: string; classId?: string }[] }

const css = `
main { max-width: 460px; margin: 0 auto; padding: 40px 20px 64px; display: grid; gap: 20px; }
section { border-radius: 20px; padding: 24px; color: #fff; background: #202124; }
section p { margin-top: 4px; overflow-wrap: anywhere; }
`

/** Shows what Google would save. The links of a shop name the object, so it must exist. */
export const savePage = (store: Store, token: string): Answer => {
  const { claims } = verifiedToken(token, walletKeys(store).google, 'RS256') ?? {}
  const isValid = claims?.iss === ACCOUNT && claims.aud === 'google' && claims.typ === 'savetowallet'
  const [named] = (claims?.payload as Saved | undefined)?.eventTicketObjects ?? []
  const ticket = named?.id === undefined ? undefined : store.get<GoogleTicket>('eventTicketObject', named.id)
  const event = ticket && store.get<GoogleTicket>('eventTicketClass', String(ticket.classId))
  if (!isValid || token.length > LONGEST_SAVE_TOKEN || !ticket || !event)
    return pageAnswer(page('en', 'Something went wrong', css, html`<main><h1>Something went wrong</h1></main>`), 400)
  const { eventName } = event as { eventName?: { defaultValue?: { value?: string } } }
  const { barcode } = ticket as { barcode?: { alternateText?: string } }
  return pageAnswer(
    page(
      'en',
      'Google Wallet',
      css,
      html`<main><div><span class="badge">Sandbox</span><h1>Google Wallet</h1></div>
        <section><h2>${eventName?.defaultValue?.value ?? ''}</h2><p>${String(ticket.ticketHolderName ?? '')}</p>
          <p>${barcode?.alternateText ?? ''}</p><p>${String(ticket.state)}</p></section>
        <p class="soft">The ticket is saved. <a href="/wallet">Wallets</a></p></main>`,
    ),
  )
}
