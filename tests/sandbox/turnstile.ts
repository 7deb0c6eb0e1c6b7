/**
 * Cloudflare Turnstile's server-side check, with the secrets that its documentation gives for tests: one that always
 * passes, one that always fails, one whose tokens are spent.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
import { type Answer, jsonAnswer } from './http.ts'

export const PASSING_SECRET = '1x0000000000000000000000000000000AA'
export const FAILING_SECRET = '2x0000000000000000000000000000000AA'
export const SPENDING_SECRET = '3x0000000000000000000000000000000AA'

/** Takes JSON as well as a form, as the original does. */
export function answerTurnstile(body: string): Answer {
  const { secret, response } = fieldsOf(body)
  if (!secret) return failed('missing-input-secret')
  if (!response) return failed('missing-input-response')
  if (secret === SPENDING_SECRET) return failed('timeout-or-duplicate')
  if (secret === FAILING_SECRET) return failed('invalid-input-response')
  if (secret !== PASSING_SECRET) return failed('invalid-input-secret')
  return jsonAnswer({
    success: true,
    challenge_ts: new Date().toISOString(),
    hostname: 'example.com',
    'error-codes': [],
    action: '',
    cdata: '',
    metadata: { interactive: false },
  })
}

function failed(code: string): Answer {
  return jsonAnswer({ success: false, 'error-codes': [code], messages: [] })
}

function fieldsOf(body: string): { secret: string | null; response: string | null } {
  const form = new URLSearchParams(body)
  if (form.has('secret')) return { secret: form.get('secret'), response: form.get('response') }
  try {
    const fields = JSON.parse(body) as Record<string, unknown>
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    return { secret: text(fields.secret), response: text(fields.response) }
  } catch {
    return { secret: null, response: null }
  }
}
