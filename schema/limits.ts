/** Limits and durations that worker, web and tests share. */

const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** The last millisecond of the year 9999 in UTC. Operators cannot enter a later time. */
export const LAST_INSTANT = Date.UTC(10_000, 0) - 1

/**
 * The maximum amount of one merch variant in a cart line. A product's own cart limit can only lower it. It is also the
 * default cart limit of an event, which may set a higher one.
 */
export const MAX_ITEM_LIMIT = 9
/** The maximum number of lines in a cart. It limits the work that one visitor can cause in the cart object. */
export const MAX_CART_LINES = 60
/** The duration of a hold, unless the event sets its own. */
export const DEFAULT_HOLD_SECONDS = 20 * 60
/** When the checkout reaches the payment, the cart's holds are extended by this time, but only once. */
export const HOLD_EXTENSION_SECONDS = 5 * 60
/** The maximum time for which a cart may keep holding tickets of one event without placing an order. */
export const HOLD_PERIOD_MS = 60 * MINUTE
/** After `HOLD_PERIOD_MS`, a cart cannot hold tickets of the event until it has held none for this long. */
export const HOLD_PAUSE_MS = 30 * MINUTE
/** The countdown ends this long after the hold (CART-04), so the hold has expired when the page reloads the cart. */
export const COUNTDOWN_GRACE_SECONDS = 2
export const SESSION_SECONDS = 20 * 60
/** The page ends a session this much earlier than the server does, so that it never offers an expired cart. */
export const SESSION_MARGIN_SECONDS = 30
export const HEARTBEAT_SECONDS = 60
/** Characters of an operator's note in a waiting room. Every poll of every visitor in the room gets the note. */
export const ROOM_NOTE_LENGTH = 200
/** The maximum time for which a waiting room's pass is valid. */
export const LONGEST_PASS_MINUTES = 60
export const DEFAULT_TICKET_AMOUNT = 2
export const CATEGORY_PAGE_SIZE = 18
export const CATEGORY_PAGE_SIZE_TOUCH = 6
export const LIST_PAGE_SIZE = 10
export const LIST_MAXIMUM = 200
/** The number of concerts that the pages of a band show before a press on the button that loads the others. */
export const BAND_EVENTS_SHOWN = 20
export const HOT_NEWS_MAXIMUM = 4
export const RELATED_ITEMS_MAXIMUM = 3
export const SHIPPABLE_WINDOW_DAYS = 10
export const PERSONAL_IDENTIFIER_LENGTH = 80
export const CHECK_IN_OPENS_BEFORE = 5 * DAY
export const CHECK_IN_CLOSES_BEFORE = 6 * 60 * MINUTE
/** The length of an answer in the check-in's form. */
export const CHECK_IN_ANSWER_LENGTH = 200
/** Names on tickets can be changed until this many hours before the event, unless the event sets another number. */
export const NAME_CHANGE_CLOSES_HOURS = 48
/** The form for contact data searches a ticket from this length of its code, after this pause in typing. */
export const CODE_SEARCH_FROM_LENGTH = 3
export const CODE_SEARCH_DELAY_MS = 500
/** The number of tickets that one refund request may contain. */
export const REFUND_CODES_MAXIMUM = 100
export const TICKET_EXPIRES_AFTER = 28 * DAY
export const ACCESS_COOKIE_DAYS = 200
/**
 * The period of the rate limits for entering codes. `WRONG_CODES_EXACT` and `PRESALE_TRIES` in wrangler.toml repeat it.
 */
export const CODE_TRIES_SECONDS = 60
/** The widths in pixels to which the import scales images. */
export const IMAGE_WIDTHS = [100, 180, 360, 500, 740, 1000, 1500] as const
/**
 * The minimum time that a buyer has to pay: `immediate` for a payment on a provider's page, `transfer` for a bank
 * transfer. After the deadline, the sweep cancels the order and releases its seats. The deadline of a bank transfer is
 * moved to the end of its day or, if that is not a working day, to the end of the next working day.
 */
export const PAYMENT_DEADLINE_MS = {
  immediate: 45 * MINUTE,
  transfer: 7 * DAY,
} as const
/**
 * The maximum number of unpaid orders per mailbox. An order by bank transfer counts all of them. An order with another
 * payment method counts only those of the last hour. The triggers `order_items_unpaid_limits` and
 * `orders_unpaid_transfers` in migrations/ contain the same number.
 */
export const UNPAID_ORDERS_OF_ADDRESS = 3
/**
 * Bank transfer is unavailable for this many hours after an event's sale starts, unless the event sets its own number.
 */
export const BANK_TRANSFER_AFTER_HOURS = 72
/** How long a link opens the cart on another device (SES-02). The cart's session usually ends much earlier. */
export const RESUME_LINK_SECONDS = 24 * 3600
/** RFC 5321 limits an email address to 254 characters. */
export const EMAIL_LENGTH = 254
/** The quick search (SRCH-01) makes suggestions once the visitor has typed this many characters. */
export const SUGGEST_FROM_LENGTH = 2
/** Shorter texts must occur literally. */
export const SUGGEST_SIMILAR_FROM_LENGTH = 4
export const SUGGESTIONS_MAXIMUM = 10
/**
 * How much a match of the quick search may differ from the typed text. In Fuse.js, 0 means identical, 1 means anything.
 */
export const SUGGESTION_THRESHOLD = 0.4
export const SUGGESTION_WORST_SCORE = 0.5
/** The maximum number of events in the index of the quick search. The search page finds all events. */
export const SUGGESTED_EVENTS_MAXIMUM = 300
/** The maximum number of products in the index of the quick search. The search page finds all products. */
export const SUGGESTED_PRODUCTS_MAXIMUM = 600
/** A submission and its photos are deleted this long after customer service has completed it. */
export const SUBMISSION_KEPT_AFTER_DONE = 28 * DAY
/** A refund that the organiser must release is made this long after its request at the latest. */
export const REFUND_RELEASED_WITHIN = 28 * DAY
/** Customer service answers within this time. The list of submissions marks those that have waited longer. */
export const SUBMISSION_ANSWERED_WITHIN = 14 * DAY
/** The maximum number of submissions with one email address in an hour, because each sends a mail to that address. */
export const SUBMISSIONS_PER_HOUR = 5
/** The maximum number of receipts for submissions of one kind that a mailbox gets in a day. */
export const RECEIPTS_PER_DAY = 10
/** The forms for cancellations and changes of tickets take up to this many tickets. */
export const TICKET_ROWS = 4
/** The maximum size of a proof photo, in bytes. */
export const PHOTO_BYTES = 4 * 1024 * 1024
/** How long a permission to upload a photo is valid. */
export const UPLOAD_SECONDS = 10 * 60
/** Fans can ask for cancellations and changes until this many hours before the event, unless the event sets its own number. */
export const TICKET_SERVICE_HOURS = 48
/** What a withdrawal is about, in the fan's own words. */
export const WITHDRAWN_TEXT_LENGTH = 300

/** A row with fewer cards looks like a leftover. */
export const SHELF_MINIMUM = 3
