/**
 * Cloudflare's Cache API. The isolates of one location share it. It may lose entries at any time and has no
 * compare-and-set.
 */
import { createHash } from 'node:crypto'

const NAME = 'moments'
/** Cache keys are URLs below this origin; nothing is ever fetched from it. */
const ORIGIN = 'https://edge.invalid/'
/** The header that contains the metadata of an entry. */
const ENTRY_HEADER = 'x-entry'

type Stored = {
  version: number
  at: number
  status: number
  headers: readonly (readonly [string, string])[]
  body: ArrayBuffer
}

export async function readCachedJson<Value>(key: string): Promise<Value | null> {
  const known = await (await caches.open(NAME)).match(ORIGIN + key)
  return known ? known.json<Value>() : null
}

export async function cacheJson(key: string, value: unknown, seconds: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'cache-control': `max-age=${seconds}` }
  await (await caches.open(NAME)).put(ORIGIN + key, Response.json(value, { headers }))
}

/** The location's cache of finished answers. */
export const locationCache = {
  async match(key: string): Promise<Stored | null> {
    const known = await (await caches.open(NAME)).match(addressOf(key))
    const text = known?.headers.get(ENTRY_HEADER)
    if (!known || !text) return null
    return { ...(JSON.parse(decodeURIComponent(text)) as Omit<Stored, 'body'>), body: await known.arrayBuffer() }
  },
  async put(key: string, { body, ...entry }: Stored, seconds: number): Promise<void> {
    const headers = { 'cache-control': `max-age=${seconds}`, [ENTRY_HEADER]: encodeURIComponent(JSON.stringify(entry)) }
    await (await caches.open(NAME)).put(addressOf(key), new Response(body, { headers }))
  },
}

function addressOf(key: string): string {
  return `${ORIGIN}tiers/${createHash('sha256').update(key).digest('hex')}`
}
