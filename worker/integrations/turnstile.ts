/**
 * Verifies the tokens of Cloudflare's bot check, Turnstile. A token is valid for one check and for five minutes; see
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import type { Env } from '../env.ts'

const PROVIDER = 'https://challenges.cloudflare.com'
const TIMEOUT_MS = 5_000

const siteVerify = z.object({
  success: z.boolean(),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})
/** Cloudflare's error codes for a wrong secret key. */
const SECRET_REFUSED = ['missing-input-secret', 'invalid-input-secret']
const PROVIDER_FAILED = 'internal-error'

/**
 * `failed` means that the token is forged, has expired, was used before, or belongs to another widget. The last three
 * verdicts are faults of the deployment or of Cloudflare: Cloudflare did not give a usable answer, refused the secret
 * key, or issued the token for a host that is not the shop's. While such a fault lasts, no fan can pass the check.
 */
export type CheckVerdict = 'passed' | 'failed' | 'unreachable' | 'secret refused' | 'host refused'

type Solved = {
  token: string
  /** The host of the page that shows the widget. */
  hostname: string
  /** The cart that the visitor fills. */
  cartId: string
  /** The visitor's IP address; empty if there is no edge in front of the worker. */
  address: string
}

/** Returns the widget's public key; null if the deployment has no bot check. */
export function botCheckKeyOf(env: Pick<Env, 'TURNSTILE_SITE_KEY' | 'TURNSTILE_SECRET_KEY'>): string | null {
  return env.TURNSTILE_SECRET_KEY && env.TURNSTILE_SITE_KEY ? env.TURNSTILE_SITE_KEY : null
}

/**
 * Passes only a token that this shop's widget issued on this host. A site key may serve other forms and hosts, so
 * `action` and `hostname` must match.
 */
export async function judgeToken(
  env: Pick<Env, 'TURNSTILE_SECRET_KEY' | 'TURNSTILE_API_BASE'>,
  { token, hostname, cartId, address }: Solved,
): Promise<CheckVerdict> {
  const { TURNSTILE_SECRET_KEY: secret, TURNSTILE_API_BASE: base = PROVIDER } = env
  if (!secret) return 'failed'
  const question = {
    secret,
    response: token,
    idempotency_key: idempotencyKey(cartId, token),
    ...(address !== '' && { remoteip: address }),
  }
  try {
    const answer = await fetch(`${base}/turnstile/v0/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const read = siteVerify.safeParse(await answer.json())
    return read.success ? verdictOf(read.data, hostname) : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

function verdictOf(answer: z.output<typeof siteVerify>, hostname: string): CheckVerdict {
  if (!answer.success) {
    const codes = answer['error-codes'] ?? []
    if (codes.some((code) => SECRET_REFUSED.includes(code))) return 'secret refused'
    return codes.includes(PROVIDER_FAILED) ? 'unreachable' : 'failed'
  }
  if (answer.action !== BOT_CHECK_ACTION) return 'failed'
  return answer.hostname === hostname ? 'passed' : 'host refused'
}

/**
 * Returns a UUID that depends only on the cart and the token. If the shop's answer was lost, the visitor may send the
 * token again for the same cart, and Cloudflare accepts it. Cloudflare refuses a used token for another cart.
 */
function idempotencyKey(cartId: string, token: string): string {
  const hex = createHash('sha256').update(`${cartId} ${token}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
