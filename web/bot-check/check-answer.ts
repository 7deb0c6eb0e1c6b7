/** The server's answer to a token of the bot check. */
import { visitKey } from '../data/visit.ts'

/** `later`: a rate limit applied before the server verified the token, so the token is still valid. */
export type CheckAnswer = { kind: 'accepted' | 'refused' } | { kind: 'later'; seconds: number }

/** The delay if the response has no `retry-after` header. A firewall's response may lack it. */
const DEFAULT_DELAY_SECONDS = 60
/** The longest delay, even if the server asks for a longer one, because a token is valid for only five minutes. */
const MAXIMUM_DELAY_SECONDS = 120

/** Sends a token to the server. A connection error or a server error counts as a refusal. */
export async function sendToken(
  path: '/check' | '/queue/place',
  body: { token: string; room?: string },
): Promise<CheckAnswer> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      // A browser without a cart gets its cart by the visit key. Mutations send the same key, so the check is for their cart.
      headers: { 'content-type': 'application/json', 'x-visit': visitKey() },
      body: JSON.stringify(body),
    })
    if (answer.status === 429) return { kind: 'later', seconds: parseRetryAfter(answer.headers.get('retry-after')) }
    return { kind: answer.ok ? 'accepted' : 'refused' }
  } catch {
    return { kind: 'refused' }
  }
}

function parseRetryAfter(retryAfter: string | null): number {
  return Math.min(MAXIMUM_DELAY_SECONDS, Math.max(1, Number.parseInt(retryAfter ?? '', 10) || DEFAULT_DELAY_SECONDS))
}

/** The pause after the first refused check. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 2000
/** The widget may solve checks by itself. Without a limit, it would repeat a check that the server always refuses. */
const REFUSALS_MAXIMUM = 3

/** Milliseconds until the widget tries again by itself; null if the visitor must ask for it. */
export function pauseAfter(refusals: number): number | null {
  return refusals < REFUSALS_MAXIMUM ? FIRST_PAUSE_MS * 2 ** (refusals - 1) : null
}
