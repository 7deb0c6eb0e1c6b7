/**
 * Limits the guessing of ticket codes. Many fans at a festival, or of a mobile carrier, share one address, and must not be
 * refused because of a stranger among them. So right codes count only against a generous limit, and wrong codes against a
 * limit that no typing errors reach. In a network beyond that limit, a visitor must pass the bot check, and then has a limit
 * of their own, so that one guesser cannot keep a whole venue from checking in. Links contain the ticket's id, which nobody
 * can guess, and do not come here.
 *
 * A code has twelve random digits. If 100,000 tickets are valid, one guess in ten million is right. One network has 60 wrong
 * guesses a minute, and a wide network 300. Visitors with a passed bot check have 10 each, and those of a wide network 300
 * together. A network thus needs at least 19 days without a pause to find one of these tickets, and a wide network 11 days. 30
 * passed bot checks are necessary for that, and also for refusing all codes that fans type there. Without a bot check, a
 * network needs 116 days. Above 2,000 wrong guesses a minute from all networks, the worker raises an alarm.
 */
import type { ShopContext } from '../context.ts'
import { requirePassedCheck } from './bot-check.ts'
import { noteWrongCode } from './code-tries.ts'
import { type FailureKey, msUntilUnblocked, noteFailure } from './failure-limit.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

type Guesser = Pick<ShopContext, 'env' | 'network' | 'wideNetwork' | 'now' | 'botCheck' | 'visitor'>

/**
 * Returns what `find` finds for the code, or null. Throws BOT_CHECK_REQUIRED if too many wrong codes come from the visitor's
 * network. Throws TOO_MANY_REQUESTS if there is no bot check, or if the visitor keeps guessing after it, even with a right
 * code. Otherwise, the limits would not stop anyone from guessing. `subject` names what the code opens, and the shop.
 */
export async function findByCode<Found>(
  guesser: Guesser,
  subject: string,
  code: string,
  find: () => Promise<Found | null>,
): Promise<Found | null> {
  const { env, network, now } = guesser
  await withinRate(env.TICKET_TRIES, env.TICKET_TRIES_WIDE, guesser)
  // Unknown codes count like known ones, so the limit reveals nothing.
  if (!(await env.TICKET_TRIES_CODE.limit({ key: code })).success) throw new ShopError('TOO_MANY_REQUESTS', {})
  const found = await find()
  if (network === '') return found
  // Nothing is awaited between this check and the answer, so parallel guesses of a blocked visitor get no answer.
  const keys = unblockedKeys(guesser, subject)
  if (found !== null) return found
  await Promise.all([...keys.map((key) => noteFailure(env, key, now)), noteWrongCode(env.WRONG_CODES, subject, now)])
  return null
}

type WrongTickets = FailureKey<
  'WRONG_TICKETS' | 'WRONG_TICKETS_WIDE' | 'WRONG_TICKETS_CHECKED' | 'WRONG_TICKETS_CHECKED_WIDE'
>

/** The limits against which a wrong code of this visitor counts. Throws if the visitor may not try a code. */
function unblockedKeys(guesser: Guesser, subject: string): WrongTickets[] {
  const { network, wideNetwork, visitor, now } = guesser
  const ofNetwork: WrongTickets[] = [
    { name: 'WRONG_TICKETS', key: `${subject}/${network}` },
    { name: 'WRONG_TICKETS_WIDE', key: `${subject}/${wideNetwork}` },
  ]
  if (msUntilUnblocked(ofNetwork, now) === 0) return ofNetwork
  if (!requirePassedCheck(guesser)) throw new ShopError('TOO_MANY_REQUESTS', {})
  const ofVisitor: WrongTickets[] = [
    { name: 'WRONG_TICKETS_CHECKED', key: `${subject}/${visitor.requireCartId()}` },
    { name: 'WRONG_TICKETS_CHECKED_WIDE', key: `${subject}/${wideNetwork}` },
  ]
  if (msUntilUnblocked(ofVisitor, now) > 0) throw new ShopError('TOO_MANY_REQUESTS', {})
  return ofVisitor
}
