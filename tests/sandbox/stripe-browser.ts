/**
 * Answers the requests of the script that replaces Stripe.js. They carry the public key. A request about an intent also
 * needs its client secret, so that a browser can confirm only its own payment. The script runs in the shop's pages, so
 * the answers allow requests from other origins.
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { Answer } from './http.ts'
import { jsonAnswer } from './http.ts'
import { createToken } from './stripe-confirmation-token.ts'
import { noSuch, StripeRefusal } from './stripe-error.ts'
import { confirmIntent } from './stripe-intent.ts'
import type { Intent, SandboxContext } from './stripe-payment.ts'

const PATH = '/stripe-js/'
const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }

/** The outcome of each test card (docs.stripe.com/testing). Other numbers are incorrect. */
const testCards: Record<string, 'paid' | 'declined' | 'action'> = {
  '4242424242424242': 'paid',
  '5555555555554444': 'paid',
  '4000000000000002': 'declined',
  '4000002760003184': 'action',
}

const details = z.strictObject({ email: z.string().nullable(), name: z.string().nullable() })
const tokenRequest = z.strictObject({
  key: z.string(),
  type: z.enum(['card', 'link']),
  /** The card's number; null for a wallet, whose outcome the buyer chooses in the sheet. */
  number: z.string().nullable(),
  ending: z.enum(['paid', 'declined', 'action']).default('paid'),
  payer: details,
  returnUrl: z.url().nullable(),
  /** The amount and the methods of the elements, which must be those of the intent. */
  amount: z.int().min(1),
  types: z.array(z.string()),
})
const intentRequest = z.strictObject({ key: z.string(), clientSecret: z.string() })
const confirmRequest = intentRequest.extend({ token: z.string(), returnUrl: z.url().nullable() })

/** A public copy of an intent, without the fields that only the secret key may read. */
const publicIntent = ({ metadata: _, receipt_email: __, shipping: ___, ...intent }: Intent) => intent

const ownIntent = (context: SandboxContext, clientSecret: string): Intent => {
  const [id = ''] = clientSecret.split('_secret_')
  const intent = context.store.get<Intent>('payment_intent', id)
  if (intent?.client_secret !== clientSecret) throw noSuch('payment_intent', id, 'intent')
  return intent
}

const checkKey = (key: string, publicKey: string): void => {
  if (key === publicKey) return
  throw new StripeRefusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}`,
  })
}

const answer = (context: SandboxContext, action: string, body: unknown, publicKey: string, payBase: string): object => {
  if (action === 'tokens') {
    const { key, type, number, ending, payer, returnUrl, amount, types } = tokenRequest.parse(body)
    checkKey(key, publicKey)
    const outcome = number === null ? ending : testCards[number]
    if (outcome === undefined) {
      throw new StripeRefusal(402, {
        type: 'card_error',
        code: 'incorrect_number',
        message: 'Your card number is incorrect.',
      })
    }
    return createToken(context, { type, ending: outcome, payer, returnUrl, amount, types, last4: number?.slice(-4) })
  }
  if (action === 'intent') {
    const { key, clientSecret } = intentRequest.parse(body)
    checkKey(key, publicKey)
    return publicIntent(ownIntent(context, clientSecret))
  }
  const { key, clientSecret, token, returnUrl } = confirmRequest.parse(body)
  checkKey(key, publicKey)
  const intent = ownIntent(context, clientSecret)
  const request = { confirmation_token: token, use_stripe_sdk: true, ...(returnUrl ? { return_url: returnUrl } : {}) }
  return publicIntent(confirmIntent(context, intent, request, payBase))
}

/** Returns null for another path. */
export const answerBrowser = (
  context: SandboxContext,
  method: string,
  path: string,
  body: string,
  publicKey: string,
  payBase: string,
): Answer | null => {
  const action = path.startsWith(PATH) ? path.slice(PATH.length) : ''
  if (!['tokens', 'intent', 'confirm'].includes(action)) return null
  if (method === 'OPTIONS') return { status: 204, headers, body: '' }
  try {
    // A declined card is an answer too: its failed charge must be stored.
    const result = context.store.transaction(() => {
      try {
        return { status: 200, body: answer(context, action, JSON.parse(body || '{}'), publicKey, payBase) }
      } catch (error) {
        if (error instanceof StripeRefusal && error.status === 402) return { status: 402, body: error.body() }
        throw error
      }
    })
    return jsonAnswer(result.body, result.status, headers)
  } catch (error) {
    if (error instanceof StripeRefusal) return jsonAnswer(error.body(), error.status, headers)
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return jsonAnswer({ error: { type: 'invalid_request_error', message: error.message } }, 400, headers)
    throw error
  } finally {
    context.delivery.wake()
  }
}

let script: Promise<string> | null = null

/** Bundles the script that replaces Stripe.js, once. */
async function bundleScript(): Promise<string> {
  const { build } = await import('vite')
  const entry = join(import.meta.dirname, 'stripe-js/script.ts')
  const lib = { entry, name: 'StripeSandbox', formats: ['iife' as const] }
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, minify: false, lib } })
  const [chunk] = Array.isArray(built) ? (built[0]?.output ?? []) : 'output' in built ? built.output : []
  if (!chunk || !('code' in chunk)) throw new Error('the script was not built')
  return chunk.code
}

export const stripeScript = async (): Promise<Answer> => {
  script ??= bundleScript()
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: await script }
}
