/**
 * What the shop knows of a payment method: one record for each. table.ts lists the records; every other part of the worker
 * reads them there and compares no method ids.
 *
 * Requests die and notices repeat, so each call to a provider is safe to repeat with the same arguments. Calls throw what
 * the provider's client throws; `isRefusal` and `isOutage` classify it.
 */
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import type { Order } from '../db/order.ts'
import type { PaymentDeadline } from '../domain/orders/payment-deadline.ts'
import type {
  OfflineProviderId,
  OnlineProviderId,
  OpenedPage,
  PageRequest,
  PaymentTruth,
  ProviderDispute,
  ProviderNotice,
  ProviderRefund,
  RefundRequest,
} from '../domain/orders/payment-provider.ts'
import type { QueuedEvents, TransferEvent } from '../domain/orders/transfer-offer.ts'
import type { Env } from '../env.ts'

export type OfferSettings = Pick<Env, 'STRIPE_SECRET_KEY' | 'BANK_IBAN'>

/** What an offer depends on; `events` are those of the tickets. */
export type OfferedOrder = { events: TransferEvent[]; queuedEvents: QueuedEvents; now: number }

export type MoneyReturn = 'as_paid' | 'by_transfer'

export type PaymentMethod<Id extends PaymentMethodId = PaymentMethodId> = {
  id: Id
  /** True if the deployment is configured for the method and the order may use it. The shop's blacklist is applied later. */
  offered(settings: OfferSettings, order: OfferedOrder): boolean
  /** Until when an unpaid order is kept. */
  deadline: PaymentDeadline
  /**
   * True if an unpaid order holds seats and stock for days. It then needs a passed check for bots, and the triggers
   * order_items_unpaid_limits and orders_unpaid_transfers, which name these methods, count all unpaid orders of its buyer.
   */
  holdsForDays: boolean
  /** What the outbox does as soon as an order has this method; null if there is nothing to do before money arrives. */
  followUp: OutboxKind | null
  /** The bank details of an order that its buyer pays without a provider's page; null for other methods. */
  instructions: ((settings: BankSettings, order: OwedOrder) => TransferInstructions) | null
  /** How returned money reaches the buyer, as mails say it: the way it came, or by an operator's transfer. */
  returns: MoneyReturn
} & (
  | { provider: OnlineProviderId; online: OnlinePayment }
  /** Without a provider nothing is ever paid; at an offline provider operators note what arrives and return it. */
  | { provider: OfflineProviderId | null; online: null }
)

/** How a payment by one method is made at an online provider. */
export type OnlinePayment = {
  /** Opens the provider's page for the payment, or finds the one that is open already. */
  start(env: Env, request: PageRequest): Promise<OpenedPage>
  /** What the provider says of the payment now. */
  read(env: Env, externalId: string): Promise<PaymentTruth>
  /**
   * Closes the payment, so that nobody pays for an order that is about to be cancelled. True if it was open until now and
   * therefore unpaid; false if it had been closed before, by money or by time.
   */
  expire(env: Env, externalId: string): Promise<boolean>
  account: ProviderAccount
}

/** What the shop's account at an online provider does for all methods of that provider. */
export type ProviderAccount = {
  id: OnlineProviderId
  /** Returns money. The provider does it once for each refund and attempt for as long as its idempotency keys live. */
  refund(env: Env, request: RefundRequest): Promise<ProviderRefund>
  /** All refunds of captured money, those made in the dashboard too. */
  listRefunds(env: Env, captureId: string): Promise<ProviderRefund[]>
  /** Our id of the payment that captured this money; null if it is not ours. Throws if the account does not know it. */
  paymentOfCapture(env: Env, captureId: string): Promise<string | null>
  readDispute(env: Env, disputeId: string): Promise<ProviderDispute>
  /** False if the deployment has no secret to check the provider's webhooks with. */
  takesNotices(env: Env): boolean
  /** A webhook's notice; null if its signature is not the provider's. */
  readNotice(env: Env, body: string, headers: Headers): Promise<ProviderNotice | null>
  /** The types of the notices that tell of captured money: the audit compares their number with the captures. */
  captureNotices: readonly string[]
  /** True if the provider understood a request and said no; false if the same request may succeed later. */
  isRefusal(error: unknown): boolean
  /** The provider's code for why it refused. */
  refusalCode(error: unknown): string
  /** True if the error says that the provider is unreachable, cannot answer or does not take our key. */
  isOutage(error: unknown): boolean
}

/** A method whose payments are made at an online provider. */
export type OnlineMethod = PaymentMethod & { online: OnlinePayment }

export type BankSettings = Pick<Env, 'BANK_ACCOUNT_HOLDER' | 'BANK_IBAN' | 'BANK_BIC' | 'BANK_NAME'>

export type OwedOrder = Pick<Order, 'reference' | 'billingAddress' | 'totalCents' | 'paidCents'>

export type TransferInstructions = {
  accountHolder: string
  iban: string
  bic: string
  bankName: string
  /** What the transfer must carry as its purpose. */
  reference: string
  amountCents: number
  /** The text of the EPC QR code that banking apps scan. */
  giroCode: string
}
