/**
 * Serves images, seat maps and snippets of records from the bucket. A key identifies its content, so a file never changes. The key of an
 * artist's file contains a mark of the artist (`schema/owner-mark`). If the artist's shop is protected, the file is sent
 * only to visitors who have opened the shop (SHOP-07).
 */
import { markOfKey, originalImageKey, ownerMark } from '../../schema/owner-mark.ts'
import { AUDIO_TYPES } from '../../schema/rules/audio.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { isUnlocked } from './access.ts'
import { serveAudio } from './audio.ts'
import type { EdgeContext } from './edge-context.ts'
import { readEdge } from './shop-context.ts'

const STORED =
  /^\/(?:images\/([0-9a-z-]+)\/\d+\.(?:avif|jpg|png)|(?:seat-maps\/([0-9a-z-]+)\.json|audio\/([0-9a-z-]+)\.(?:mp3|m4a|ogg|wav)))$/
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  json: 'application/json',
  ...AUDIO_TYPES,
}
const FOR_ALL = 'public, max-age=31536000, immutable'
/** The file is cached only in the fan's own browser, and for at most an hour. */
const FOR_ONE = 'private, max-age=3600'

export async function serveStored(http: EdgeContext): Promise<Response> {
  const { pathname } = new URL(http.req.url)
  const [matched, image, seatMap, audio] = STORED.exec(pathname) ?? []
  if (!matched) return refused(404)
  const mark = markOfKey(image ?? seatMap ?? audio ?? '')
  const guards = mark === null ? [] : await guardsOf(http, mark)
  // Without the list of shops, the owner of the file is unknown.
  if (guards === null) return refused(503)
  if (guards.length > 0 && !(await isOpen(http, guards))) return refused(404)
  if (audio) return serveAudio(http, pathname.slice(1), guards.length > 0 ? FOR_ONE : FOR_ALL)
  const object = await http.env.BUCKET.get(pathname.slice(1), { onlyIf: http.req.raw.headers })
  if (!object) return (image && (await unscaledImage(http, image))) || refused(404)
  const headers = new Headers({
    'content-type': TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'cache-control': guards.length > 0 ? FOR_ONE : FOR_ALL,
    etag: object.httpEtag,
  })
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  return new Response(object.body, { headers })
}

/**
 * `npm start` serves the shop before the demo's images are scaled, so this sends the original instead. A deployed shop has
 * no original images and skips the lookup.
 */
async function unscaledImage({ env }: EdgeContext, key: string): Promise<Response | null> {
  if (env.ENVIRONMENT !== 'development') return null
  const original = await env.BUCKET.get(originalImageKey(key))
  if (!original) return null
  const contentType = original.httpMetadata?.contentType ?? 'application/octet-stream'
  return new Response(original.body, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } })
}

/**
 * The protected shops whose code opens the file. The list is empty if one of the artist's shops is open to everyone, or if
 * the mark belongs to no shop's artist. Returns null if the shops are unknown.
 */
async function guardsOf(http: EdgeContext, mark: string): Promise<ShopRow[] | null> {
  const { shops, failed } = await readEdge(http)
  if (failed) return null
  const owners = shops.filter(({ artistId }) => artistId !== null && ownerMark(artistId) === mark)
  return owners.every(isProtected) ? owners : []
}

async function isOpen(http: EdgeContext, guards: ShopRow[]): Promise<boolean> {
  for (const shop of guards) if (await isUnlocked(http, shop)) return true
  return false
}

function refused(status: 404 | 503): Response {
  return new Response(status === 404 ? 'Not found' : 'Try again', { status, headers: { 'cache-control': 'no-store' } })
}
