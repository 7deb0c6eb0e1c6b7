/**
 * The worker's bindings. `Env` is what Cloudflare (or miniflare) hands over; `settingsOf` reads the variables once and
 * says what is missing in words. Where a provider's key is absent, it answers with null and the method is not offered.
 */
import type { CartApi } from './domain/cart/cart.ts'
import type { EventSeatsApi } from './domain/seats/seat-hold.ts'
import type { WaitingCounterApi, WaitingRoomApi } from './domain/waiting-room/waiting-room.ts'
import type { OriginShieldApi } from './services/cache/shield-store.ts'

/** The part of Cloudflare's send_email binding the shop uses. */
type MailBinding = {
  send(message: {
    from: { email: string; name: string }
    to: string
    subject: string
    html: string
    text: string
    headers?: Record<string, string>
    attachments?: (
      | { filename: string; type: string; disposition: 'attachment'; content: string }
      | { filename: string; type: string; disposition: 'inline'; contentId: string; content: string }
    )[]
  }): Promise<unknown>
}

export type ObjectNamespace<Api> = {
  idFromName(name: string): DurableObjectId
  get(id: DurableObjectId): Api
  getByName(name: string): Api
  jurisdiction(jurisdiction: DurableObjectJurisdiction): ObjectNamespace<Api>
}

/** Each of Cloudflare's locations counts for itself: all of them together let through a multiple. */
export type RateLimit = { limit(options: { key: string }): Promise<{ success: boolean }> }

export type OutboxMessage = { outboxId: string }

export type Env = {
  DB: D1Database
  BUCKET: R2Bucket
  ASSETS: Fetcher
  /** The queue's producer side, as far as the shop uses it. */
  OUTBOX: { sendBatch(messages: { body: OutboxMessage }[]): Promise<unknown> }
  EMAIL: MailBinding
  /** Tries of codes, by shop and wide network, and by shop. */
  CODE_TRIES_WIDE: RateLimit
  CODE_TRIES_SHOP: RateLimit
  /** Tries of presale codes, by event and network. */
  PRESALE_TRIES: RateLimit
  PRESALE_TRIES_WIDE: RateLimit
  PRESALE_TRIES_EVENT: RateLimit
  /** Wrong codes, by shop or event; refuses nothing, but raises the alarm. */
  WRONG_CODES: RateLimit
  /** Wrong codes of a shop and wrong tokens of operators, by network and by wide network. */
  WRONG_CODES_EXACT: RateLimit
  WRONG_CODES_WIDE: RateLimit
  /** Counts sign-ups by network and by address. */
  NEWSLETTER_TRIES: RateLimit
  /** Counts new entries in a waiting room, by room and network. */
  QUEUE_ENTRIES: RateLimit
  QUEUE_ENTRIES_WIDE: RateLimit
  /** In place of the one before, for IPv6. */
  QUEUE_ENTRIES_IPV6: RateLimit
  /** Tokens of the check for bots, by cart. */
  BOT_CHECKS: RateLimit
  /** Those that did not pass: of visitors without a cart's cookie by network and by wide network. */
  REFUSED_CHECKS: RateLimit
  REFUSED_CHECKS_WIDE: RateLimit
  /** And of visitors with one, by wide network. */
  REFUSED_CHECKS_CARTS: RateLimit
  /** Answers asked for that no tier had, by network. */
  UNCACHED_READS: RateLimit
  UNCACHED_READS_WIDE: RateLimit
  /** AddItems, by network and by wide network. */
  HOLD_TRIES: RateLimit
  HOLD_TRIES_WIDE: RateLimit
  /** PlaceOrder, by network and by wide network. */
  ORDER_TRIES: RateLimit
  ORDER_TRIES_WIDE: RateLimit
  /** LogActivity, by network and by wide network. */
  ACTIVITY_TRIES: RateLimit
  ACTIVITY_TRIES_WIDE: RateLimit
  /** Counts activities; without it they go to the log. */
  ACTIVITY?: { writeDataPoint(point: { indexes: string[]; blobs: string[] }): void }
  CART: ObjectNamespace<CartApi>
  EVENT_SEATS: ObjectNamespace<EventSeatsApi>
  WAITING_ROOM: ObjectNamespace<WaitingRoomApi>
  WAITING_COUNTER: ObjectNamespace<WaitingCounterApi>
  ORIGIN_SHIELD: ObjectNamespace<OriginShieldApi>
  /** development or production */
  ENVIRONMENT: string
  /** Signs cookies; a secret of 32 characters or more. */
  SESSION_SECRET: string
  /** The secret before the last change: cookies signed with it are still accepted. */
  SESSION_SECRET_PREVIOUS?: string
  /** Hashes presale codes and vouchers; the import needs the same one. 32 characters or more. */
  CODE_SECRET?: string
  /** The secret before the last change: codes that it hashed still fit until an import has hashed them anew. */
  CODE_SECRET_PREVIOUS?: string
  /** Development only: opens a shop that is behind a password and has none set. */
  TEST_SHOP_CODE?: string
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  STRIPE_API_BASE?: string
  /** 'eu' in production; empty where no jurisdiction is known, as in local workerd. */
  JURISDICTION?: string
  MAIL_FROM?: string
  BANK_ACCOUNT_HOLDER?: string
  BANK_IBAN?: string
  BANK_BIC?: string
  BANK_NAME?: string
  /** Where the main shop is reached, for links in mails. */
  PUBLIC_ORIGIN?: string
  /** Opens the operator's addresses; a secret of 24 characters or more. */
  OPERATOR_TOKEN?: string
  /** The one host that has the operator's addresses; every host where it is not set. */
  OPERATOR_HOST?: string
  /** Both together ask for a check for bots: before a place in a waiting room, before tickets and before a bank transfer. */
  TURNSTILE_SITE_KEY?: string
  TURNSTILE_SECRET_KEY?: string
  TURNSTILE_API_BASE?: string
  /** Local sandbox only: where every mailing list is found, by its host. */
  NEWSLETTER_BASE?: string
  /** 'off' keeps no finished answers: for measuring what they save. */
  ANSWER_CACHE?: string
  /** Local sandbox only: where mails can be read. */
  MAILBOX_URL?: string
}
