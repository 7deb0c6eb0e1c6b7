/**
 * The proof that a visitor passed the bot check: a signed cookie that names the visitor's cart and is valid only for that
 * cart. The cookie lasts a day. That is long enough for a lottery's opening and the order after it, but too short to make
 * collecting cookies worthwhile.
 */
import type { BotCheck, Visitor } from '../context.ts'
import { botCheckKeyOf } from '../integrations/turnstile.ts'
import type { EdgeContext } from './edge-context.ts'
import { readSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'bot-check'
const DAY_SECONDS = 24 * 3600

export function botCheckOf(http: EdgeContext, visitor: Visitor, now: number): BotCheck {
  return {
    siteKey: botCheckKeyOf(http.env),
    isPassed: () => readSignedCookie(http, COOKIE, now) === visitor.requireCartId(),
  }
}

export function writeBotCheckCookie(http: EdgeContext, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, cartId, { now, seconds: DAY_SECONDS })
}
