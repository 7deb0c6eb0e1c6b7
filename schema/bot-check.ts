/** Values that both the Turnstile widget in the browser and the verification on the server use. */

/**
 * Turnstile stores the action in the token, so the server can refuse a token that was issued for another form. An
 * action has at most 32 letters, digits, `_` and `-`.
 */
export const BOT_CHECK_ACTION = 'stagedoor-visit'

/** Turnstile issues tokens of at most 2048 characters. */
export const LONGEST_BOT_CHECK_TOKEN = 2048
