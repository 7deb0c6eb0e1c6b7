/**
 * The visit: a secret of this browser that goes with every command. The cart's cookie comes only with the first answer, so
 * on a slow line a fan has clicked three times before it is there, perhaps in two tabs, or the answer is lost. The shop
 * gives all commands of one visit that come without a cookie the same cart; with a cookie it ignores the visit. A page that
 * a waiting room guards is asked for without a command: the shop has then begun a visit, and named it by a cookie.
 */
import { writeItem } from './browser-storage.ts'

const KEY = 'visit'
/** Long enough for any retry. A browser whose cookies were deleted later begins anew. */
const LASTS_MS = 60 * 60_000

let own: { key: string; at: number } | null = null

/** The same in all tabs where the browser stores anything, else the same in this one. */
export function visitKey(): string {
  const now = Date.now()
  own = stored() ?? own
  if (!own || now < own.at || now - own.at > LASTS_MS) {
    own = { key: keyOfCookie() ?? randomKey(), at: now }
    try {
      writeItem(localStorage, KEY, `${own.key} ${own.at}`)
    } catch {
      // Storage is blocked or full: this tab remembers for itself.
    }
  }
  return own.key
}

/** Where the shop sets cookies with the prefix, only those count: a sibling subdomain can plant any other. */
function keyOfCookie(): string | null {
  const isTrusted = /^https:|^http:\/\/(?:[^/:]+\.)?localhost(?::|$)/.test(location.origin)
  const start = `${isTrusted ? '__Host-' : ''}${KEY}=`
  const cookie = document.cookie.split('; ').find((known) => known.startsWith(start)) ?? ''
  return /^[0-9a-f]{32}(?=\.)/.exec(cookie.slice(start.length))?.[0] ?? null
}

function stored(): typeof own {
  try {
    const [key = '', at = ''] = (localStorage.getItem(KEY) ?? '').split(' ')
    return /^[0-9a-f]{32}$/.test(key) ? { key, at: Number(at) } : null
  } catch {
    return null
  }
}

/** 128 random bits in hex. `crypto.randomUUID` is missing where a shop is served without TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
