/** Maps each error code of the API to a text. Errors without a code get a text from fault-text.ts. */
import type { ErrorCode } from '../../schema/errors.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { ShopError } from '../data/fetch.ts'
import { faultText } from './fault-text.ts'
import { formatDateTime, formatPrice, formatSaleTime } from './format.ts'
import { m } from './messages.ts'

type Params = Record<string, unknown>
/** Codes whose texts are beside the pages that show them, because the checkout loads all texts of this file. */
type PageCode = Extract<ErrorCode, `CHECKIN_${string}` | `REFUND_${string}`>

export const ERROR_TEXTS = {
  BAD_INPUT: () => m.error_bad_input(),
  NOT_FOUND: () => m.error_not_found(),
  NOT_ALLOWED: () => m.error_not_allowed(),
  UNKNOWN_OPERATION: () => m.error_unknown_operation(),
  TOO_MANY_REQUESTS: () => m.error_too_many_requests(),
  INTERNAL: (params) => m.error_internal({ requestId: text(params.requestId) }),
  COOKIES_BLOCKED: () => m.error_cookies_blocked(),
  ADD_TO_CART_FAILED: (params) => m.error_add_to_cart_failed({ requestId: text(params.requestId) }),
  CART_FULL: (params) => m.error_cart_full({ limit: number(params.limit) }),
  CART_EMPTY: () => m.error_cart_empty(),
  CART_NOT_EMPTY: () => m.error_cart_not_empty(),
  CART_REPLACED: () => m.error_cart_replaced(),
  CART_BUSY: () => m.error_cart_busy(),
  ITEM_NOT_AVAILABLE: () => m.error_item_not_available(),
  ITEM_LIMIT_EXCEEDED: (params) => m.error_item_limit_exceeded({ limit: number(params.limit) }),
  TICKET_LIMIT_EXCEEDED: (params) => m.error_ticket_limit_exceeded({ limit: number(params.limit) }),
  TICKET_BUNDLE_LIMIT_EXCEEDED: (params) => m.error_ticket_bundle_limit_exceeded({ limit: number(params.limit) }),
  TICKET_AMOUNT_FORCED: (params) => m.error_ticket_amount_forced({ amount: number(params.amount) }),
  SEATS_NOT_AVAILABLE: () => m.error_seats_not_available(),
  TICKETS_NOT_AVAILABLE: (params) =>
    number(params.left) > 0 ? m.error_tickets_left({ left: number(params.left) }) : m.error_tickets_not_available(),
  TICKET_BUYER_LIMIT_EXCEEDED: (params) => m.error_ticket_buyer_limit_exceeded({ limit: number(params.limit) }),
  UNPAID_ORDERS_EXCEEDED: (params) => m.error_unpaid_orders_exceeded({ limit: number(params.limit) }),
  NETWORK_ORDERS_EXCEEDED: () => m.error_network_orders_exceeded(),
  PRESALE_CODE_INVALID: () => m.error_presale_code_invalid(),
  PRESALE_CODE_USED: () => m.error_presale_code_used(),
  DISCOUNT_CODE_WRONG: () => m.error_discount_code_wrong(),
  DISCOUNT_CODE_REQUIRED: () => m.error_discount_code_required(),
  TICKET_REQUIRED: () => m.error_ticket_required(),
  PRESALE_NOT_STARTED: (params) =>
    m.error_presale_not_started({
      date: formatSaleTime(number(params.presaleAt), text(params.timeZone) || SHOP_ZONE),
    }),
  SALE_CLOSED: () => m.error_sale_closed(),
  SALE_SOLD_OUT: () => m.error_sale_sold_out(),
  SALE_CANCELLED: () => m.error_sale_cancelled(),
  HOLD_EXPIRED: () => m.error_hold_expired(),
  HOLDS_PAUSED: (params) => m.error_holds_paused({ date: formatDateTime(number(params.retryAt), SHOP_ZONE) }),
  BUNDLE_NOT_AVAILABLE: () => m.error_bundle_not_available(),
  COUNTRY_NOT_SERVED: () => m.error_country_not_served(),
  NO_DELIVERY_METHOD: () => m.error_no_delivery_method(),
  DELIVERY_METHOD_INVALID: () => m.error_delivery_method_invalid(),
  PAYMENT_METHOD_INVALID: () => m.error_payment_method_invalid(),
  TERMS_NOT_ACCEPTED: () => m.error_terms_not_accepted(),
  ALREADY_SUBSCRIBED: () => m.newsletter_already(),
  REMINDER_NOT_NEEDED: () => m.reminder_not_needed(),
  NEWSLETTER_FAILED: () => m.newsletter_failed(),
  AGE_NOT_CONFIRMED: () => m.error_age_not_confirmed(),
  PRICE_CHANGED: (params) => m.error_price_changed({ total: formatPrice(number(params.totalCents)) }),
  PERSONALISATION_MISSING: () => m.error_personalisation_missing(),
  TICKET_NAMES_MISSING: () => m.names_missing(),
  NAME_CHANGE_CLOSED: () => m.name_change_closed(),
  TICKET_NOT_CHANGEABLE: () => m.name_change_not_valid(),
  TICKET_BY_POST: () => m.name_change_by_post(),
  NAME_CHANGE_UNPAID: () => m.name_change_unpaid(),
  TICKET_CHANGED: () => m.name_change_changed(),
  ORDER_PENDING: () => m.error_order_pending(),
  ORDER_FAILED: () => m.error_order_failed(),
  ORDER_NOT_FOUND: () => m.error_order_not_found(),
  EMAIL_NOT_CHANGEABLE: () => m.error_email_not_changeable(),
  ORDER_NOT_PAYABLE: () => m.error_order_not_payable(),
  MERGEORDER_FAILED: () => m.error_mergeorder_failed(),
  MERGEORDER_NOTFOUND: () => m.error_mergeorder_notfound(),
  EVENT_CANCELLED: () => m.error_event_cancelled(),
  PAYMENT_FAILED: () => m.error_payment_failed(),
  PAYMENT_IN_PROGRESS: () => m.error_payment_in_progress(),
  PAYMENT_NOT_CONFIRMED: () => m.error_payment_not_confirmed(),
  IDEMPOTENCY_KEY_REUSED: () => m.error_idempotency_key_reused(),
  SESSION_NOT_FOUND: () => m.error_session_not_found(),
  VOUCHER_UNKNOWN: () => m.voucher_unknown(),
  VOUCHER_EXPIRED: () => m.voucher_expired(),
  VOUCHER_USED: () => m.voucher_used(),
  VOUCHER_WRONG_SHOP: () => m.voucher_wrong_shop(),
  VOUCHER_UNAVAILABLE: () => m.voucher_unavailable(),
  SUBMISSION_ALREADY_SENT: () => m.support_error_already_sent(),
  ERROR_TICKETSERVICE: () => m.support_error_photo(),
  TICKET_SERVICE_CLOSED: () => m.support_error_closed(),
  SHOP_LOCKED: () => m.error_shop_locked(),
  QUEUE_ACTIVE: () => m.error_queue_active(),
  BOT_CHECK_REQUIRED: () => m.error_bot_check_required(),
} satisfies Record<Exclude<ErrorCode, PageCode>, (params: Params) => string>

/**
 * Codes of other pages get a general text, and so do codes that this page's script lacks because the server has been deployed
 * since.
 */
export function codeText(code: ErrorCode, params: Params): string {
  const texts: Partial<Record<ErrorCode, (params: Params) => string>> = ERROR_TEXTS
  const textFor = texts[code]
  return textFor ? textFor(params) : m.error_server()
}

/** The text for any caught error. */
export function errorText(error: unknown): string {
  if (error instanceof ShopError) return codeText(error.code, error.params)
  return faultText(error)
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
