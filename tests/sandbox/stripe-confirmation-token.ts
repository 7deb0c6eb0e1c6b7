/**
 * Simulates confirmation tokens, in which the script in the browser stores what the buyer entered. A token confirms one
 * intent. After that attempt, even after a declined one, it is used up.
 */
import type { StoredObject } from './store.ts'
import { invalidRequest, noSuch } from './stripe-error.ts'
import { nowSeconds, stripeId } from './stripe-id.ts'
import type { Intent, Payer, SandboxContext } from './stripe-payment.ts'

/** The outcome of a confirmation with a test payment method. */
export type TestEnding = 'paid' | 'declined' | 'action'

type TokenRequest = {
  type: string
  ending: TestEnding
  payer: Partial<Payer>
  returnUrl: string | null
  /** The amount in cents and the methods of the elements. */
  amount: number
  types: string[]
  /** The last four digits of a card. */
  last4?: string | undefined
}
type Token = StoredObject & { payment_intent: string | null }

export const createToken = (context: SandboxContext, request: TokenRequest) => {
  const token = {
    id: stripeId('ctoken'),
    object: 'confirmation_token',
    created: nowSeconds(),
    expires_at: nowSeconds() + 12 * 60 * 60,
    livemode: false,
    payment_intent: null as string | null,
    payment_method_preview: {
      type: request.type,
      ...(request.type === 'card' ? { card: { brand: 'visa', last4: request.last4 ?? '4242' } } : {}),
    },
    return_url: request.returnUrl,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
  }
  context.store.put(token, request)
  return token
}

/** Uses up a token for an intent, and returns what the buyer entered. */
export const tokenOf = (context: SandboxContext, id: string, intent: Intent) => {
  const token = context.store.get<Token>('confirmation_token', id)
  const request = context.store.hidden<TokenRequest>(id)
  if (!token || !request) throw noSuch('confirmation_token', id, 'confirmation_token')
  if (token.payment_intent !== null) {
    throw invalidRequest('This ConfirmationToken has already been used.', 'confirmation_token', 'token_already_used')
  }
  const used: Token = { ...token, payment_intent: intent.id }
  const offered = intent.payment_method_types.toSorted().join()
  if (request.amount !== intent.amount || request.types.toSorted().join() !== offered) {
    throw invalidRequest(
      `The elements (${request.amount}, ${request.types}) do not match the PaymentIntent (${intent.amount}, ${offered}).`,
      'confirmation_token',
      'payment_intent_invalid_parameter',
    )
  }
  context.store.put(used)
  const { type, ending, payer, returnUrl } = request
  return { type, ending, id: stripeId('pm'), payer, returnUrl }
}
