/** The worker's bindings and variables, as Cloudflare or miniflare passes them. Variables marked `?` are optional. */
import type { CartApi } from './domain/cart/cart.ts'
import type { OnlineProviderId, ProviderNotice } from './domain/orders/payment-provider.ts'
import type { EventSeatsApi } from './domain/seats/seat-hold.ts'
import type { WaitingCounterApi, WaitingRoomApi } from './domain/waiting-room/waiting-room.ts'
import type { OriginShieldApi } from './services/cache/shield-store.ts'

/** The part of Cloudflare's send_email binding that the shop uses. */
type MailBinding = {
  send(message: {
    from: { email: string; name: string }
    to: string
    subject: string
    html: string
    text: string
    replyTo?: string
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

/** Each Cloudflare location counts separately, so all locations together let through a multiple of the limit. */
export type RateLimit = { limit(options: { key: string }): Promise<{ success: boolean }> }

/** An outbox row, a notice that a provider could not deliver, or the request to look for such notices. */
export type QueueMessage =
  | { outboxId: string }
  | { provider: OnlineProviderId; notice: ProviderNotice }
  | { task: 'recover_notices' }

export type Env = {
  DB: D1Database
  BUCKET: R2Bucket
  ASSETS: Fetcher
  /** The producer side of the queue. */
  OUTBOX: { sendBatch(messages: { body: QueueMessage; delaySeconds?: number }[]): Promise<unknown> }
  EMAIL: MailBinding
  /** Attempts to enter a shop's access or discount code: by shop gate and wide network, and by shop gate. */
  CODE_TRIES_WIDE: RateLimit
  CODE_TRIES_SHOP: RateLimit
  /** Attempts to enter a presale code: by event and network, by event and wide network, and by event. */
  PRESALE_TRIES: RateLimit
  PRESALE_TRIES_WIDE: RateLimit
  PRESALE_TRIES_EVENT: RateLimit
  /** Wrong codes, by shop gate or event. Exceeding this limit refuses nothing, but alerts operators. */
  WRONG_CODES: RateLimit
  /** Wrong codes of a shop gate and wrong operator tokens, by network and by wide network. */
  WRONG_CODES_EXACT: RateLimit
  WRONG_CODES_WIDE: RateLimit
  /** Newsletter sign-ups, by network and by email address. */
  NEWSLETTER_TRIES: RateLimit
  /** New entries in a waiting room, by room and network, and by room and wide network. */
  QUEUE_ENTRIES: RateLimit
  QUEUE_ENTRIES_WIDE: RateLimit
  /** Replaces `QUEUE_ENTRIES_WIDE` for IPv6. */
  QUEUE_ENTRIES_IPV6: RateLimit
  /** Bot check tokens, by cart. */
  BOT_CHECKS: RateLimit
  /** Failed bot checks of visitors without a cookie that names the cart, by network and by wide network. */
  REFUSED_CHECKS: RateLimit
  REFUSED_CHECKS_WIDE: RateLimit
  /** Failed bot checks of visitors with a cookie that names the cart, by wide network. */
  REFUSED_CHECKS_CARTS: RateLimit
  /** Requests that no cache tier could answer, by network and by wide network. */
  UNCACHED_READS: RateLimit
  UNCACHED_READS_WIDE: RateLimit
  /** AddItems, by network and by wide network. */
  HOLD_TRIES: RateLimit
  HOLD_TRIES_WIDE: RateLimit
  /** PlaceOrder, by network and by wide network. */
  ORDER_TRIES: RateLimit
  ORDER_TRIES_WIDE: RateLimit
  /** Submissions to customer service and permissions to upload their photos, by network and by wide network. */
  SUBMISSION_TRIES: RateLimit
  SUBMISSION_TRIES_WIDE: RateLimit
  /** Requests for the link to an order, by network and by wide network. */
  LINK_TRIES: RateLimit
  LINK_TRIES_WIDE: RateLimit
  /** Wrong codes of tickets, by network and by wide network. */
  WRONG_TICKETS: RateLimit
  WRONG_TICKETS_WIDE: RateLimit
  /** Wrong codes of visitors who have passed the bot check, by visitor and by wide network. */
  WRONG_TICKETS_CHECKED: RateLimit
  WRONG_TICKETS_CHECKED_WIDE: RateLimit
  /** Right and wrong codes of tickets: by network, by wide network, and by code. */
  TICKET_TRIES: RateLimit
  TICKET_TRIES_WIDE: RateLimit
  TICKET_TRIES_CODE: RateLimit
  /** Webhooks whose verification costs a call to the provider, by network and by wide network. */
  NOTICE_CHECKS: RateLimit
  NOTICE_CHECKS_WIDE: RateLimit
  /** LogActivity, by network and by wide network. */
  ACTIVITY_TRIES: RateLimit
  ACTIVITY_TRIES_WIDE: RateLimit
  /** Receives activities; if absent, they are logged. */
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
  /** The secret before the last rotation: cookies signed with it are still accepted. */
  SESSION_SECRET_PREVIOUS?: string
  /** Hashes presale codes and vouchers; the import must use the same one. 32 characters or more. */
  CODE_SECRET?: string
  /** The secret before the last rotation: codes hashed with it still match until the next import rehashes them. */
  CODE_SECRET_PREVIOUS?: string
  /** Development only: opens a shop that has a gate and no code of its own. */
  TEST_SHOP_CODE?: string
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  STRIPE_API_BASE?: string
  /** Stripe's public key. Without it, the shop offers no payment in its own pages, but only on Stripe's. */
  STRIPE_PUBLISHABLE_KEY?: string
  /** Local sandbox only: the script that replaces Stripe.js. */
  STRIPE_JS_URL?: string
  /** The bank method of instant transfers: klarna, eps, ideal, bancontact, sepa_debit or off. The default is klarna. */
  STRIPE_BANK_METHOD?: string
  PAYPAL_CLIENT_ID?: string
  PAYPAL_CLIENT_SECRET?: string
  /** The id of the shop's account at PayPal. Only payments to this account count. */
  PAYPAL_MERCHANT_ID?: string
  /** The id of PayPal's webhook, with which PayPal verifies its notices. */
  PAYPAL_WEBHOOK_ID?: string
  /** Tests only: the servers that replace PayPal's API and its script. */
  PAYPAL_API_BASE?: string
  PAYPAL_JS_URL?: string
  /** 'eu' in production; empty where jurisdictions are not supported, as in local workerd. */
  JURISDICTION?: string
  MAIL_FROM?: string
  /** Receives a mail about each submission, and the fans' answers to mails about it. */
  SUPPORT_MAIL?: string
  BANK_ACCOUNT_HOLDER?: string
  BANK_IBAN?: string
  BANK_BIC?: string
  BANK_NAME?: string
  /** Address of the main shop, for links in mails and as a host that requests may use. */
  PUBLIC_ORIGIN?: string
  /** R2's S3 endpoint for uploads from browsers, without a path, and the bucket's name there. */
  R2_ENDPOINT?: string
  R2_BUCKET?: string
  /** An API token of R2 that may write objects of this bucket only. Without it, no photo can be uploaded. */
  R2_ACCESS_KEY_ID?: string
  R2_SECRET_ACCESS_KEY?: string
  /** Authorises the operator endpoints; a secret of 24 characters or more. */
  OPERATOR_TOKEN?: string
  /** The only host that serves the operator endpoints; without it every host does. */
  OPERATOR_HOST?: string
  /** If both keys are set, a bot check comes before a waiting room entry, tickets in the cart, and a bank transfer. */
  TURNSTILE_SITE_KEY?: string
  TURNSTILE_SECRET_KEY?: string
  TURNSTILE_API_BASE?: string
  /** Receive statistics and error reports of visitors who allow them: an https address, or a path of the shop's host. */
  ANALYTICS_URL?: string
  ERROR_REPORT_URL?: string
  /** The URL and the key of an outside voucher programme; without them, the shop accepts only its own vouchers. */
  VOUCHER_API_BASE?: string
  VOUCHER_API_KEY?: string
  /** Apple Wallet: the type of the passes (pass.…), the team, and the certificate of the type with its key, in PEM. */
  APPLE_PASS_TYPE_ID?: string
  APPLE_TEAM_ID?: string
  APPLE_PASS_CERTIFICATE?: string
  APPLE_PASS_KEY?: string
  /** The certificate of Apple Worldwide Developer Relations that issued the other one, in PEM. */
  APPLE_WWDR_CERTIFICATE?: string
  /** The key with which the worker asks Apple's push service to tell devices about changed passes. */
  APPLE_PUSH_KEY?: string
  APPLE_PUSH_KEY_ID?: string
  /** Replaces https://api.push.apple.com, for a relay or the sandbox. */
  APPLE_PUSH_BASE?: string
  /** Google Wallet: the issuer's id, and the email address and the key (PEM) of a service account. */
  GOOGLE_WALLET_ISSUER_ID?: string
  GOOGLE_WALLET_ACCOUNT?: string
  GOOGLE_WALLET_KEY?: string
  /** Local sandbox only: the servers that replace Google's API and its page. */
  GOOGLE_WALLET_API_BASE?: string
  GOOGLE_WALLET_SAVE_BASE?: string
  /** Local sandbox only: the server that replaces all mailing list providers. */
  NEWSLETTER_BASE?: string
  /** 'off' disables the caches of answers and pages, for development and measurements. */
  ANSWER_CACHE?: string
  /** Local sandbox only: the address where mails can be read. */
  MAILBOX_URL?: string
}
