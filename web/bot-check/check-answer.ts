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
