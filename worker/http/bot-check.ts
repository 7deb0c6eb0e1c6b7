/** The check for bots, where the deployment has one: the page's widget gives a token, and the provider says what it is worth. */
import * as z from 'zod/mini'
import { LONGEST_BOT_CHECK_TOKEN } from '../../schema/bot-check.ts'
import type { Visitor } from '../context.ts'
import { networkOf, wideNetworkOf } from '../domain/client-network.ts'
import { botCheckKeyOf, judgeToken } from '../integrations/turnstile.ts'
import { raiseAlarm } from '../services/alarm.ts'
import { isWithinRate } from '../services/rate-limit.ts'
import { readJson } from './body.ts'
import { keepPassedCheck } from './bot-check-cookie.ts'
import { isFromOwnPage, refused } from './browser-post.ts'
import { noteSecurityEvent } from './security-event.ts'
import { type EdgeContext, keepVisitor, visitorOf } from './shop-context.ts'

/** Bytes. */
const LARGEST_BODY = 4096

const checkInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(LONGEST_BOT_CHECK_TOKEN)) })

/** `POST /check` with the widget's token. A browser without a cart gets one, the same as for its commands (`x-visit`). */
export async function serveCheck(http: EdgeContext): Promise<Response> {
  if (!isFromOwnPage(http)) return refused(http, 403)
  if (botCheckKeyOf(http.env) === null) return refused(http, 404)
  const input = checkInput.safeParse(await readJson(http.req.raw, LARGEST_BODY))
  if (!input.success) return refused(http, 400)
  const visitor = visitorOf(http, Date.now())
  const refusal = await passCheck(http, visitor, input.data.token)
  if (refusal) return refusal
  keepVisitor(http, visitor)
  return http.body(null, 204)
}

/**
 * Asks the provider; where the visitor has passed, the answer is null, and a cookie for their cart says so from now on. The
 * network is counted before, for every token costs a call to the provider.
 */
export async function passCheck(http: EdgeContext, visitor: Visitor, token: string): Promise<Response | null> {
  const { BOT_CHECKS: exact, BOT_CHECKS_WIDE: wide } = http.env
  const address = http.req.header('cf-connecting-ip') ?? ''
  const networks = { network: networkOf(address), wideNetwork: wideNetworkOf(address) }
  if (!(await isWithinRate(exact, wide, networks))) return refused(http, 429)
  const cartId = visitor.requireCartId()
  const { hostname } = new URL(http.req.url)
  const verdict = await judgeToken(http.env, { token, hostname, cartId, address })
  if (verdict === 'passed') {
    keepPassedCheck(http, cartId, Date.now())
    return null
  }
  if (verdict === 'failed') noteSecurityEvent('bot check failed', {})
  else raiseAlarm(`bot check keeps fans out: ${verdict}`, { hostname }, Date.now())
  return refused(http, 403)
}
