/** Limits and durations that worker, web and tests share. */

const SECOND = 1000
const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE

/** Most of one variant in one line, whatever its cart limit says. */
export const MAX_ITEM_LIMIT = 9
/** Most lines of a cart: bounds what one visitor can make the cart object store and price. */
export const MAX_CART_LINES = 60
/** How long a hold lasts unless the event's catalogue row says otherwise. */
export const DEFAULT_HOLD_SECONDS = 20 * 60
/** What holds get once, when payment starts. */
export const HOLD_EXTENSION_SECONDS = 5 * 60
/** How long one cart may hold tickets of an event anew and anew without an order. */
export const HOLD_PERIOD_MS = 60 * MINUTE
/** How long it then goes without holds of that event before it may hold again. */
export const HOLD_PAUSE_MS = 30 * MINUTE
/** The countdown shows this much more than the hold has, so that the last click still counts. */
export const COUNTDOWN_GRACE_SECONDS = 2
export const SESSION_SECONDS = 20 * 60
/** The page ends its session this much earlier than the shop, so that it never offers what is gone. */
export const SESSION_MARGIN_SECONDS = 30
export const HEARTBEAT_SECONDS = 60
/** How long a fan who was let in by a waiting room stays inside at most. */
export const LONGEST_PASS_MINUTES = 60
export const DEFAULT_TICKET_AMOUNT = 2
export const CATEGORY_PAGE_SIZE = 18
export const CATEGORY_PAGE_SIZE_TOUCH = 6
export const LIST_PAGE_SIZE = 10
export const LIST_MAXIMUM = 200
export const HOT_NEWS_MAXIMUM = 4
export const RELATED_ITEMS_MAXIMUM = 3
export const SHIPPABLE_WINDOW_DAYS = 10
export const PERSONAL_IDENTIFIER_LENGTH = 80
export const CHECK_IN_OPENS_BEFORE = 5 * DAY
export const CHECK_IN_CLOSES_BEFORE = 6 * 60 * MINUTE
export const TICKET_EXPIRES_AFTER = 28 * DAY
export const ACCESS_COOKIE_DAYS = 200
/** How long a network that has used up its tries for a shop's or an event's code waits; `WRONG_CODES_EXACT` and `PRESALE_TRIES` in wrangler.toml say the same. */
export const CODE_TRIES_SECONDS = 60
/** Widths an image is scaled to at import. */
export const IMAGE_WIDTHS = [100, 180, 360, 500, 740, 1000, 1500] as const
/**
 * How long an unpaid order is kept at least, by payment method, before the sweep cancels it and frees its seats. A
 * transfer's deadline then ends with that day, or with the next working day.
 */
export const PAYMENT_DEADLINE_MS = {
  stripe_checkout: 45 * MINUTE,
  bank_transfer: 7 * DAY,
} as const
/** Orders of one mailbox that may wait for money at a time; the trigger in the migration order_abuse says the same. */
export const UNPAID_ORDERS_OF_ADDRESS = 3
/** How long after an event's presale starts bank transfer stays unavailable, unless its catalogue entry says otherwise. */
export const BANK_TRANSFER_AFTER_HOURS = 72
export const ADDRESS_LENGTHS = {
  firstName: 40,
  lastName: 40,
  company: 100,
  address: 60,
  address2: 60,
  postCode: 10,
  city: 60,
} as const
/** Quick search (SRCH-01): from how many characters, how many suggestions, how well they must fit (0 is exactly). */
export const SUGGEST_FROM_LENGTH = 2
export const SUGGESTIONS_MAXIMUM = 10
export const SUGGESTION_THRESHOLD = 0.4
export const SUGGESTION_WORST_SCORE = 0.5
/** What the index of a large shop holds of each; whatever else there is, the search itself finds. */
export const SUGGESTED_EVENTS_MAXIMUM = 300
export const SUGGESTED_PRODUCTS_MAXIMUM = 600
