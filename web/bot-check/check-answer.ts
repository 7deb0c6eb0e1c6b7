/** The server's answer to a token of the bot check. */
import { visitKey } from '../data/visit.ts'

/** `later`: a rate limit applied before the server verified the token, so the token is still valid. */
export type CheckAnswer = { kind: 'accepted' | 'refused' } | { kind: 'later'; seconds: number }

/** The delay if the response has no `retry-after` header, for example because a firewall sent it. */
const LATER_SECONDS = 60
/** Shorter than the five minutes that a token is valid. */
const LATEST_SECONDS = 120

/** Sends a token to the server. A connection error counts as a refusal. */
export async function sendToken(
  path: '/check' | '/queue/place',
  body: { token: string; room?: string },
): Promise<CheckAnswer> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      // The visit connects the passed check to the cart that this browser's mutations will get.
      headers: { 'content-type': 'application/json', 'x-visit': visitKey() },
      body: JSON.stringify(body),
    })
    if (answer.status === 429) return { kind: 'later', seconds: secondsOf(answer.headers.get('retry-after')) }
    return { kind: answer.ok ? 'accepted' : 'refused' }
  } catch {
    return { kind: 'refused' }
  }
}

function secondsOf(retryAfter: string | null): number {
  return Math.min(LATEST_SECONDS, Math.max(1, Number.parseInt(retryAfter ?? '', 10) || LATER_SECONDS))
}

/** The pauses between refused checks grow exponentially. */
const FIRST_PAUSE_MS = 2000
/** A widget may solve itself. Without a limit, the page would repeat a check that cannot pass for ever. */
const MOST_REFUSALS = 3

/** Milliseconds until the widget tries again by itself; null if the visitor must ask for it. */
export function pauseAfter(refusals: number): number | null {
  return refusals < MOST_REFUSALS ? FIRST_PAUSE_MS * 2 ** (refusals - 1) : null
}
