/**
 * The providers that move money, and what those that are online say of a payment, a refund or a dispute. The stored
 * `payments.provider` is one of the ids. Bookings on the bank account are noted by operators, who also return them.
 */
import type { Locale } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import type { DisputeStatus, PaymentProviderId, RefundStatus } from '../../../schema/tables/payment.ts'
import type { Money } from './payment-outcome.ts'

/** An online provider answers questions about a payment, closes its page and returns money on request. */
const IS_ONLINE = { stripe: true, bank: false } as const satisfies Record<PaymentProviderId, boolean>

export type OnlineProviderId = {
  [Id in PaymentProviderId]: (typeof IS_ONLINE)[Id] extends true ? Id : never
}[PaymentProviderId]
export type OfflineProviderId = Exclude<PaymentProviderId, OnlineProviderId>

export function isOnline(id: PaymentProviderId): id is OnlineProviderId {
  return IS_ONLINE[id]
}

/** For conditions in SQL. */
export const ONLINE_PROVIDERS: readonly OnlineProviderId[] = (Object.keys(IS_ONLINE) as PaymentProviderId[]).filter(
  isOnline,
)

/** What a provider's page for one payment needs. */
export type PageRequest = {
  paymentId: string
  orderId: string
  reference: string
  email: string
  locale: Locale
  /** Names and sums; their total is what is to be paid. */
  lines: { name: string; amountCents: Cents }[]
  successUrl: string
  cancelUrl: string
  /** When the page is to close, in epoch milliseconds. */
  expiresAt: number
}

export type OpenedPage = { externalId: string; url: string; expiresAt: number }

export type RefundRequest = { refundId: string; attempt: number; captureId: string; amountCents: Cents }

/**
 * `pending`: the money is on its way; a method other than cards may settle days after the buyer has finished. `missing`: the
 * account never had this payment, because our key is not the one that it was opened with.
 */
export type ProviderPayment =
  | { state: 'open' | 'pending' | 'failed' | 'expired' | 'missing' }
  | ({ state: 'paid'; cardFingerprint: string | null } & Money)

/** A refund as the provider has it. `refundId` and `attempt` are ours; `refundId` is null if it was made in the dashboard. */
export type ProviderRefund = {
  externalId: string
  refundId: string | null
  attempt: number
  amountCents: Cents
  status: Exclude<RefundStatus, 'open'>
  failure: string | null
}

/** A dispute (chargeback), or the inquiry before it. */
export type ProviderDispute = {
  disputeId: string
  captureId: string | null
  amountCents: Cents
  status: DisputeStatus
}

/** A webhook's notice whose signature is valid. It only says what to read; nothing else in it is trusted. */
export type ProviderNotice = {
  id: string
  type: string
  /** What the notice is about; null if it concerns nothing of ours. */
  subject: 'payment' | 'refund' | 'dispute' | null
  /** The provider's id of the payment. */
  externalId: string | null
  /** Our id of the payment, which the provider returns to us. */
  paymentId: string | null
  /** The provider's id of the captured money. */
  captureId: string | null
  disputeId: string | null
}
