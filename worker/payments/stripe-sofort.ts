/**
 * Instant bank transfers (PAY-04) with the bank method that the deployment offers. The buyer confirms the payment on the
 * bank's page. Some methods settle days later; until then, the payment is pending and the order keeps its seats.
 */
import { configuredBankMethod } from '../../schema/rules/bank-method.ts'
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import type { OpenedPage, PageRequest } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import { expireCheckout, readCheckout } from '../integrations/stripe.ts'
import { cancelIntent, createBankPayment, readBankIntent } from '../integrations/stripe-intent.ts'
import type { PaymentMethod } from './method.ts'
import { stripe } from './stripe.ts'

async function start(env: Env, request: PageRequest): Promise<OpenedPage> {
  const method = configuredBankMethod(env.STRIPE_BANK_METHOD)
  if (method === null) throw new Error('the deployment offers no bank method')
  return createBankPayment(env, request, method)
}

/** A direct debit is collected on Stripe's hosted page. */
const isSession = (externalId: string) => externalId.startsWith('cs_')

export const stripeSofort = {
  id: 'stripe_sofort',
  offered: (settings) =>
    Boolean(settings.STRIPE_SECRET_KEY) && configuredBankMethod(settings.STRIPE_BANK_METHOD) !== null,
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: null,
  instructions: null,
  refundRoute: 'as_paid',
  provider: 'stripe',
  online: {
    start,
    token: null,
    read: (env, id) => (isSession(id) ? readCheckout(env, id) : readBankIntent(env, id)),
    expire: (env, id) => (isSession(id) ? expireCheckout(env, id) : cancelIntent(env, id)),
    account: stripe,
  },
} satisfies PaymentMethod<'stripe_sofort'>
