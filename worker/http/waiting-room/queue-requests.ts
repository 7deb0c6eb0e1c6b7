/**
 * The requests of the waiting screen besides its polls: a fan requests an entry with a bot check, or leaves the queue.
 */
import * as z from 'zod/mini'
import { LONGEST_BOT_CHECK_TOKEN } from '../../../schema/bot-check.ts'
import { entryIsOver, joinedAtAfterAsk } from '../../domain/waiting-room/queue-position.ts'
import { readJson } from '../body.ts'
import { passCheck } from '../bot-check.ts'
import { isFromOwnPage, refused, refusedForNow } from '../browser-post.ts'
import type { EdgeContext } from '../edge-context.ts'
import { readEdge, setVisitorCookie, visitorOf } from '../shop-context.ts'
import { issueEntry } from './admission.ts'
import { askedAtOf, clearAsk, clearEntry, entryOf, setAskCookie } from './queue-cookies.ts'

/** In bytes. A body contains a room's key and, for an entry, a Turnstile token. */
const LARGEST_QUESTION = 4096

const entryRequest = z.strictObject({
  room: z.string().check(z.maxLength(80)),
  token: z.string().check(z.minLength(1), z.maxLength(LONGEST_BOT_CHECK_TOKEN)),
})

const leaveRoom = z.strictObject({ room: z.string().check(z.maxLength(80)) })

/** `POST /queue/place` with the widget's token. One bot check suffices for the entry and for the tickets after it. */
export async function serveEntryRequest(http: EdgeContext): Promise<Response> {
  const { catalogue } = await readEdge(http)
  if (!isFromOwnPage(http)) return refused(http, 403)
  const input = entryRequest.safeParse(await readJson(http.req.raw, LARGEST_QUESTION))
  if (!input.success) return refused(http, 400)
  const { room, token } = input.data
  const asked = catalogue.rooms.find(({ key }) => key === room)
  if (!asked) return refused(http, 404, 'room')
  const visitor = visitorOf(http, Date.now())
  const check = await passCheck(http, visitor, token)
  if (check === 'refused') return refused(http, 403)
  // The clock is read after the body and the check, because a request whose body is sent slowly must not count as made
  // before the opening.
  const now = Date.now()
  const cartId = visitor.requireCartId()
  const askedAt = askedAtOf(http, room, cartId, now)
  if (check !== 'passed') {
    // Remembered requests are not limited per network, because each of them needs a passed check to become an entry.
    if (askedAt === null && !check.isOwn) setAskCookie(http, room, cartId, now)
    setVisitorCookie(http, visitor)
    return refusedForNow(http, check.seconds)
  }
  clearAsk(http, room)
  // All tabs share one entry. A later request must not replace it with an entry further back in the queue.
  const existing = entryOf(http, visitor, room)
  if (existing && !entryIsOver(existing.entry, asked.opensAt, now)) return http.body(null, 204)
  // Entries are not limited here, because the bot check stops bots. A limit would also stop fans who share the
  // addresses of a mobile network.
  issueEntry(http, visitor, room, askedAt === null ? now : joinedAtAfterAsk(askedAt, asked.opensAt, now))
  setVisitorCookie(http, visitor)
  return http.body(null, 204)
}

/** `POST /queue/leave` deletes the fan's entry. On the next visit, the fan gets a new one. */
export async function serveLeave(http: EdgeContext): Promise<Response> {
  const { catalogue } = await readEdge(http)
  if (!isFromOwnPage(http)) return refused(http, 403)
  const input = leaveRoom.safeParse(await readJson(http.req.raw, LARGEST_QUESTION))
  if (!input.success) return refused(http, 400)
  const { room } = input.data
  if (!catalogue.rooms.some(({ key }) => key === room)) return refused(http, 404, 'room')
  clearEntry(http, room)
  return http.body(null, 204)
}
