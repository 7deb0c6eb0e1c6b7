/**
 * Short-lived links to uploaded photos. Whoever has such a link can open the photo without the operator's token, because
 * operators open it in a browser.
 */
import { createHmac } from 'node:crypto'
import { isId } from '../../schema/ids.ts'
import { MINUTE } from '../../schema/limits.ts'
import { equalInConstantTime } from '../domain/text/constant-time.ts'
import type { Env } from '../env.ts'

const LINK_VALID_MS = 15 * MINUTE

type Secrets = Pick<Env, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

export function photoLink(env: Secrets, origin: string, uploadId: string, now: number): string {
  const until = now + LINK_VALID_MS
  return `${origin}/operator/photos/${uploadId}?until=${until}&signature=${signatureOf(env.SESSION_SECRET, uploadId, until)}`
}

export function photoLinkIsValid(env: Secrets, link: URL, now: number): boolean {
  const uploadId = link.pathname.slice(link.pathname.lastIndexOf('/') + 1)
  const until = Number(link.searchParams.get('until'))
  if (!isId('upload', uploadId) || !(until > now)) return false
  const given = link.searchParams.get('signature') ?? ''
  return [env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS].some(
    (secret) =>
      secret !== undefined && secret !== '' && equalInConstantTime(given, signatureOf(secret, uploadId, until)),
  )
}

function signatureOf(secret: string, uploadId: string, until: number): string {
  return createHmac('sha256', secret).update(`photo\n${uploadId}\n${until}`).digest('base64url')
}
