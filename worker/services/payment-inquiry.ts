/** Asks the provider about an order at an operator's request, for example after a wrong secret key or a lost webhook. */
import { openDatabase } from '../db/database.ts'
import { findOrder, findOrderByReference } from '../db/order.ts'
import { findPayment, type Payment, paymentsOf } from '../db/payment.ts'
import type { Env } from '../env.ts'
import type { ProviderAccount } from '../payments/method.ts'
import { settlePayment } from '../payments/settle.ts'
import { methodOf } from '../payments/table.ts'
import { followDispute } from './dispute.ts'
import { log, reasonOf } from './log.ts'
import { followRefunds } from './refund.ts'
import { ShopError } from './shop-error.ts'

export type InquirySubject = { reference: string } | { paymentId: string }

type Answer = {
  paymentId: string
  /** The result of `settlePayment`, or `no answer` with the reason. */
  provider: string
  status: Payment['status']
}

/**
 * Asks the provider about each payment of the order that has a page there, whatever the payment's status, and applies the
 * answers. If the inquiry about one payment fails, the others are still made. Throws ORDER_NOT_FOUND.
 */
export async function askAboutOrder(
  env: Env,
  subject: InquirySubject,
  now: number,
): Promise<{ reference: string; status: string; payments: Answer[] }> {
  const db = openDatabase(env.DB)
  const orderId =
    'reference' in subject
      ? (await findOrderByReference(db, subject.reference))?.order.id
      : (await findPayment(db, subject.paymentId))?.orderId
  if (orderId === undefined) throw new ShopError('ORDER_NOT_FOUND', {})
  const said = new Map<string, string>()
  for (const payment of await paymentsOf(db, orderId)) {
    const { online } = methodOf(payment.method)
    if (online === null || payment.externalId === null) continue
    said.set(payment.id, await askAboutPayment(env, online.account, payment, now))
  }
  const [whole, payments] = await Promise.all([findOrder(db, orderId), paymentsOf(db, orderId)])
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  const { reference, status } = whole.order
  const answers = payments.flatMap((payment) => {
    const provider = said.get(payment.id)
    return provider === undefined ? [] : [{ paymentId: payment.id, provider, status: payment.status }]
  })
  return { reference, status, payments: answers }
}

async function askAboutPayment(env: Env, account: ProviderAccount, payment: Payment, now: number): Promise<string> {
  try {
    const state = await settlePayment(env, payment.id, now)
    if (payment.captureId !== null) await followRefunds(env, account, payment.captureId, payment.id, now)
    if (payment.disputeId !== null) await followDispute(env, account, payment.disputeId, now)
    return state
  } catch (error) {
    log('warn', 'provider did not answer about a payment', { payment: payment.id, error: reasonOf(error) })
    return `no answer: ${reasonOf(error)}`
  }
}
