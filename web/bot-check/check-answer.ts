/** What the shop answers to a token of the check for bots. */
import { visitKey } from '../data/visit.ts'

/** `later`: the shop has not taken the token to the provider yet, so it is as good as before. */
export type CheckAnswer = { kind: 'accepted' | 'refused' } | { kind: 'later'; seconds: number }

/** Where the shop does not say when, as a firewall before it may do. */
const LATER_SECONDS = 60
/** Shorter than the life of a token. */
const LATEST_SECONDS = 120

/** Takes a token to the shop's server; no answer counts as a refusal. */
export async function sendToken(
  path: '/check' | '/queue/place',
  body: { token: string; room?: string },
): Promise<CheckAnswer> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      // By the visit, the proof counts for the cart that this browser's commands get.
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
