/**
 * Finished answers in the isolate's memory, looked up before anything else is done with a request. Keys bear the catalogue
 * version, so an entry is never wrong, only unused; bounded by bytes, the least recently used leaves first. Only what is
 * the same for everybody comes in: nothing of a visitor, nothing of a shop behind a password.
 */
import { freshCatalogueVersion } from '../db/shop.ts'
import { isTouchDevice } from '../domain/touch-device.ts'

type CachedAnswer = { body: string; status: number; headers: [string, string][] }

const LIMIT_BYTES = 24 * 1024 * 1024
const LARGEST_ENTRY = 2 * 1024 * 1024

const entries = new Map<string, CachedAnswer>()
let bytes = 0

function weightOf(key: string, answer: CachedAnswer): number {
  return 2 * (key.length + answer.body.length)
}

function recall(key: string): CachedAnswer | null {
  const entry = entries.get(key)
  if (!entry) return null
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

/** The same question of anybody: address, language cookie, catalogue version, and what fingers see. A page's query counts only where it names a language. */
function keyOf(request: Request, version: number): string {
  const { url } = request
  const query = url.indexOf('?')
  if (url.includes('/api/')) return `${version}|${url}`
  const [, stored = ''] = /(?:^|;\s*)locale=(de|en)(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? []
  const isPlain = query >= 0 && !url.includes('lang=', query)
  const device = differsForFingers(url) && isTouchDevice(request.headers) ? 'touch' : ''
  return `${version}|${stored}|${device}|${isPlain ? url.slice(0, query) : url}`
}

/** Only a category shows less to fingers (CAT-03); all other pages are kept once for everybody. */
export function differsForFingers(url: string): boolean {
  return url.includes('/categories/')
}

/** The finished answer, if this isolate has it for the current catalogue. */
export function recallAnswer(request: Request): Response | null {
  if (request.method !== 'GET') return null
  const version = freshCatalogueVersion(Date.now())
  if (version === null) return null
  const known = recall(keyOf(request, version))
  return known ? new Response(known.body, { status: known.status, headers: known.headers }) : null
}

/** Keeps an answer as it leaves, headers and all. */
export function rememberAnswer(request: Request, version: number, body: string, response: Response): void {
  put(keyOf(request, version), { body, status: response.status, headers: [...response.headers] })
}
