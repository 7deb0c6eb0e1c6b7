/** The place in a waiting room that is given after the check for bots, where one is configured. */
import * as z from 'zod/mini'
import { refuse } from '../../schema/errors.ts'
import { knownRooms } from '../db/shop.ts'
import { isHuman } from '../integrations/turnstile.ts'
import { issueEntry } from './admission.ts'
import { readJson } from './body.ts'
import { type EdgeContext, keepVisitor, readEdge, visitorOf } from './shop-context.ts'

/** Bytes: a room's key and a token of Turnstile. */
const LARGEST_QUESTION = 4096

const askForPlace = z.strictObject({
  room: z.string().check(z.maxLength(80)),
  token: z.string().check(z.minLength(1), z.maxLength(2048)),
})

/** `POST /queue/place` with the answer of the check. */
export async function servePlace(http: EdgeContext): Promise<Response> {
  await readEdge(http.env)
  const origin = http.req.header('origin')
  if (origin !== undefined && origin !== new URL(http.req.url).origin) return refused(http, 403)
  const input = askForPlace.safeParse(await readJson(http.req.raw, LARGEST_QUESTION))
  if (!input.success) return refused(http, 400)
  const { room, token } = input.data
  if (!knownRooms().some(({ key }) => key === room)) return refused(http, 404)
  if (!(await isHuman(http.env, token))) return refused(http, 403)
  // After the body: one that is sent slowly must not count as an entry from before the opening.
  const now = Date.now()
  const visitor = visitorOf(http, now)
  const before = visitor.cartId
  const { isLimited } = await issueEntry(http, visitor, room, now)
  if (isLimited) return refused(http, 429)
  keepVisitor(http, before, visitor)
  return http.body(null, 204)
}

function refused(http: EdgeContext, status: 400 | 403 | 404 | 429): Response {
  const { code, params } = status === 404 ? refuse('NOT_FOUND', { what: 'room' }) : refuse('NOT_ALLOWED', {})
  return http.json({ errors: [{ message: code, extensions: { code, params } }] }, status)
}
