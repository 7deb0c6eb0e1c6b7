/**
 * The S3 interface of the bucket, for uploads from browsers by presigned URLs: `PUT /stagedoor/KEY`. It verifies signature,
 * expiry, length and checksum as S3 does, and stores the object with the given function.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Answer } from './http.ts'
import { faultOf } from './signature-v4.ts'

export type StoreObject = (key: string, bytes: Buffer, contentType: string) => Promise<void>

const BUCKET = 'stagedoor'
const STORAGE_KEYS = { accessKeyId: 'r2-sandbox-key', secretAccessKey: 'r2-sandbox-secret' }
const LARGEST = 64 * 1024 * 1024
/** The CORS policy of the bucket, for every origin of the local shops. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type, x-amz-checksum-sha256',
  'access-control-max-age': '600',
}

const STATUS: Record<string, number> = {
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  MissingContentLength: 411,
}

function refused(code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`
  return { status: STATUS[code] ?? 403, headers: { ...CORS, 'content-type': 'application/xml' }, body }
}

/** Stores an object in the bucket of the local shop that runs with this state folder. */
export async function storeInShop(stateDir: string, key: string, bytes: Buffer, contentType: string): Promise<void> {
  // The shop's server writes its addresses and the token of its operators to this file.
  const note = JSON.parse(await readFile(join(stateDir, 'server.json'), 'utf8')) as { storesUrl: string; token: string }
  const stored = await fetch(`${note.storesUrl}/objects/${key}`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${note.token}`, 'content-type': contentType, 'cache-control': 'no-store' },
  })
  if (!stored.ok) throw new Error(`the shop answered ${stored.status} to an upload`)
}

export function isStorageRequest({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'PUT' || method === 'OPTIONS') && url.startsWith(`/${BUCKET}/`)
}

export async function answerStorage(request: IncomingMessage, store: StoreObject, now: number): Promise<Answer> {
  if (request.method === 'OPTIONS') return { status: 204, headers: CORS, body: '' }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  )
  const length = headers['content-length']
  if (length === undefined) return refused('MissingContentLength')
  if (Number(length) > LARGEST) return refused('EntityTooLarge')
  const url = new URL(request.url ?? '/', `http://${headers.host}`)
  const fault = faultOf({ method: 'PUT', url, headers }, STORAGE_KEYS, now)
  // The body is read even if it is refused, because the browser would otherwise see a broken connection.
  const body = await buffer(request)
  if (fault !== null) return refused(fault)
  const checksum = headers['x-amz-checksum-sha256']
  if (checksum !== undefined && checksum !== createHash('sha256').update(body).digest('base64'))
    return refused('BadDigest')
  await store(decodeURIComponent(url.pathname.slice(BUCKET.length + 2)), body, headers['content-type'] ?? '')
  return { status: 200, headers: { ...CORS, etag: `"${createHash('md5').update(body).digest('hex')}"` }, body: '' }
}
