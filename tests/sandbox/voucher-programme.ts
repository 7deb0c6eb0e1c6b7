/**
 * Simulates an outside voucher programme, such as a culture pass. A code is `KP-{euros}-{PIN}` with a PIN of six digits and
 * at most 200 EUR. It is valid for ten minutes after the first look-up. Some PINs cause trouble: 000000 has expired, and the
 * programme fails for 999999 at the look-up, for 888888 at the reservation and for 777777 at the first settlement.
 */
import { type Answer, jsonAnswer } from './http.ts'
import type { Store } from './store.ts'

const KEY = 'Bearer voucher_sandbox'
const VALID_MS = 10 * 60_000
const EXPIRED = '000000'
const NO_LOOK_UP = '999999'
const NO_RESERVATION = '888888'
const NO_FIRST_SETTLEMENT = '777777'

type IssuedCode = { id: string; object: 'voucher_code'; created: number; expiresAt: number; usedCents: number }
type Redemption = {
  id: string
  object: 'voucher_redemption'
  created: number
  code: string
  cents: number
  revision: number
  settlements: number
}

export function answerVouchers(
  store: Store,
  method: string,
  path: string,
  authorization: string | undefined,
  body: unknown,
): Answer {
  if (authorization !== KEY) return jsonAnswer({ error: 'wrong key' }, 401)
  const [, id] = /^\/redemptions\/(ord_\w+)$/.exec(path) ?? []
  if (method === 'GET' && id) return jsonAnswer(store.get<Redemption>('voucher_redemption', id) ?? {}, 200)
  if (typeof body !== 'object' || body === null) return jsonAnswer({ error: 'no JSON object' }, 400)
  if (method === 'POST' && path === '/lookup') return lookUp(store, 'code' in body ? body.code : null)
  if (method === 'POST' && path === '/redemptions') return reserve(store, body)
  if (method === 'PUT' && id) return settle(store, id, body)
  return jsonAnswer({ error: `No ${method} ${path}` }, 404)
}

function parsed(code: unknown): { code: string; cents: number; pin: string } | null {
  const [text, euros, pin] = /^KP-(\d{1,3})-(\d{6})$/.exec(typeof code === 'string' ? code : '') ?? []
  return text && pin && Number(euros) <= 200 ? { code: text, cents: Number(euros) * 100, pin } : null
}

function issued(store: Store, code: string): IssuedCode {
  const now = Date.now()
  const known = store.get<IssuedCode>('voucher_code', code)
  if (known) return known
  const fresh = {
    id: code,
    object: 'voucher_code' as const,
    created: seconds(),
    expiresAt: now + VALID_MS,
    usedCents: 0,
  }
  store.put(fresh)
  return fresh
}

function lookUp(store: Store, code: unknown): Answer {
  const known = parsed(code)
  if (!known) return jsonAnswer({ error: 'unknown code' }, 404)
  if (known.pin === NO_LOOK_UP) return jsonAnswer({ error: 'maintenance' }, 503)
  const { expiresAt, usedCents } = issued(store, known.code)
  return jsonAnswer({
    label: { de: 'KulturPass', en: 'KulturPass' },
    leftCents: known.cents - usedCents,
    covers: 'tickets',
    minimumCents: 0,
    expiresAt: known.pin === EXPIRED ? Date.now() - 1000 : expiresAt,
  })
}

function reserve(store: Store, body: { id?: unknown; code?: unknown; cents?: unknown }): Answer {
  const known = parsed(body.code)
  const { id, cents } = body
  if (!known) return jsonAnswer({ error: 'unknown code' }, 404)
  if (typeof id !== 'string' || typeof cents !== 'number' || !Number.isInteger(cents) || cents <= 0)
    return jsonAnswer({ error: 'id and cents are required' }, 400)
  if (known.pin === NO_RESERVATION) return jsonAnswer({ error: 'maintenance' }, 503)
  const same = store.get<Redemption>('voucher_redemption', id)
  if (same) return jsonAnswer(same, same.code === known.code ? 200 : 409)
  const code = issued(store, known.code)
  if (code.expiresAt <= Date.now()) return jsonAnswer({ error: 'expired' }, 410)
  if (code.usedCents + cents > known.cents) return jsonAnswer({ error: 'used' }, 409)
  const made = { id, object: 'voucher_redemption' as const, created: seconds(), code: known.code, cents }
  save(store, { ...code, usedCents: code.usedCents + cents })
  save(store, { ...made, revision: 0, settlements: 0 })
  return jsonAnswer(made)
}

function settle(store: Store, id: string, body: { cents?: unknown; revision?: unknown }): Answer {
  const { cents, revision } = body
  if (typeof cents !== 'number' || typeof revision !== 'number') return jsonAnswer({ error: 'bad settlement' }, 400)
  const known = store.get<Redemption>('voucher_redemption', id)
  if (!known) return cents === 0 ? jsonAnswer({ id, cents: 0 }) : jsonAnswer({ error: 'no reservation' }, 404)
  const tried = { ...known, settlements: known.settlements + 1 }
  store.put(tried)
  if (known.code.endsWith(NO_FIRST_SETTLEMENT) && known.settlements === 0)
    return jsonAnswer({ error: 'maintenance' }, 503)
  if (revision <= known.revision) return jsonAnswer(tried)
  if (cents > known.cents) return jsonAnswer({ error: 'more than held' }, 409)
  const code = issued(store, known.code)
  save(store, { ...code, usedCents: code.usedCents - known.cents + cents })
  save(store, { ...tried, cents, revision })
  return jsonAnswer({ id, cents })
}

function save(store: Store, value: IssuedCode | Redemption): void {
  store.put(value)
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
