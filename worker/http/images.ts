/** Images and seat maps out of the bucket. Keys name their content, so a browser may keep them for ever. */
import type { EdgeContext } from './shop-context.ts'

const IMAGE = /^\/images\/[0-9a-z-]+\/\d+\.(avif|webp|jpg)$/
const SEAT_MAP = /^\/seat-maps\/[0-9a-z-]+\.json$/
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  json: 'application/json',
}

export async function serveStored(http: EdgeContext): Promise<Response> {
  const { pathname } = new URL(http.req.url)
  if (!IMAGE.test(pathname) && !SEAT_MAP.test(pathname)) return new Response('Not found', { status: 404 })
  const object = await http.env.BUCKET.get(pathname.slice(1), { onlyIf: http.req.raw.headers })
  if (!object) return new Response('Not found', { status: 404 })
  const headers = new Headers({
    'content-type': TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: object.httpEtag,
  })
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  return new Response(object.body, { headers })
}
