/**
 * One record describes each payment method, and table.ts lists the records. The rest of the worker looks a method up
 * there and never branches on a method's id.
 *
 * A request may be aborted, and a webhook may be delivered twice. Therefore every call to a provider can be repeated
 * safely with the same arguments. The calls throw the errors of the provider's client, which `isRefusal` and `isOutage`
 * classify.
 */
import type { ProviderScript } from '../../schema/page-data.ts'
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import type { Order } from '../db/order.ts'
import type { PaymentDeadline } from '../domain/orders/payment-deadline.ts'
import type {
  OfflineProviderId,
  OnlineProviderId,
  OpenedPage,
  PageRequest,
  ProviderDispute,
  ProviderNotice,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
} from '../domain/orders/payment-provider.ts'
import type { QueuedEvents, TransferEvent } from '../domain/orders/transfer-offer.ts'
import type { Env } from '../env.ts'

export type OfferSettings = Pick<
  Env,
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_PUBLISHABLE_KEY'
  | 'STRIPE_BANK_METHOD'
  | 'PAYPAL_CLIENT_ID'
  | 'PAYPAL_CLIENT_SECRET'
  | 'PAYPAL_MERCHANT_ID'
  | 'BANK_IBAN'
>

/** The facts on which an offer depends. `events` are the events for which the order has tickets. */
export type OfferedOrder = {
  events: TransferEvent[]
  queuedEvents: QueuedEvents
  /** Whether the shop shows card fields in its own page, as its meta key `card_fields` says. */
  cardFields: boolean
  now: number
}

/** `as_paid`: the provider returns the money the way it came. `by_transfer`: an operator transfers it back. */
export type RefundRoute = 'as_paid' | 'by_transfer'

export type PaymentMethod<Id extends PaymentMethodId = PaymentMethodId> = {
  id: Id
  /**
   * Whether the deployment is configured for the method and the order may use it. `offersFor` also applies the
   * blacklist.
   */
  offered(settings: OfferSettings, order: OfferedOrder): boolean
  /** The payment deadline of an order. After it, the sweep cancels the unpaid order. */
  deadline: PaymentDeadline
  /**
   * Whether an unpaid order keeps its seats and stock for days. If so, the buyer must have passed the bot check. The limit
   * of unpaid orders then counts all unpaid orders of the buyer, not only those of the last hour. The triggers
   * order_items_unpaid_limits and orders_unpaid_transfers name these methods, so change them together.
   */
  holdsForDays: boolean
  /** The kind of the outbox row that is written when an order gets this method; null if the method needs none. */
  followUp: OutboxKind | null
  /** Returns the bank details to which the buyer transfers the money; null if the buyer pays on a provider's page. */
  instructions: ((settings: BankSettings, order: TransferOrder) => TransferInstructions) | null
  /** How a refund reaches the buyer. */
  refundRoute: RefundRoute
} & (
  | { provider: OnlineProviderId; online: OnlinePayment }
  /**
   * If `provider` is null, no money is ever paid. With an offline provider, operators record the payments and make the
   * refunds.
   */
  | { provider: OfflineProviderId | null; online: null }
)

/** The calls that a payment with one method needs at an online provider. */
export type OnlinePayment = {
  /** Opens the payment at the provider. If it is already open there, returns the same one. */
  start(env: Env, request: PageRequest): Promise<OpenedPage>
  /**
   * Returns the token with which the provider's script confirms an open payment in the shop's page. Null for methods with
   * a hosted page.
   */
  token: ((env: Env, externalId: string) => Promise<string>) | null
  /** Reads the payment's current state from the provider. */
  read(env: Env, externalId: string): Promise<ProviderPayment>
  /**
   * Closes the payment's page, so that nobody pays for an order that is about to be cancelled. Returns true if the page
   * was open and the payment is therefore unpaid. Returns false if the provider refuses, because the buyer has paid, the
   * page has expired, or the provider does not know the page.
   */
  expire(env: Env, externalId: string): Promise<boolean>
  /**
   * Takes the money that the buyer has approved, if the provider waits for the shop to do so. Throws if it is unknown
   * whether the money was taken.
   */
  capture?(env: Env, payment: { externalId: string; paymentId: string }): Promise<ProviderPayment>
  /** Whether the provider deletes a payment that was not paid in time. */
  forgetsUnpaid?: true
  account: ProviderAccount
}

/** The calls to the shop's account at an online provider. All methods of that provider share them. */
export type ProviderAccount = {
  id: OnlineProviderId
  /** Whether a buyer may have a refund transferred to a bank account instead, for example after closing the account. */
  allowsTransfer?: true
  /**
   * Refunds money. While the provider remembers an idempotency key, it makes only one refund per refund id and attempt.
   */
  refund(env: Env, request: RefundRequest): Promise<ProviderRefund>
  /** Returns all refunds of a capture, including those made in the provider's dashboard. */
  listRefunds(env: Env, captureId: string): Promise<ProviderRefund[]>
  /**
   * Returns the id of the payment to which a capture belongs; null if the capture is not ours. Throws if the account does
   * not know the capture.
   */
  paymentOfCapture(env: Env, captureId: string): Promise<string | null>
  readDispute(env: Env, disputeId: string): Promise<ProviderDispute>
  /** The provider's script in the browser; null if the deployment has no public key for it. */
  browserScript(env: Env): BrowserScript | null
  /** Whether the deployment has the secret with which it verifies the provider's webhooks. */
  hasWebhookSecret(env: Env): boolean
  /**
   * Verifies a webhook request and returns its notice; null if the signature is wrong; `unchecked` if the provider would have to
   * be asked, and the sender's network has caused too many such calls.
   */
  readNotice(env: Env, body: string, headers: Headers): Promise<ProviderNotice | 'unchecked' | null>
  /**
   * Returns the notices since `since` (epoch milliseconds) that the provider could not deliver to the webhook, and
   * perhaps some that it has delivered.
   */
  listNotices(env: Env, since: number): Promise<ProviderNotice[]>
  /**
   * The types of notices that report a capture. The audit compares the number of such notices with the number of
   * captures.
   */
  captureNotices: readonly string[]
  /** Whether the provider understood the request and refused it. Otherwise the same request may succeed later. */
  isRefusal(error: unknown): boolean
  /** The provider's code for the reason of the refusal. */
  refusalCode(error: unknown): string
  /** Whether the provider is unreachable, cannot answer, or does not accept our key. */
  isOutage(error: unknown): boolean
}

/** A provider's script, and the sources that a page with the script must allow. */
export type BrowserScript = ProviderScript & {
  sources: { script: string[]; connect: string[]; frame: string[]; image: string[] }
}

/** A method whose buyers pay at an online provider. */
export type OnlineMethod = PaymentMethod & { online: OnlinePayment }

export type BankSettings = Pick<Env, 'BANK_ACCOUNT_HOLDER' | 'BANK_IBAN' | 'BANK_BIC' | 'BANK_NAME'>

export type TransferOrder = Pick<Order, 'reference' | 'totalCents' | 'paidCents'> & {
  billingAddress: { firstName?: string; lastName?: string }
}

export type TransferInstructions = {
  accountHolder: string
  iban: string
  bic: string
  bankName: string
  /** The reference that the transfer must contain. */
  reference: string
  amountCents: number
  /** The text of the EPC QR code that banking apps scan. */
  giroCode: string
}
