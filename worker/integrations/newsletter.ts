/**
 * Subscribes fans to a shop's mailing list, which an outside company runs. There are two kinds of lists. One accepts a form
 * by POST. The other is the JSONP endpoint of a mailing service, such as Mailchimp's `/subscribe/post-json`. The worker
 * calls both itself, so that a JSONP script never runs in the shop's pages. Both answer with a sentence in `msg`, and ask
 * the fan by mail to confirm.
 */
import * as z from 'zod/mini'
import type { Locale } from '../../schema/locale.ts'
import type { Env } from '../env.ts'

const TIMEOUT_MS = 8_000
/** The maximum size of an answer. A mailing list answers with one sentence. */
const MAX_ANSWER_BYTES = 64 * 1024
const SERVICE_PATH = /\/post-json$/

export type ListAnswer = { kind: 'subscribed' | 'already' | 'too_many' } | { kind: 'failed'; reason: string }

const listAnswer = z.object({
  msg: z._default(z.string(), ''),
  result: z.optional(z.string()),
})

/** Never throws. Returns `failed` if the list is unreachable. The reason contains no personal data. */
export async function subscribeToList(
  env: Pick<Env, 'NEWSLETTER_BASE'>,
  listUrl: string,
  email: string,
  locale: Locale,
): Promise<ListAnswer> {
  try {
    const address = addressOf(env, listUrl)
    // A redirect could send the fan's email address to a host that the shop did not choose.
    const limits = { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' } as const
    const response = SERVICE_PATH.test(address.pathname)
      ? await fetch(serviceAddress(address, email, locale), limits)
      : await fetch(address, {
          ...limits,
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ email, accepts_terms: 'true', lang: locale }),
        })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return { kind: 'failed', reason: `status ${response.status} is a redirect` }
    }
    const text = await readBounded(response)
    return text === null ? { kind: 'failed', reason: 'the answer is too long' } : read(response.status, text)
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' }
  }
}

/** Reads the body of an answer. If it is longer than the maximum, stops reading and returns null. */
async function readBounded(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return text + decoder.decode()
    bytes += part.value.byteLength
    if (bytes > MAX_ANSWER_BYTES) {
      await reader?.cancel()
      return null
    }
    text += decoder.decode(part.value, { stream: true })
  }
}

/**
 * Returns the URL of the list. If `NEWSLETTER_BASE` is set, returns a URL below it instead, whose path contains the host and
 * the path of the list.
 */
function addressOf({ NEWSLETTER_BASE: base }: Pick<Env, 'NEWSLETTER_BASE'>, listUrl: string): URL {
  const url = new URL(listUrl)
  return base ? new URL(`${base}/${url.host}${url.pathname}${url.search}`) : url
}

function serviceAddress(address: URL, email: string, locale: Locale): URL {
  const asked = new URL(address)
  asked.searchParams.set('EMAIL', email)
  asked.searchParams.set('gdpr', 'Y')
  asked.searchParams.set('MERGE_LANG', locale)
  asked.searchParams.set('c', 'told')
  return asked
}

/**
 * Recognises the outcome by words in the answer, because mailing lists word their answers differently, in German or
 * English.
 */
function read(status: number, text: string): ListAnswer {
  if (status === 429) return { kind: 'too_many' }
  const answer = listAnswer.safeParse(jsonOf(text))
  if (!answer.success) return { kind: 'failed', reason: `status ${status}, unreadable answer` }
  const { msg, result } = answer.data
  if (/too many|zu viele/i.test(msg)) return { kind: 'too_many' }
  if (/already|bereits|schon (?:an|ein)ge/i.test(msg)) return { kind: 'already' }
  if (status >= 400 || result === 'error') return { kind: 'failed', reason: `status ${status}` }
  return { kind: 'subscribed' }
}

/** Parses plain JSON, or JSON as the argument of a function call (JSONP). */
function jsonOf(text: string): unknown {
  const body = /^\s*[\w$.]+\(([\s\S]*)\)\s*;?\s*$/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
