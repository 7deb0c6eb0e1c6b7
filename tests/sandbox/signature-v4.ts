/**
 * AWS Signature Version 4 for presigned URLs, written from its documentation ("Authenticating Requests: Using Query
 * Parameters"), without code of the AWS SDK. The sandbox's storage verifies the shop's URLs with it.
 */
import { createHash, createHmac } from 'node:crypto'

export type SignedRequest = {
  method: string
  /** With scheme, host, path and query. */
  url: URL
  /** In lower case. */
  headers: Record<string, string>
}

type Fault = 'AuthorizationQueryParametersError' | 'AccessDenied' | 'SignatureDoesNotMatch' | 'InvalidAccessKeyId'

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** The longest validity that S3 accepts. */
const WEEK_SECONDS = 7 * 24 * 3600

/** Percent-encodes everything except the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hex256 = (text: string) => createHash('sha256').update(text).digest('hex')

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([one, first], [other, second]) => (one < other ? -1 : one > other ? 1 : first < second ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** The signature of a presigned request, in hex. S3 encodes the path once, and the payload is not signed. */
export function signatureOf({ method, url, headers }: SignedRequest, secret: string): string {
  const query = url.searchParams
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';')
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const time = query.get('X-Amz-Date') ?? ''
  const [, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`)
  return hmac(key, [ALGORITHM, time, scope.join('/'), hex256(canonical)].join('\n')).toString('hex')
}

/** Returns why the request is refused, or null. `now` is in epoch milliseconds. */
export function faultOf(
  request: SignedRequest,
  keys: { accessKeyId: string; secretAccessKey: string },
  now: number,
): Fault | null {
  const query = request.url.searchParams
  const [accessKeyId, day, , service, end] = (query.get('X-Amz-Credential') ?? '').split('/')
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '')
  const expires = Number(query.get('X-Amz-Expires'))
  const isWellFormed =
    query.get('X-Amz-Algorithm') === ALGORITHM &&
    time !== null &&
    service === 's3' &&
    end === 'aws4_request' &&
    day === time.slice(1, 4).join('') &&
    Number.isInteger(expires) &&
    expires > 0 &&
    expires <= WEEK_SECONDS
  if (!isWellFormed || !time) return 'AuthorizationQueryParametersError'
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = time.slice(1).map(Number)
  const signedAt = Date.UTC(year, month - 1, date, hour, minute, second)
  if (now > signedAt + expires * 1000 || now < signedAt - 15 * 60_000) return 'AccessDenied'
  const signed = (query.get('X-Amz-SignedHeaders') ?? '').split(';')
  // S3 requires that the host and all headers that begin with x-amz- are signed.
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (!mustBeSigned.every((name) => signed.includes(name))) return 'AccessDenied'
  return signatureOf(request, keys.secretAccessKey) === query.get('X-Amz-Signature') ? null : 'SignatureDoesNotMatch'
}
