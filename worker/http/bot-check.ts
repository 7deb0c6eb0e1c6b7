/**
 * The bot check, if the deployment has one. The provider's widget in the page creates a token, and the provider verifies
 * it.
 */
import * as z from 'zod/mini'
import { LONGEST_BOT_CHECK_TOKEN } from '../../schema/bot-check.ts'
import type { Visitor } from '../context.ts'
import { botCheckKeyOf, judgeToken } from '../integrations/turnstile.ts'
import { type CheckPause, checkPause, noteRefusedCheck } from '../services/bot-check-rate.ts'
import { networksOf } from '../services/client-network.ts'
import { raiseAlarm } from '../services/log.ts'
import { readJson } from './body.ts'
import { writeBotCheckCookie } from './bot-check-cookie.ts'
import { isFromOwnPage, refused, refusedForNow } from './browser-post.ts'
import type { EdgeContext } from './edge-context.ts'
import { noteSecurityEvent } from './security-event.ts'
import { setVisitorCookie, visitorOf } from './shop-context.ts'

/** In bytes. */
const LARGEST_BODY = 4096

const checkInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(LONGEST_BOT_CHECK_TOKEN)) })

/**
 * `POST /check` with the widget's token. A browser without a cart gets one. The cart's id is derived from the header
 * `x-visit`, which the browser's commands send too (`visit.ts`).
 */
export async function serveCheck(http: EdgeContext): Promise<Response> {
  if (!isFromOwnPage(http)) return refused(http, 403)
  if (botCheckKeyOf(http.env) === null) return refused(http, 404)
  const input = checkInput.safeParse(await readJson(http.req.raw, LARGEST_BODY))
  if (!input.success) return refused(http, 400)
  const visitor = visitorOf(http, Date.now())
  const check = await passCheck(http, visitor, input.data.token)
  if (check === 'refused') return refused(http, 403)
  setVisitorCookie(http, visitor)
  return check === 'passed' ? http.body(null, 204) : refusedForNow(http, check.seconds)
}

/**
 * A `CheckPause` means that the provider was not asked. The token then remains valid. The visitor gets the cart's cookie
 * and may send the token again after the pause.
 */
type Check = 'passed' | 'refused' | CheckPause

/** Asks the provider. If the token is valid, sets a cookie that proves the passed check for the visitor's cart. */
export async function passCheck(http: EdgeContext, visitor: Visitor, token: string): Promise<Check> {
  const address = http.req.header('cf-connecting-ip') ?? ''
  const cartId = visitor.requireCartId()
  const hasCookie = visitor.namedCarts.some(({ id }) => id === cartId)
  const sender = { cartId, hasCookie, ...networksOf(address) }
  const pause = await checkPause(http.env, sender, Date.now())
  if (pause) return pause
  const { hostname } = new URL(http.req.url)
  const verdict = await judgeToken(http.env, { token, hostname, cartId, address })
  const now = Date.now()
  if (verdict === 'passed') {
    writeBotCheckCookie(http, cartId, now)
    return 'passed'
  }
  await noteRefusedCheck(http.env, sender, now)
  if (verdict === 'failed') noteSecurityEvent('bot check failed', {})
  else raiseAlarm(`bot check locks out fans: ${verdict}`, { hostname }, now)
  return 'refused'
}
