/** Small JSON kept for a moment by the platform's cache: shared by the isolates of one location, lost at any time. */

const NAME = 'moments'
/** Names what is kept; nothing is ever fetched from there. */
const ORIGIN = 'https://edge.invalid/'

export async function recallJson<Value>(key: string): Promise<Value | null> {
  const known = await (await caches.open(NAME)).match(ORIGIN + key)
  return known ? known.json<Value>() : null
}

export async function keepJson(key: string, value: unknown, seconds: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'cache-control': `max-age=${seconds}` }
  await (await caches.open(NAME)).put(ORIGIN + key, Response.json(value, { headers }))
}
