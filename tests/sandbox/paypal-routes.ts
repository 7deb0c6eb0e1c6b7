/** Serves everything below `/paypal`: the REST API, the browser SDK and PayPal's window. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Answer, jsonAnswer } from './http.ts'
import { answerPayPal } from './paypal-api.ts'
import { answerPayPalWindow } from './paypal-page.ts'
import type { SandboxContext } from './stripe-payment.ts'

const scripts: Record<string, string> = {
  '/web-sdk/v6/core': 'paypal-sdk.ts',
  '/window.js': 'paypal-window.ts',
}

const scriptAnswer = (file: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body: stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'browser', file), 'utf8')),
})

type Request = {
  method: string
  /** The path below `/paypal`. */
  path: string
  query: URLSearchParams
  body: string
  header: (name: string) => string | undefined
}

/** `apiOrigin` is the sandbox's origin for the shop's worker, and `pageBase` its origin for browsers. */
export const answerPayPalRoute = (
  context: SandboxContext,
  { method, path, query, body, header }: Request,
  { apiOrigin, pageBase }: { apiOrigin: string; pageBase: string },
): Answer => {
  const script = scripts[path]
  if (script !== undefined && method === 'GET') return scriptAnswer(script)
  if (path === '/checkoutnow') {
    return answerPayPalWindow(context, query.get('token') ?? '', method === 'POST' ? new URLSearchParams(body) : null)
  }
  const answer = answerPayPal(
    context,
    { method, path, body, query, authorization: header('authorization'), requestId: header('paypal-request-id') },
    { apiBase: `${apiOrigin}/paypal`, pageBase },
  )
  if (answer.body === null) return { status: answer.status, headers: {}, body: '' }
  if (typeof answer.body === 'string') {
    return { status: answer.status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: answer.body }
  }
  return jsonAnswer(answer.body, answer.status)
}
