/**
 * Finished answers in the isolate's memory, looked up before anything else is done with a request. Keys bear the catalogue
 * version, so an import shows at once; stock and clock move without one, so no answer lives for longer than half a minute.
 * Bounded by bytes, the least recently used leaves first. Only what is the same for everybody comes in: nothing of a
 * visitor, nothing of a shop behind a password.
 */
import { KEPT_ANSWER_MS } from '../../schema/limits.ts'
import { freshCatalogueVersion } from '../db/shop.ts'
import { isTouchDevice } from '../domain/touch-device.ts'
import { chosenLocale } from './locale.ts'

type CachedAnswer = { at: number; body: string; status: number; headers: [string, string][] }

const LIMIT_BYTES = 24 * 1024 * 1024
const LARGEST_ENTRY = 2 * 1024 * 1024

const entries = new Map<string, CachedAnswer>()
let bytes = 0

function weightOf(key: string, answer: CachedAnswer): number {
  return 2 * (key.length + answer.body.length)
}

function recall(key: string, now: number): CachedAnswer | null {
  const entry = entries.get(key)
  if (!entry || now < entry.at || now - entry.at >= KEPT_ANSWER_MS) return null
  entries.delete(key)
  entries.set(key, entry)
  return entry
}

function put(key: string, answer: CachedAnswer): void {
  const weight = weightOf(key, answer)
  if (weight > LARGEST_ENTRY) return
  const old = entries.get(key)
  if (old) {
    bytes -= weightOf(key, old)
    entries.delete(key)
  }
  entries.set(key, answer)
  bytes += weight
  for (const [oldest, entry] of entries) {
    if (bytes <= LIMIT_BYTES) break
    entries.delete(oldest)
    bytes -= weightOf(oldest, entry)
  }
}

/** The same question of anybody. An operation's stands in its address; a page's in path, language, and whether fingers look. */
function keyOf(request: Request, version: number): string {
  const { url } = request
  if (url.startsWith('/api/', url.indexOf('/', 'https://'.length))) return `${version}|${url}`
  const query = url.indexOf('?')
  const device = differsForFingers(url) && isTouchDevice(request.headers) ? 'touch' : ''
  return `${version}|${chosenLocale(request) ?? ''}|${device}|${query < 0 ? url : url.slice(0, query)}`
}

/** Only a category shows less to fingers (CAT-03); all other pages are kept once for everybody. */
export function differsForFingers(url: string): boolean {
  return url.includes('/categories/')
}

/** The finished answer, if this isolate has it for the current catalogue. */
export function recallAnswer(request: Request): Response | null {
  if (request.method !== 'GET') return null
  const now = Date.now()
  const version = freshCatalogueVersion(now)
  if (version === null) return null
  const known = recall(keyOf(request, version), now)
  return known ? new Response(known.body, { status: known.status, headers: known.headers }) : null
}

/** Keeps an answer as it leaves, headers and all. */
export function rememberAnswer(request: Request, version: number, body: string, response: Response): void {
  put(keyOf(request, version), { at: Date.now(), body, status: response.status, headers: [...response.headers] })
}
