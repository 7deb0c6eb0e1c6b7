/** What a browser tells a waiting room beside its polls: that a human asks for a place, or that the fan leaves. */
import * as z from 'zod/mini'
import { refuse } from '../../schema/errors.ts'
import { entryIsOver } from '../domain/queue-position.ts'
import { isHuman } from '../integrations/turnstile.ts'
import { knownRooms } from '../services/catalogue-state.ts'
import { issueEntry } from './admission.ts'
import { readJson } from './body.ts'
import { clearEntry, entryOf } from './queue-cookies.ts'
import { type EdgeContext, keepVisitor, readEdge, visitorOf } from './shop-context.ts'

/** Bytes: a room's key and a token of Turnstile. */
const LARGEST_QUESTION = 4096

const askForPlace = z.strictObject({
  room: z.string().check(z.maxLength(80)),
  token: z.string().check(z.minLength(1), z.maxLength(2048)),
})

const leaveRoom = z.strictObject({ room: z.string().check(z.maxLength(80)) })

/** `POST /queue/place` with the answer of the check. */
export async function servePlace(http: EdgeContext): Promise<Response> {
  await readEdge(http)
  if (!isFromOwnPage(http)) return refused(http, 403)
  const input = askForPlace.safeParse(await readJson(http.req.raw, LARGEST_QUESTION))
  if (!input.success) return refused(http, 400)
  const { room, token } = input.data
  const asked = knownRooms().find(({ key }) => key === room)
  if (!asked) return refused(http, 404)
  if (!(await isHuman(http.env, token))) return refused(http, 403)
  // After the body: one that is sent slowly must not count as an entry from before the opening.
  const now = Date.now()
  const visitor = visitorOf(http, now)
  const before = visitor.cartId
  // Tabs share one entry: a later answer must not replace it by one further back.
  const known = entryOf(http, visitor, room)
  if (known && !entryIsOver(known, asked.opensAt, now)) return http.body(null, 204)
  // The check stops machines; a limit by network would stop the fans of a mobile carrier, who share its addresses.
  issueEntry(http, visitor, room, now)
  keepVisitor(http, before, visitor)
  return http.body(null, 204)
}

/** `POST /queue/leave`: the browser forgets the place, and the fan's next visit gets another one at the end. */
export async function serveLeave(http: EdgeContext): Promise<Response> {
  await readEdge(http)
  if (!isFromOwnPage(http)) return refused(http, 403)
  const input = leaveRoom.safeParse(await readJson(http.req.raw, LARGEST_QUESTION))
  if (!input.success) return refused(http, 400)
  const { room } = input.data
  if (!knownRooms().some(({ key }) => key === room)) return refused(http, 404)
  clearEntry(http, room)
  return http.body(null, 204)
}

function isFromOwnPage(http: EdgeContext): boolean {
  const origin = http.req.header('origin')
  return origin === undefined || origin === new URL(http.req.url).origin
}

function refused(http: EdgeContext, status: 400 | 403 | 404): Response {
  const { code, params } = status === 404 ? refuse('NOT_FOUND', { what: 'room' }) : refuse('NOT_ALLOWED', {})
  return http.json({ errors: [{ message: code, extensions: { code, params } }] }, status)
}
