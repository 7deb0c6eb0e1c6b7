/** What the page's widget and the server's verification must agree on, so that a token of another form buys nothing here. */

/** Turnstile's `action`: bound to the token by the provider (at most 32 letters, digits, `_` or `-`). */
export const BOT_CHECK_ACTION = 'stagedoor-visit'

/** Turnstile's tokens have at most 2048 characters. */
export const LONGEST_BOT_CHECK_TOKEN = 2048
