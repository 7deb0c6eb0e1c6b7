/**
 * Limits the guessing of ticket codes. Many fans at a festival, or of a mobile carrier, share one address, and must not be
 * refused because of a stranger among them. So right codes count only against a generous limit, and wrong codes against a
 * limit that no typing errors reach. Links contain the ticket's id, which nobody can guess, and do not come here.
 *
 * A code has twelve random digits. If 100,000 tickets are valid, one guess in ten million is right. One network has 60 wrong
 * guesses a minute, and needs 116 days without a pause to find one of these tickets. A wide network has 300, and needs 23
 * days. Above 2,000 wrong guesses a minute from all networks, the worker raises an alarm.
 */
import type { ShopContext } from '../context.ts'
import { noteWrongCode } from './code-tries.ts'
import { msUntilUnblocked, noteFailure } from './failure-limit.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

type Guesser = Pick<ShopContext, 'env' | 'network' | 'wideNetwork' | 'now'>

/**
 * Returns what `find` finds for the code, or null. Throws TOO_MANY_REQUESTS if the visitor's network, or all visitors
 * together with this code, try too often. A network that keeps guessing is refused even with a right code. Otherwise, the
 * limit would not stop anyone from guessing. `subject` names what the code opens, and the shop.
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
  const networks = network === '' ? [] : networkKeys(guesser, subject)
  // Nothing is awaited between this check and the answer, so parallel guesses of a blocked network get no answer.
  if (msUntilUnblocked(networks, now) > 0) throw new ShopError('TOO_MANY_REQUESTS', {})
  if (found !== null || networks.length === 0) return found
  await Promise.all([
    ...networks.map((key) => noteFailure(env, key, now)),
    noteWrongCode(env.WRONG_CODES, subject, now),
  ])
  return null
}

function networkKeys({ network, wideNetwork }: Guesser, subject: string) {
  return [
    { name: 'WRONG_TICKETS', key: `${subject}/${network}` },
    { name: 'WRONG_TICKETS_WIDE', key: `${subject}/${wideNetwork}` },
  ] as const
}
