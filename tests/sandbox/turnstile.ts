/**
 * Cloudflare Turnstile: the server-side check with the secrets that its documentation gives for tests (one that passes, one
 * that always fails, one whose tokens are spent), and a widget whose one button passes. As with the original a token bears the
 * host of its page and the widget's action, and counts once; the same question under the same idempotency key counts again.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
import { randomUUID } from 'node:crypto'
import { type Answer, jsonAnswer } from './http.ts'

export const PASSING_SECRET = '1x0000000000000000000000000000000AA'
export const FAILING_SECRET = '2x0000000000000000000000000000000AA'
export const SPENDING_SECRET = '3x0000000000000000000000000000000AA'
/** What the published test keys hand to every browser. Its verdict names example.com and no action. */
const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX'
const TOKEN = /^sandbox\.([\w-]+)\.([\w.-]*)\.[0-9a-f-]{36}$/
const TOKENS_KEPT = 10_000

/** A token as the sandbox's widget gives it. */
export function solvedToken(action: string, hostname: string): string {
  return `sandbox.${action}.${hostname}.${randomUUID()}`
}

/** Spent tokens by the idempotency key that spent them; the oldest go first. */
const spent = new Map<string, string>()

/** Takes JSON as well as a form, as the original does. */
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
  if (spent.size > TOKENS_KEPT && oldest !== undefined) spent.delete(oldest)
  return passed(action, hostname)
}

/**
 * The widget's script, which tests serve in the provider's place. As with the original a token expires after five minutes, and
 * then the widget begins anew by itself, unless the page says otherwise.
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
  const named = (read: (name: string) => string | null): Fields => ({
    secret: read('secret'),
    response: read('response'),
    key: read('idempotency_key'),
  })
  if (form.has('secret')) return named((name) => form.get(name))
  try {
    const fields = JSON.parse(body) as Record<string, unknown>
    return named((name) => (typeof fields[name] === 'string' ? fields[name] : null))
  } catch {
    return named(() => null)
  }
}
