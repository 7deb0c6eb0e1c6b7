/**
 * The visit: a secret of this browser that every mutation sends. The cart's cookie arrives with the first answer. On a slow
 * connection, a visitor may click three times before that, perhaps in two tabs, or the answer may be lost. Mutations
 * without a cart cookie get the same cart if they send the same visit. If there is a cart cookie, the server ignores the visit.
 * On a page that a waiting room guards, the visitor needs a cart before the first mutation. The server then chooses the visit
 * and sets it as a cookie.
 */
import { addressIsSecure, HOST_PREFIX, isVisitKey } from '../../schema/browser-storage.ts'
import { readCookie, writeItem } from './browser-storage.ts'

const KEY = 'visit'
/** Longer than any retry. After that, the browser uses the key of the server's cookie, or a new key. */
const LIFETIME_MS = 60 * 60_000

let visit: { key: string; at: number } | null = null

/** The key of the visit. All tabs share it, unless storage is blocked or full. */
export function visitKey(): string {
  const now = Date.now()
  visit = storedVisit() ?? visit
  if (!visit || now < visit.at || now - visit.at > LIFETIME_MS) {
    visit = { key: keyOfCookie() ?? randomKey(), at: now }
    try {
      writeItem(localStorage, KEY, `${visit.key} ${visit.at}`)
    } catch {
      // Storage is blocked or full, so only this tab has the key.
    }
  }
  return visit.key
}

/**
 * The key in the cookie that the server has set. On a secure address, only the cookie with the prefix `__Host-` counts,
 * because a sibling subdomain could set any other.
 */
function keyOfCookie(): string | null {
  const cookie = readCookie(addressIsSecure(location.origin) ? `${HOST_PREFIX}${KEY}` : KEY) ?? ''
  const [key = '', rest] = cookie.split('.')
  return rest !== undefined && isVisitKey(key) ? key : null
}

function storedVisit(): typeof visit {
  try {
    const [key = '', at = ''] = (localStorage.getItem(KEY) ?? '').split(' ')
    return isVisitKey(key) ? { key, at: Number(at) } : null
  } catch {
    return null
  }
}

/** 128 random bits in hex. `crypto.randomUUID` does not exist on pages without TLS. */
export function randomKey(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
