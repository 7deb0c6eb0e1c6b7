/**
 * How many tokens of the check for bots one of Cloudflare's locations takes to the provider. A cart has a few a minute. A
 * network pays only for tokens that did not pass, so any number of fans may share its address.
 *
 * Junk from a network must not shut out the fans beside it. Visitors whose cart we have given a cookie are therefore counted
 * apart from those without: junk without cookies shuts out the latter alone, and a fan who is refused gets the cookie and
 * passes a few seconds later. A machine that keeps cookies needs thousands of them, for each is good for few tokens.
 */

import type { Env } from '../env.ts'
import { raiseAlarm } from './alarm.ts'
import type { Networks } from './client-network.ts'
import { type FailureKey, msUntilOpen, noteFailure } from './failure-limit.ts'

const CART_PAUSE_SECONDS = 60
/** A visitor without a cookie gets it with the refusal. */
const NEWCOMER_PAUSE_SECONDS = 5

type Counted = 'REFUSED_CHECKS' | 'REFUSED_CHECKS_WIDE' | 'REFUSED_CHECKS_CARTS'
type Limits = Pick<Env, 'BOT_CHECKS' | Counted>

/** `hasCookie`: the browser has named the cart. */
type Sender = Networks & { cartId: string; hasCookie: boolean }

/** Until the visitor may send the token again. `isOwn`: this cart has sent too many, and not its network. */
export type CheckPause = { seconds: number; isOwn: boolean }

/** Counts a token of the cart; null where it goes to the provider now. */
export async function checkPause(env: Limits, sender: Sender, now: number): Promise<CheckPause | null> {
  if (!(await env.BOT_CHECKS.limit({ key: sender.cartId })).success) {
    return { seconds: CART_PAUSE_SECONDS, isOwn: true }
  }
  const ms = msUntilOpen(keysOf(sender), now)
  if (ms === 0) return null
  return { seconds: sender.hasCookie ? Math.ceil(ms / 1000) : NEWCOMER_PAUSE_SECONDS, isOwn: false }
}

/**
 * Counts a token that did not pass, for whatever reason: a provider that is out of reach under a flood needs the limit most.
 */
export async function noteRefusedCheck(env: Limits, sender: Sender, now: number): Promise<void> {
  const shut = await Promise.all(keysOf(sender).map((key) => noteFailure(env, key, now)))
  if (!shut.includes(true)) return
  const visitors = sender.hasCookie ? 'with a cart' : 'without a cart'
  raiseAlarm('checks for bots are paused for a network', { visitors }, now)
}

/** Without an edge in front of the worker networks cannot be told apart. */
function keysOf({ hasCookie, network, wideNetwork }: Sender): FailureKey<Counted>[] {
  if (network === '') return []
  if (hasCookie) return [{ name: 'REFUSED_CHECKS_CARTS', key: wideNetwork }]
  return [
    { name: 'REFUSED_CHECKS', key: network },
    { name: 'REFUSED_CHECKS_WIDE', key: wideNetwork },
  ]
}
