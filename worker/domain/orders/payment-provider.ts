/**
 * The payment providers, and the form in which an online provider reports payments, refunds and disputes. The column
 * `payments.provider` contains a provider's id. The bank is offline: operators record incoming transfers and make the
 * refunds.
 */
import type { Locale } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import type { DisputeStatus, PaymentProviderId, RefundStatus } from '../../../schema/tables/payment.ts'
import type { Money } from './payment-outcome.ts'

/** An online provider has an API that reads a payment, closes its payment page and makes refunds. */
const IS_ONLINE = { stripe: true, paypal: true, bank: false } as const satisfies Record<PaymentProviderId, boolean>

export type OnlineProviderId = {
  [Id in PaymentProviderId]: (typeof IS_ONLINE)[Id] extends true ? Id : never
}[PaymentProviderId]
export type OfflineProviderId = Exclude<PaymentProviderId, OnlineProviderId>

export function isOnline(id: PaymentProviderId): id is OnlineProviderId {
  return IS_ONLINE[id]
}

/** The ids of the online providers, for conditions in SQL. */
export const ONLINE_PROVIDERS: readonly OnlineProviderId[] = (Object.keys(IS_ONLINE) as PaymentProviderId[]).filter(
  isOnline,
)

/** The input for opening a provider's page for one payment. */
export type PageRequest = {
  paymentId: string
  orderId: string
  reference: string
  email: string
  /** The name and the country of the billing address. The country code is lower case. */
  buyer: { name: string; countryCode: string }
  locale: Locale
  /** The amounts of the lines sum to the amount to be paid. */
  lines: { name: string; amountCents: Cents }[]
  successUrl: string
  cancelUrl: string
  /** The id of the cart that became the order. */
  cartId: string
  /** The provider's id of a payment that the buyer approved before ordering. */
  approvedId?: string
  /** The instant at which the page should close, in epoch milliseconds. */
  expiresAt: number
}

/**
 * A payment that the provider has opened. `url` is the address of the provider's page, and null if the buyer pays in the
 * shop's page. There, `token` authorises the provider's script to confirm the payment. It is never stored.
 */
export type OpenedPage = { externalId: string; url: string | null; token: string | null; expiresAt: number }

export type RefundRequest = { refundId: string; attempt: number; captureId: string; amountCents: Cents }

/**
 * The state of a payment at the provider. `pending`: the buyer has finished, and the money is on its way; methods
 * other than cards may settle days later. `approved`: the buyer has agreed, and the provider waits until the shop captures
 * the money. `declined`: the buyer's card or bank refused, and the buyer may choose another one. `missing`: the provider's
 * account does not know the payment, because the payment was opened with the API key of another account.
 */
export type ProviderPayment =
  | { state: 'open' | 'approved' | 'pending' | 'failed' | 'declined' | 'expired' | 'missing' }
  | ({ state: 'paid'; cardFingerprint: string | null } & Money)

/**
 * The state of a refund at the provider. `refundId` and `attempt` are the shop's own values; `refundId` is null if the
 * refund was made in the provider's dashboard.
 */
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

/** A webhook notice with a valid signature. The shop uses it only to find out which object to read at the provider. */
export type ProviderNotice = {
  id: string
  type: string
  /** The kind of object that the notice concerns; null if the shop ignores notices of this type. */
  subject: 'payment' | 'refund' | 'dispute' | null
  /** The provider's id of the payment. */
  externalId: string | null
  /** The shop's own id of the payment, which the shop gave to the provider. */
  paymentId: string | null
  /** The provider's id of the capture. */
  captureId: string | null
  disputeId: string | null
}
