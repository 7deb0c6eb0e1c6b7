/**
 * A shop's mailing list, run by somebody else. Two kinds are spoken to: a list of one's own that takes a form by POST, and a
 * mailing service's JSONP address (Mailchimp's `/subscribe/post-json`), which is asked from here, so that no foreign script
 * ever runs in the shop. Both answer with `msg`, in words; the list asks for the confirmation by mail itself.
 */
import * as z from 'zod/mini'
import type { Locale } from '../../schema/locale.ts'
import type { Env } from '../env.ts'

const PATIENCE_MS = 8_000
/** A list answers in a sentence. */
const LONGEST_ANSWER_BYTES = 64 * 1024
const SERVICE_PATH = /\/post-json$/

export type ListAnswer = { kind: 'subscribed' | 'already' | 'too_many' } | { kind: 'failed'; reason: string }

const told = z.object({
  msg: z._default(z.string(), ''),
  result: z.optional(z.string()),
})

/** Never throws; a list that is out of reach is an answer too. The reason names no address. */
export async function subscribeToList(
  env: Pick<Env, 'NEWSLETTER_BASE'>,
  listUrl: string,
  email: string,
  locale: Locale,
): Promise<ListAnswer> {
  try {
    const address = addressOf(env, listUrl)
    // A redirect would hand the fan's address to a host that nobody chose.
    const limits = { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' } as const
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
      return { kind: 'failed', reason: `status ${response.status}, a redirect` }
    }
    const text = await boundedText(response)
    return text === null ? { kind: 'failed', reason: 'an endless answer' } : read(response.status, text)
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' }
  }
}

/** Null where the answer is longer than any list's; the rest is not read. */
async function boundedText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return text + decoder.decode()
    bytes += part.value.byteLength
    if (bytes > LONGEST_ANSWER_BYTES) {
      await reader?.cancel()
      return null
    }
    text += decoder.decode(part.value, { stream: true })
  }
}

/** On a machine without a network every list is the sandbox's, told apart by its host. */
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

/** The words differ from list to list, in two languages; what is neither of the known ones nor a success is a failure. */
function read(status: number, text: string): ListAnswer {
  if (status === 429) return { kind: 'too_many' }
  const answer = told.safeParse(jsonOf(text))
  if (!answer.success) return { kind: 'failed', reason: `status ${status}, no answer that can be read` }
  const { msg, result } = answer.data
  if (/too many|zu viele/i.test(msg)) return { kind: 'too_many' }
  if (/already|bereits|schon (?:an|ein)ge/i.test(msg)) return { kind: 'already' }
  if (status >= 400 || result === 'error') return { kind: 'failed', reason: `status ${status}` }
  return { kind: 'subscribed' }
}

/** JSON as it is, or in the call of a function. */
function jsonOf(text: string): unknown {
  const body = /^\s*[\w$.]+\(([\s\S]*)\)\s*;?\s*$/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
