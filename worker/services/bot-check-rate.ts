/**
 * Limits how many bot check tokens a Cloudflare location sends to the provider. Each cart may send a few tokens per minute.
 * For a network, only failed tokens count, so any number of fans may share its address.
 *
 * A bot's invalid tokens must not lock out the fans in the same network. Visitors with our cart cookie are therefore counted
 * separately. Invalid tokens without a cookie lock out only visitors without a cookie. A fan who is refused gets the cookie
 * and can pass a few seconds later. To lock out visitors with cookies, a bot would need thousands of cookies, because each
 * cart may send only a few tokens per minute.
 */

import type { Env } from '../env.ts'
import type { Networks } from './client-network.ts'
import { type FailureKey, msUntilUnblocked, noteFailure } from './failure-limit.ts'
import { raiseAlarm } from './log.ts'

const CART_PAUSE_SECONDS = 60
/** Short, because the visitor gets a cookie with the refusal, and the next attempt counts separately. */
const NEWCOMER_PAUSE_SECONDS = 5

type Counted = 'REFUSED_CHECKS' | 'REFUSED_CHECKS_WIDE' | 'REFUSED_CHECKS_CARTS'
type Limits = Pick<Env, 'BOT_CHECKS' | Counted>

/** `hasCookie`: the browser's cookie names the cart. */
type Sender = Networks & { cartId: string; hasCookie: boolean }

/**
 * How long the token must wait before it may be sent again. `isOwn` is true if the cart has sent too many tokens, and false
 * if too many tokens from its network have failed.
 */
export type CheckPause = { seconds: number; isOwn: boolean }

/** Counts a token of the cart; returns null if it may be sent to the provider now. */
export async function checkPause(env: Limits, sender: Sender, now: number): Promise<CheckPause | null> {
  if (!(await env.BOT_CHECKS.limit({ key: sender.cartId })).success) {
    return { seconds: CART_PAUSE_SECONDS, isOwn: true }
  }
  const ms = msUntilUnblocked(keysOf(sender), now)
  if (ms === 0) return null
  return { seconds: sender.hasCookie ? Math.ceil(ms / 1000) : NEWCOMER_PAUSE_SECONDS, isOwn: false }
}

/**
 * Counts a token that did not pass, also if the provider was unreachable, because a flood of tokens may be the reason.
 */
export async function noteRefusedCheck(env: Limits, sender: Sender, now: number): Promise<void> {
  const blocked = await Promise.all(keysOf(sender).map((key) => noteFailure(env, key, now)))
  if (!blocked.includes(true)) return
  const visitors = sender.hasCookie ? 'with a cart' : 'without a cart'
  raiseAlarm('checks for bots are paused for a network', { visitors }, now)
}

/** Without an edge in front of the worker, networks cannot be distinguished, so nothing is counted. */
function keysOf({ hasCookie, network, wideNetwork }: Sender): FailureKey<Counted>[] {
  if (network === '') return []
  if (hasCookie) return [{ name: 'REFUSED_CHECKS_CARTS', key: wideNetwork }]
  return [
    { name: 'REFUSED_CHECKS', key: network },
    { name: 'REFUSED_CHECKS_WIDE', key: wideNetwork },
  ]
}
