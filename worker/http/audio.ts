/**
 * Sends a snippet of a record, whole or in part. Players ask for ranges (RFC 9110 § 14), and Safari plays nothing from a server
 * that does not answer them.
 */
import { AUDIO_TYPES, audioFormatOf } from '../../schema/rules/audio.ts'
import type { EdgeContext } from './edge-context.ts'

/** The caller has checked that the visitor may hear the file. */
export async function serveAudio({ env, req }: EdgeContext, key: string, cacheControl: string): Promise<Response> {
  const found = await env.BUCKET.head(key)
  const format = audioFormatOf(key)
  if (!found || format === null)
    return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  const headers = new Headers({
    'content-type': AUDIO_TYPES[format],
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag: found.httpEtag,
  })
  if (req.header('if-none-match') === found.httpEtag) return new Response(null, { status: 304, headers })
  const range = rangeIn(req.header('range'), found.size)
  if (range === 'outside') {
    headers.set('content-range', `bytes */${found.size}`)
    return new Response(null, { status: 416, headers })
  }
  const object = await env.BUCKET.get(key, range ? { range } : {})
  if (!object) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  headers.set('content-length', String(range?.length ?? found.size))
  if (!range) return new Response(object.body, { headers })
  headers.set('content-range', `bytes ${range.offset}-${range.offset + range.length - 1}/${found.size}`)
  return new Response(object.body, { status: 206, headers })
}

type Range = { offset: number; length: number }

/** Returns null for the whole file: without a range, or with one that the server may ignore, such as several at once. */
function rangeIn(header: string | undefined, size: number): Range | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return offset > end ? 'outside' : { offset, length: end - offset + 1 }
}
