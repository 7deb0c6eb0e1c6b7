/**
 * The id in a link that opens a cart on another device (SES-02): the cart's id, the end of the link's life, and a signature.
 * It is not the value of the cart cookie, and it is useless for any other purpose.
 */
import { createHmac } from 'node:crypto'
import { isId } from '../../../schema/ids.ts'
import { equalInConstantTime } from '../text/constant-time.ts'

/** `endsAt` is epoch milliseconds. The id contains it in whole seconds. */
export function writeResumeId(secret: string, cartId: string, endsAt: number): string {
  const end = Math.floor(endsAt / 1000).toString(36)
  return `${cartId}.${end}.${signatureOf(secret, cartId, end)}`
}

/** Returns the cart's id; null if the id is forged or expired. `secrets` contains the former secret while it is rotated. */
export function readResumeId(secrets: string[], id: string, now: number): string | null {
  const [cartId = '', end = '', signature = '', ...rest] = id.split('.')
  if (!isId('cart', cartId) || rest.length > 0) return null
  const isOurs = secrets.some((secret) => equalInConstantTime(signature, signatureOf(secret, cartId, end)))
  return isOurs && Number.parseInt(end, 36) * 1000 > now ? cartId : null
}

function signatureOf(secret: string, cartId: string, end: string): string {
  return createHmac('sha256', secret).update(`resume|${cartId}|${end}`).digest('base64url')
}
