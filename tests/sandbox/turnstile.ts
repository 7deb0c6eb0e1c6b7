/**
 * Simulates Cloudflare Turnstile: the server-side check and the widget. The check knows the three documented test secrets.
 * One accepts valid tokens, one always fails, and one answers that the token is spent. The widget is a button, and a click
 * on it passes the check. As in the original, a token names the page's host and the widget's action, and is valid once. A
 * repeated check succeeds only with the idempotency key of the first.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
import { randomUUID } from 'node:crypto'
import { type Answer, jsonAnswer } from './http.ts'

export const PASSING_SECRET = '1x0000000000000000000000000000000AA'
export const FAILING_SECRET = '2x0000000000000000000000000000000AA'
export const SPENDING_SECRET = '3x0000000000000000000000000000000AA'
/** The token that Cloudflare's test site keys give every browser. Its check returns example.com and no action. */
const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX'
const TOKEN = /^sandbox\.([\w-]+)\.([\w.-]*)\.[0-9a-f-]{36}$/
const MAX_SPENT_TOKENS = 10_000

/** Returns a token as the sandbox's widget issues it. */
export function solvedToken(action: string, hostname: string): string {
  return `sandbox.${action}.${hostname}.${randomUUID()}`
}

/** The last `MAX_SPENT_TOKENS` spent tokens, each with the idempotency key of its first check. */
const spent = new Map<string, string>()

/** Answers a check, whose body is JSON or a form, as in the original. */
export function answerTurnstile(body: string): Answer {
  const { secret, response, key } = fieldsOf(body)
  if (!secret) return failed('missing-input-secret')
  if (!response) return failed('missing-input-response')
  if (secret === SPENDING_SECRET) return failed('timeout-or-duplicate')
  if (secret === FAILING_SECRET) return failed('invalid-input-response')
  if (secret !== PASSING_SECRET) return failed('invalid-input-secret')
  if (response === DUMMY_TOKEN) return passed('', 'example.com')
  const [, action, hostname] = TOKEN.exec(response) ?? []
  if (action === undefined || hostname === undefined) return failed('invalid-input-response')
  const before = spent.get(response)
  if (before !== undefined && (before === '' || before !== key)) return failed('timeout-or-duplicate')
  spent.set(response, key ?? '')
  const [oldest] = spent.keys()
  if (spent.size > MAX_SPENT_TOKENS && oldest !== undefined) spent.delete(oldest)
  return passed(action, hostname)
}

/**
 * The widget's script. Tests serve it instead of the original script. The original's token expires after five minutes, and
 * the original widget then restarts if `refresh-expired` is `auto`. This widget restarts likewise, but the check above still
 * accepts the old token.
 */
export const TURNSTILE_SCRIPT = `globalThis.turnstile = (() => {
  const widgets = new Map()
  return {
    render(element, options) {
      const button = document.createElement('button')
      let expiry
      const begin = () => {
        clearTimeout(expiry)
        button.disabled = false
      }
      button.type = 'button'
      button.textContent = 'Sandbox: pass the check'
      button.style.cssText = options.size === 'compact' ? 'width: 150px; height: 140px' : 'min-width: 300px; height: 65px'
      button.onclick = () => {
        button.disabled = true
        if ((options['refresh-expired'] ?? 'auto') === 'auto') expiry = setTimeout(begin, 300000)
        options.callback(['sandbox', options.action, location.hostname, crypto.randomUUID()].join('.'))
      }
      element.append(button)
      const widget = 'widget-' + widgets.size
      widgets.set(widget, { begin, end: () => (clearTimeout(expiry), button.remove()) })
      return widget
    },
    reset: (widget) => widgets.get(widget).begin(),
    remove: (widget) => widgets.get(widget).end(),
  }
})()`

function passed(action: string, hostname: string): Answer {
  return jsonAnswer({
    success: true,
    challenge_ts: new Date().toISOString(),
    hostname,
    'error-codes': [],
    action,
    cdata: '',
    metadata: { interactive: false },
  })
}

function failed(code: string): Answer {
  return jsonAnswer({ success: false, 'error-codes': [code], messages: [] })
}

type Fields = { secret: string | null; response: string | null; key: string | null }

function fieldsOf(body: string): Fields {
  const form = new URLSearchParams(body)
  const readFields = (read: (name: string) => string | null): Fields => ({
    secret: read('secret'),
    response: read('response'),
    key: read('idempotency_key'),
  })
  if (form.has('secret')) return readFields((name) => form.get(name))
  try {
    const fields = JSON.parse(body) as Record<string, unknown>
    return readFields((name) => (typeof fields[name] === 'string' ? fields[name] : null))
  } catch {
    return readFields(() => null)
  }
}
