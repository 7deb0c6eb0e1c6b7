/** What a browser tells a waiting room beside its polls: that a human asks for a place, or that the fan leaves. */
import * as z from 'zod/mini'
import { LONGEST_BOT_CHECK_TOKEN } from '../../../schema/bot-check.ts'
import { entryIsOver, joinedAtAfterAsk } from '../../domain/waiting-room/queue-position.ts'
import { readJson } from '../body.ts'
import { passCheck } from '../bot-check.ts'
import { isFromOwnPage, refused, refusedForNow } from '../browser-post.ts'
import { type EdgeContext, keepVisitor, readEdge, visitorOf } from '../shop-context.ts'
import { issueEntry } from './admission.ts'
import { askedAtOf, clearAsk, clearEntry, entryOf, noteAsk } from './queue-cookies.ts'

/** Bytes: a room's key and a token of Turnstile. */
const LARGEST_QUESTION = 4096

const askForPlace = z.strictObject({
  room: z.string().check(z.maxLength(80)),
  token: z.string().check(z.minLength(1), z.maxLength(LONGEST_BOT_CHECK_TOKEN)),
})

const leaveRoom = z.strictObject({ room: z.string().check(z.maxLength(80)) })

/** `POST /queue/place` with the widget's token: one check for the place and for the tickets after it. */
export async function servePlace(http: EdgeContext): Promise<Response> {
  const { catalogue } = await readEdge(http)
  if (!isFromOwnPage(http)) return refused(http, 403)
  const input = askForPlace.safeParse(await readJson(http.req.raw, LARGEST_QUESTION))
  if (!input.success) return refused(http, 400)
  const { room, token } = input.data
  const asked = catalogue.rooms.find(({ key }) => key === room)
  if (!asked) return refused(http, 404, 'room')
  const visitor = visitorOf(http, Date.now())
  const check = await passCheck(http, visitor, token)
  if (check === 'refused') return refused(http, 403)
  // After the body: one that is sent slowly must not count as an entry from before the opening.
  const now = Date.now()
  const cartId = visitor.requireCartId()
  const askedAt = askedAtOf(http, room, cartId, now)
  if (check !== 'passed') {
    // However many of a network: each ask needs a passed check to become an entry.
    if (askedAt === null && !check.isOwn) noteAsk(http, room, cartId, now)
    keepVisitor(http, visitor)
    return refusedForNow(http, check.seconds)
  }
  clearAsk(http, room)
  // Tabs share one entry: a later answer must not replace it by one further back.
  const known = entryOf(http, visitor, room)
  if (known && !entryIsOver(known.place, asked.opensAt, now)) return http.body(null, 204)
  // The check stops machines; a limit of entries would stop the fans of a mobile carrier, who share its addresses.
  issueEntry(http, visitor, room, askedAt === null ? now : joinedAtAfterAsk(askedAt, asked.opensAt, now))
  keepVisitor(http, visitor)
  return http.body(null, 204)
}

/** `POST /queue/leave`: the browser forgets the place, and the fan's next visit gets another one at the end. */
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
