/** Values that the page's Turnstile widget and the server's verification share. */

/**
 * Turnstile binds the action to the token, so the server can refuse a token that was issued for another form. At most 32
 * letters, digits, `_` or `-`.
 */
export const BOT_CHECK_ACTION = 'stagedoor-visit'

/** Turnstile issues tokens of at most 2048 characters. */
export const LONGEST_BOT_CHECK_TOKEN = 2048
