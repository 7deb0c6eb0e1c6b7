/**
 * Cloudflare Turnstile: whether a browser passed the check for bots. Its answer is good once and for five minutes;
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
import * as z from 'zod/mini'
import type { Env } from '../env.ts'

const PROVIDER = 'https://challenges.cloudflare.com'
const PATIENCE_MS = 5_000

const verdict = z.object({ success: z.boolean() })

/** False also where the provider is out of reach: the page then asks again. */
export async function isHuman(
  env: Pick<Env, 'TURNSTILE_SECRET_KEY' | 'TURNSTILE_API_BASE'>,
  token: string,
): Promise<boolean> {
  const { TURNSTILE_SECRET_KEY: secret, TURNSTILE_API_BASE: base = PROVIDER } = env
  if (!secret) return false
  try {
    const answer = await fetch(`${base}/turnstile/v0/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, response: token }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const read = verdict.safeParse(await answer.json())
    return read.success && read.data.success
  } catch {
    return false
  }
}
