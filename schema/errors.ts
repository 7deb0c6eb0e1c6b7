/**
 * The codes of all errors that a fan can see, with the parameters of each error. Some of them appear in its text. Domain functions
 * and Durable Objects return a code in a `Refusal`. Services throw it in a `ShopError`. The GraphQL API sends it in
 * `extensions`, and the web has a text for each code in both languages.
 */

export type ErrorParams = {
  BAD_INPUT: { field: string; expected: string }
  NOT_FOUND: { what: string }
  NOT_ALLOWED: Record<never, never>
  UNKNOWN_OPERATION: Record<never, never>
  TOO_MANY_REQUESTS: Record<never, never>
  INTERNAL: { requestId: string }
  COOKIES_BLOCKED: Record<never, never>
  /** An unexpected error. The items may be in the cart all the same. */
  ADD_TO_CART_FAILED: { requestId: string }
  CART_FULL: { limit: number }
  CART_EMPTY: Record<never, never>
  CART_NOT_EMPTY: Record<never, never>
  /** The browser has another cart than the one for which the buyer typed. */
  CART_REPLACED: Record<never, never>
  CART_BUSY: Record<never, never>
  ITEM_NOT_AVAILABLE: { variantId: string }
  ITEM_LIMIT_EXCEEDED: { limit: number }
  TICKET_LIMIT_EXCEEDED: { limit: number }
  TICKET_BUNDLE_LIMIT_EXCEEDED: { limit: number }
  TICKET_AMOUNT_FORCED: { amount: number }
  SEATS_NOT_AVAILABLE: { seatIds: string[] }
  TICKETS_NOT_AVAILABLE: { left: number }
  TICKET_BUYER_LIMIT_EXCEEDED: { limit: number }
  UNPAID_ORDERS_EXCEEDED: { limit: number }
  NETWORK_ORDERS_EXCEEDED: Record<never, never>
  /** `timeZone` is the venue's. The seat objects do not know it. */
  PRESALE_NOT_STARTED: { presaleAt: number; timeZone?: string }
  PRESALE_CODE_INVALID: Record<never, never>
  PRESALE_CODE_USED: Record<never, never>
  DISCOUNT_CODE_WRONG: Record<never, never>
  DISCOUNT_CODE_REQUIRED: Record<never, never>
  TICKET_REQUIRED: Record<never, never>
  SALE_CLOSED: Record<never, never>
  SALE_SOLD_OUT: Record<never, never>
  SALE_CANCELLED: Record<never, never>
  HOLD_EXPIRED: Record<never, never>
  HOLDS_PAUSED: { retryAt: number }
  BUNDLE_NOT_AVAILABLE: Record<never, never>
  COUNTRY_NOT_SERVED: { countryCode: string }
  NO_DELIVERY_METHOD: Record<never, never>
  DELIVERY_METHOD_INVALID: Record<never, never>
  PAYMENT_METHOD_INVALID: Record<never, never>
  TERMS_NOT_ACCEPTED: Record<never, never>
  ALREADY_SUBSCRIBED: Record<never, never>
  /** What the fan wants to be reminded of is for sale, or will never be. */
  REMINDER_NOT_NEEDED: Record<never, never>
  NEWSLETTER_FAILED: Record<never, never>
  AGE_NOT_CONFIRMED: Record<never, never>
  PRICE_CHANGED: { totalCents: number }
  PERSONALISATION_MISSING: { itemId: string }
  TICKET_NAMES_MISSING: { itemId: string }
  /** The organiser allows no changes of names, or no longer. */
  NAME_CHANGE_CLOSED: Record<never, never>
  /** The ticket is void, refunded, disputed, used or expired. */
  TICKET_NOT_CHANGEABLE: Record<never, never>
  /** The ticket's code is printed on paper, so customer service must send another ticket. */
  TICKET_BY_POST: Record<never, never>
  /** The fee of another change of the ticket is still to be paid. */
  NAME_CHANGE_UNPAID: Record<never, never>
  /** The ticket has been changed since the page was loaded. */
  TICKET_CHANGED: Record<never, never>
  ORDER_PENDING: Record<never, never>
  ORDER_FAILED: Record<never, never>
  ORDER_NOT_FOUND: Record<never, never>
  /** The order is too old, belongs to another browser, or the new address has reached a limit. */
  EMAIL_NOT_CHANGEABLE: Record<never, never>
  ORDER_NOT_PAYABLE: { status: string }
  /** The cart cannot be sent together with the order. */
  MERGEORDER_FAILED: Record<never, never>
  /** No order of the shop has this reference and this email. The two are never reported separately. */
  MERGEORDER_NOTFOUND: Record<never, never>
  EVENT_CANCELLED: Record<never, never>
  PAYMENT_FAILED: Record<never, never>
  PAYMENT_IN_PROGRESS: Record<never, never>
  PAYMENT_NOT_CONFIRMED: Record<never, never>
  IDEMPOTENCY_KEY_REUSED: Record<never, never>
  SESSION_NOT_FOUND: Record<never, never>
  VOUCHER_UNKNOWN: Record<never, never>
  VOUCHER_EXPIRED: Record<never, never>
  VOUCHER_USED: Record<never, never>
  VOUCHER_WRONG_SHOP: Record<never, never>
  VOUCHER_UNAVAILABLE: Record<never, never>
  /** The browser's key belongs to a submission with other content. */
  SUBMISSION_ALREADY_SENT: Record<never, never>
  /** A photo of a ticket is missing, too old, of another submission, or not the picture that was announced. */
  ERROR_TICKETSERVICE: Record<never, never>
  /** No ticket of the shop has this code. Unknown codes and codes of other shops are never distinguished. */
  CHECKIN_ERROR_NOTFOUND: Record<never, never>
  /** The check-in is not open for the ticket. `state` is a `CheckInState`. */
  CHECKIN_CLOSED: { state: string; opensAt: number | null }
  /** The ticket is checked in already, perhaps on another device. */
  CHECKIN_DONE: Record<never, never>
  TICKET_SERVICE_CLOSED: Record<never, never>
  /** No order of the shop has this id, this event and this email. They are never reported separately. */
  REFUND_ORDER_NOTFOUND: Record<never, never>
  /** These codes are not those of valid tickets of the order and the event. Indexes count from 0. */
  REFUND_TICKET_INVALID: { indexes: number[] }
  /** Tickets with these codes, complete with check digits, have been used. */
  REFUND_TICKET_USED: { codes: string[] }
  /** The organiser does not refund tickets of the event. */
  REFUND_NOT_POSSIBLE: Record<never, never>
  /** The organiser will refund tickets of the event again in a few days. */
  REFUND_PAUSED: Record<never, never>
  REFUND_FAILED: Record<never, never>
  /** No refund of the order waits for an account. */
  REFUND_ACCOUNT_KNOWN: Record<never, never>
  SHOP_LOCKED: Record<never, never>
  QUEUE_ACTIVE: { waitingIndex: number }
  BOT_CHECK_REQUIRED: { siteKey: string }
}

export type ErrorCode = keyof ErrorParams

/** The value that domain functions and Durable Objects return when they refuse a request. */
export type Refusal = { [Code in ErrorCode]: { ok: false; code: Code; params: ErrorParams[Code] } }[ErrorCode]

export function refuse<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams[Code],
): { ok: false; code: Code; params: ErrorParams[Code] } {
  return { ok: false, code, params }
}
