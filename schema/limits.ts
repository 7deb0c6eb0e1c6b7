/** Limits and durations that worker, web and tests share. */

const SECOND = 1000
const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE

/** The highest amount of one variant in one cart line, whatever the variant's own cart limit is. */
export const MAX_ITEM_LIMIT = 9
/** The number of lines in a cart. It bounds what one visitor can make the cart object store and price. */
export const MAX_CART_LINES = 60
/** The duration of a hold unless the event sets its own. */
export const DEFAULT_HOLD_SECONDS = 20 * 60
/** The extension that holds get once, when payment starts. */
export const HOLD_EXTENSION_SECONDS = 5 * 60
/** How long a cart may hold tickets of one event, again and again, without an order. */
export const HOLD_PERIOD_MS = 60 * MINUTE
/** How long the cart then has to go without tickets of that event before it may hold some again. */
export const HOLD_PAUSE_MS = 30 * MINUTE
/** The countdown ends this long after the hold (CART-04), so the hold has expired when the page asks the server again. */
export const COUNTDOWN_GRACE_SECONDS = 2
export const SESSION_SECONDS = 20 * 60
/** The page ends a session this much earlier than the server does, so that it never offers an expired cart. */
export const SESSION_MARGIN_SECONDS = 30
export const HEARTBEAT_SECONDS = 60
/** The longest time that a waiting room's pass is valid. */
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
/** The period of the rate limit for tries of a code. `WRONG_CODES_EXACT` and `PRESALE_TRIES` in wrangler.toml repeat it. */
export const CODE_TRIES_SECONDS = 60
/** The widths in pixels to which the import scales images. */
export const IMAGE_WIDTHS = [100, 180, 360, 500, 740, 1000, 1500] as const
/**
 * The least time that a buyer has to pay, immediately (by card, for example) or by bank transfer. Then the sweep cancels the order and frees its seats. The
 * deadline of a bank transfer moves to the end of that day, or of the next working day.
 */
export const PAYMENT_DEADLINE_MS = {
  immediate: 45 * MINUTE,
  transfer: 7 * DAY,
} as const
/** How many unpaid orders one mailbox may have at a time. A trigger in migrations/ enforces the same number. */
export const UNPAID_ORDERS_OF_ADDRESS = 3
/** For how many hours after the presale starts bank transfer is unavailable, unless the event sets its own number. */
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
/** The quick search (SRCH-01) suggests from this many characters on. */
export const SUGGEST_FROM_LENGTH = 2
export const SUGGESTIONS_MAXIMUM = 10
/** How different a word may be from the typed one, as Fuse.js measures it: 0 is identical, 1 matches everything. */
export const SUGGESTION_THRESHOLD = 0.4
export const SUGGESTION_WORST_SCORE = 0.5
/** The quick search's index contains at most this many of each kind. The search page finds the rest. */
export const SUGGESTED_EVENTS_MAXIMUM = 300
export const SUGGESTED_PRODUCTS_MAXIMUM = 600
