/**
 * Admits visitors to content that a waiting room guards. Only visitors with a pass for the room get the content. Any other
 * visitor gets an entry. The pass and the entry are signed cookies, so checking them needs no lookup. Polls compute the
 * entry's position from the room's published status, which is cached. The worker asks the room's coordinator for a pass
 * only if the visitor has been called, or if the visitor's pass is silent, that is, without recent heartbeats.
 */

import { randomBytes } from 'node:crypto'
import type { QueuedSession, QueueView } from '../../../schema/waiting-room.ts'
import type { ShopContext, Visitor } from '../../context.ts'
import type { RoomRow } from '../../db/waiting-room.ts'
import { BoundedMap } from '../../domain/memory/bounded-map.ts'
import { rankOf } from '../../domain/waiting-room/lottery.ts'
import { entryIsOver, isCalled, joinedAtAfterAsk, positionOf } from '../../domain/waiting-room/queue-position.ts'
import { type CarriedEntry, type CarriedPass, isSilent, renewed } from '../../domain/waiting-room/queue-token.ts'
import type { LoadReport, QueueEntry, QueueStatus } from '../../domain/waiting-room/waiting-room.ts'
import { botCheckKeyOf } from '../../integrations/turnstile.ts'
import { networksOf } from '../../services/client-network.ts'
import { endsWithOrder } from '../../services/waiting-room/pass-end.ts'
import { mayEnterQueue, mayRememberRequest } from '../../services/waiting-room/queue-entry-limit.ts'
import {
  countArrival,
  fallbackStatus,
  loadIsDue,
  noteLoad,
  queueStatus,
  redeemEntry,
  sendHeartbeat,
} from '../../services/waiting-room/queue-status.ts'
import type { EdgeContext } from '../edge-context.ts'
import { edgeRequestOf } from '../shop-context.ts'
import {
  askedAtOf,
  clearAsk,
  clearEntry,
  clearPass,
  entryOf,
  hasEntry,
  hasPass,
  passOf,
  reportRefusedToken,
  setAskCookie,
  setEntryCookie,
  setPassCookie,
} from './queue-cookies.ts'
import { queueView, type WaitingVisitor } from './queue-view.ts'

/**
 * The shortest delay after which a called visitor's page is told to ask again. A request that comes more than `EARLY_MS`
 * before that time is answered without the coordinator.
 */
const ASK_EVERY_MS = 700
/** A page may ask this much earlier than it was told to. */
const EARLY_MS = 200
/** In an isolate, requests for guarded content renew a pass at most this often. */
const VIEW_RENEWAL_MS = 60_000

const NOT_WAITING: QueuedSession = { waitingIndex: -1, catalogWaitingIndex: -1, queue: null }

/** Null if the visitor is admitted. Otherwise, the session that tells the page to wait. */
export type Admission = QueuedSession | null

/**
 * Admits the visitor to all these rooms, or returns the session for the first room that makes the visitor wait. Sets
 * entries and passes as cookies of the answer.
 */
export async function admit(http: EdgeContext, visitor: Visitor, rooms: RoomRow[], now: number): Promise<Admission> {
  for (const room of rooms) {
    const view = await enter(http, visitor, room, passOf(http, visitor, room.key, now), now)
    if (view) return sessionOf(view)
  }
  return null
}

/** Like `admit`, for commands. If the pass is not silent, also asks its counter whether an order has ended the pass. */
export async function admitBuyer(
  http: EdgeContext,
  visitor: Visitor,
  rooms: RoomRow[],
  now: number,
): Promise<Admission> {
  for (const room of rooms) {
    const pass = passOf(http, visitor, room.key, now)
    const isInUse = pass !== null && !isSilent(pass, now)
    const isEnded = isInUse && !(await sendHeartbeat(http.env, pass, now))
    if (isInUse && !isEnded) continue
    const view = await enter(http, visitor, room, isEnded ? null : pass, now)
    if (view && isEnded) clearPass(http, room.key)
    if (view) return sessionOf(view)
  }
  return null
}

/**
 * The queue's part of the session. If `key` names a room, the answer is about that room only, and the visitor may get an
 * entry in it. If `key` is null or undefined, the answer covers all rooms in which the visitor has an entry, except those
 * of other shops.
 */
export async function queuedSession(
  http: EdgeContext,
  visitor: Visitor,
  { shop, rooms }: Pick<ShopContext, 'shop' | 'rooms'>,
  key: unknown,
  now: number,
): Promise<QueuedSession> {
  let session = NOT_WAITING
  for (const room of rooms) {
    const isNamed = room.key === key
    if (!isNamed && room.shopId !== null && room.shopId !== shop.id) continue
    if (key === undefined || key === null ? !hasEntry(http, room.key) : !isNamed) continue
    const view = await enter(http, visitor, room, passOf(http, visitor, room.key, now), now)
    if (!view) continue
    const { waitingIndex, catalogWaitingIndex, queue } = sessionOf(view)
    session = {
      waitingIndex: Math.max(session.waitingIndex, waitingIndex),
      catalogWaitingIndex: Math.max(session.catalogWaitingIndex, catalogWaitingIndex),
      queue: session.queue ?? queue,
    }
  }
  return session
}

function sessionOf(view: QueueView): QueuedSession {
  const index = view.ahead ?? view.total ?? 0
  return view.scope === 'catalogue'
    ? { waitingIndex: -1, catalogWaitingIndex: index, queue: view }
    : { waitingIndex: index, catalogWaitingIndex: -1, queue: view }
}

/** Returns null if the visitor is admitted. `pass` is null if the visitor has no pass, or if an order has ended it. */
async function enter(
  http: EdgeContext,
  visitor: Visitor,
  room: RoomRow,
  pass: CarriedPass | null,
  now: number,
): Promise<QueueView | null> {
  if (pass && !isSilent(pass, now)) {
    // A visitor who only browses sends no heartbeat of the session, so page requests show that the visitor is still
    // present.
    const isRenewalDue = isDue(viewRenewals, pass.entryId, VIEW_RENEWAL_MS, now)
    if (isRenewalDue) setPassCookie(http, renewed(pass, now))
    if (isRenewalDue || loadIsDue(room.key, now)) http.executionCtx.waitUntil(sendHeartbeat(http.env, pass, now))
    return null
  }
  // `queueStatus` logs its failure. Without a status, only visitors with a silent pass are called.
  const published = await queueStatus(edgeRequestOf(http), room.key).catch(() => null)
  const status = published ?? fallbackStatus(room, now)
  const carried = pass ? returningEntry(pass) : entryOf(http, visitor, room.key)
  const isValid = carried !== null && (pass !== null || !entryIsOver(carried.entry, status.opensAt, now))
  const issued = isValid ? { entry: carried.entry, isLimited: false } : await newEntry(http, visitor, status, now)
  const { entry } = issued
  if (!entry) return queueView(http, room, status, { ...NO_ENTRY, ...issued, checkKey: botCheckKeyOf(http.env) }, now)
  // An entry and its pass are bound to a cart. If the answer with the pass is lost, the same cart gets the same pass again.
  const cartId = visitor.requireCartId()
  const issuedTo = isValid ? carried.cartId : cartId
  const request = {
    room,
    status,
    entry,
    cartId,
    issuedTo,
    isStatusKnown: published !== null,
    isReturning: pass !== null,
  }
  const view = await exchange(http, request, now)
  if (view !== 'used') {
    if (entry === carried?.entry) setEntryCookie(http, entry, cartId)
    return view
  }
  reportRefusedToken(room.key, 'place', 'used')
  // The pass would otherwise be tried again with each request, and each request would get another entry.
  if (pass) clearPass(http, room.key)
  const next = await newEntry(http, visitor, status, now)
  if (!next.entry) clearEntry(http, room.key)
  return queueView(http, room, status, { ...NO_ENTRY, ...next, checkKey: botCheckKeyOf(http.env) }, now)
}

type ExchangeRequest = {
  room: RoomRow
  status: QueueStatus
  entry: QueueEntry
  cartId: string
  /** The cart that the entry's token names. */
  issuedTo: string
  isStatusKnown: boolean
  /** Whether the visitor has a silent pass, and is therefore admitted again. */
  isReturning: boolean
}

/**
 * Exchanges a called entry for a pass. Returns null if the visitor now has a pass, and `used` if the coordinator no
 * longer accepts the entry. Otherwise, returns the data of the waiting screen.
 */
async function exchange(
  http: EdgeContext,
  { room, status, entry, cartId, issuedTo, isStatusKnown, isReturning }: ExchangeRequest,
  now: number,
): Promise<QueueView | null | 'used'> {
  const rank = status.seed === null ? null : rankOf(status.seed, entry)
  const position = isStatusKnown ? positionOf(status, entry, rank) : null
  const called = isReturning || isCalled(status, entry, rank)
  const waiting = { ...NO_ENTRY, entry, position, isCalled: called }
  if (!called) return queueView(http, room, status, waiting, now)
  const turn = turns.get(entry.id)
  if (turn && now < turn.askAt - EARLY_MS) return calledView(http, room, status, waiting, turn, now)
  turns.set(entry.id, { askAt: now + ASK_EVERY_MS, ahead: turn?.ahead ?? status.entering })
  const answer = await redeemEntry(http.env, entry, { cartId, issuedTo }, status, now)
  if (answer.ok) {
    const carried: CarriedPass = { room: room.key, entryId: entry.id, cartId, since: answer.since, heardAt: now }
    setPassCookie(http, carried)
    turns.delete(entry.id)
    http.executionCtx.waitUntil(sendHeartbeat(http.env, carried, now))
    return null
  }
  if (answer.reason === 'soon') {
    const next = { askAt: now + answer.askInSeconds * 1000, ahead: answer.ahead }
    turns.set(entry.id, next)
    return calledView(http, room, status, waiting, next, now)
  }
  if (answer.reason === 'waiting') return queueView(http, room, status, { ...waiting, isCalled: false }, now)
  return 'used'
}

const NO_ENTRY = { entry: null, position: null, isCalled: false, checkKey: null, isLimited: false, askInSeconds: null }

/** The view for a called visitor: how many other called visitors enter first, and when to ask again. */
function calledView(
  http: EdgeContext,
  room: RoomRow,
  status: QueueStatus,
  waiting: WaitingVisitor,
  { askAt, ahead }: Turn,
  now: number,
): Promise<QueueView> {
  const { position } = waiting
  const askInSeconds = Math.max(ASK_EVERY_MS, askAt - now) / 1000
  const current = position && { ...position, ahead, total: Math.max(position.total, ahead) }
  return queueView(http, room, status, { ...waiting, position: current, askInSeconds }, now)
}

/** A holder whose pass is silent counts as gone, and is admitted again with the entry for which the pass was issued. */
function returningEntry({ room, entryId, cartId, since }: CarriedPass): CarriedEntry {
  return { entry: { room, id: entryId, joinedAt: since }, cartId }
}

type Turn = { askAt: number; ahead: number }
/** For each called visitor in this isolate: when to ask again, and how many other called visitors enter first. */
const turns = new BoundedMap<string, Turn>('turns of called visitors', 10_000)
/** The time when a request for guarded content last renewed each pass, in this isolate. */
const viewRenewals = new BoundedMap<string, number>('visitors who look', 10_000)

/** Returns true at most once in `every` milliseconds for this entry and isolate. */
function isDue(seen: BoundedMap<string, number>, id: string, every: number, now: number): boolean {
  const last = seen.get(id)
  if (last !== undefined && now - last < every) return false
  seen.set(id, now)
  return true
}

/**
 * Issues an entry. Returns none if the visitor must first pass a bot check, or if the network has had too many entries.
 */
async function newEntry(
  http: EdgeContext,
  visitor: Visitor,
  { room, opensAt }: Pick<QueueStatus, 'room' | 'opensAt'>,
  now: number,
): Promise<{ entry: QueueEntry | null; isLimited: boolean }> {
  if (botCheckKeyOf(http.env) !== null) return { entry: null, isLimited: false }
  const networks = networksOf(http.req.header('cf-connecting-ip'))
  const cartId = visitor.requireCartId()
  const askedAt = askedAtOf(http, room, cartId, now)
  if (!(await mayEnterQueue(http.env, room, networks))) {
    if (askedAt === null && (await mayRememberRequest(http.env, room, networks))) setAskCookie(http, room, cartId, now)
    return { entry: null, isLimited: true }
  }
  clearAsk(http, room)
  const joinedAt = askedAt === null ? now : joinedAtAfterAsk(askedAt, opensAt, now)
  return { entry: issueEntry(http, visitor, room, joinedAt), isLimited: false }
}

/** `joinedAt` is the current time or, after a refused request, the result of `joinedAtAfterAsk`. */
export function issueEntry(http: EdgeContext, visitor: Visitor, room: string, joinedAt: number): QueueEntry {
  const entry = { room, id: randomBytes(16).toString('hex'), joinedAt }
  setEntryCookie(http, entry, visitor.requireCartId())
  http.executionCtx.waitUntil(countArrival(http.env, entry))
  return entry
}

/**
 * Handles the heartbeat of the session: extends the passes in use, and tells their counters that the holder is present.
 */
export function renewPasses(http: EdgeContext, visitor: Visitor, rooms: RoomRow[], now: number): void {
  for (const { key } of rooms) {
    const pass = passOf(http, visitor, key, now)
    if (!pass || isSilent(pass, now)) continue
    setPassCookie(http, renewed(pass, now))
    http.executionCtx.waitUntil(sendHeartbeat(http.env, pass, now))
  }
}

/**
 * Deletes the cookies of passes that an order for these events has ended. The Cart object ends the passes themselves.
 */
export function forgetPasses(http: EdgeContext, rooms: RoomRow[], eventIds: readonly string[]): void {
  for (const room of rooms) {
    const isConcerned = room.eventId === null || eventIds.includes(room.eventId)
    if (endsWithOrder(room) && isConcerned && hasPass(http, room.key)) clearPass(http, room.key)
  }
}

/** Notes the load of the seat objects for the rooms whose admission rate depends on it. The next heartbeat reports it. */
export function noteLoadOf(rooms: RoomRow[], load: LoadReport, now: number): void {
  for (const { key, scope } of rooms) if (scope !== 'catalogue') noteLoad(key, load, now)
}
