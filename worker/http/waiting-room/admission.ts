/**
 * Admission to what a waiting room guards. The guarded things are answered only to visitors with the room's pass: a signature
 * is checked, nothing is looked up. All others have an entry, a signed cookie that outlives reloads and an hour of a closed
 * tab, and are told where they stand from the published status; only a called entry wakes the coordinator, which exchanges
 * it once. Session, shell, files and whatever concerns an order that was placed are never guarded.
 */

import type { QueuedSession, QueueView } from '../../../schema/queue.ts'
import type { ShopContext, Visitor } from '../../context.ts'
import type { RoomRow } from '../../db/waiting-room.ts'
import { BoundedMap } from '../../domain/memory/bounded-map.ts'
import { rankOf } from '../../domain/waiting-room/lottery.ts'
import { entryIsOver, isCalled, joinedAtAfterAsk, positionOf } from '../../domain/waiting-room/queue-position.ts'
import { type CarriedEntry, type CarriedPass, isSilent, renewed } from '../../domain/waiting-room/queue-token.ts'
import type { LoadReport, Place, QueueStatus } from '../../domain/waiting-room/waiting-room.ts'
import { botCheckKeyOf } from '../../integrations/turnstile.ts'
import { networksOf } from '../../services/client-network.ts'
import { endsWithOrder } from '../../services/waiting-room/pass-end.ts'
import { mayEnterQueue, mayKeepAsk } from '../../services/waiting-room/queue-entry-limit.ts'
import {
  beatPass,
  countArrival,
  loadIsDue,
  noteLoad,
  queueStatus,
  redeemPlace,
  statusUnknown,
} from '../../services/waiting-room/queue-status.ts'
import { type EdgeContext, edgeRequestOf } from '../shop-context.ts'
import {
  askedAtOf,
  clearAsk,
  clearEntry,
  clearPass,
  entryOf,
  hasEntry,
  hasPass,
  keepEntry,
  keepPass,
  noteAsk,
  noteRefused,
  passOf,
} from './queue-cookies.ts'
import { queueView } from './queue-view.ts'

/** A called entry asks the coordinator at most so often, whatever its browser does. */
const ASK_EVERY_MS = 700
/** A page may be so much earlier than it was told. */
const EARLY_MS = 200
/** A pass in use is told of at most so often. */
const LOOK_EVERY_MS = 60_000

const NOT_WAITING: QueuedSession = { waitingIndex: -1, catalogWaitingIndex: -1, queue: null }

/** `null`: go on. Else what keeps the visitor out. */
export type Kept = QueuedSession | null

/** Lets the visitor in, or says where they stand; gives entries and passes as cookies of the answer. */
export async function admit(http: EdgeContext, visitor: Visitor, rooms: RoomRow[], now: number): Promise<Kept> {
  for (const room of rooms) {
    const view = await enter(http, visitor, room, now)
    if (view) return sessionOf(view)
  }
  return null
}

/** As `admit`, for a visitor who takes tickets: also asks whether an order has ended the pass since. */
export async function admitBuyer(http: EdgeContext, visitor: Visitor, rooms: RoomRow[], now: number): Promise<Kept> {
  for (const room of rooms) {
    const pass = passOf(http, visitor, room.key, now)
    const isEnded = pass !== null && !isSilent(pass, now) && !(await beatPass(http.env, pass, now))
    if (pass && !isSilent(pass, now) && !isEnded) continue
    const view = await enter(http, visitor, room, now, true)
    if (view && isEnded) clearPass(http, room.key)
    if (view) return sessionOf(view)
  }
  return null
}

/**
 * What the session says: of the room named, or of those the visitor already has a token for. Asking about a room by its
 * name gives an entry in it.
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
    const view = await enter(http, visitor, room, now)
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

/** Null where the visitor is in. `isEnded`: the pass that the browser carries was ended. */
async function enter(
  http: EdgeContext,
  visitor: Visitor,
  room: RoomRow,
  now: number,
  isEnded = false,
): Promise<QueueView | null> {
  const pass = isEnded ? null : passOf(http, visitor, room.key, now)
  if (pass && !isSilent(pass, now)) {
    // A visitor who only looks sends no heartbeat of a session; what they ask for shows that they are inside.
    const looks = isDue(lookers, pass.placeId, LOOK_EVERY_MS, now)
    if (looks) keepPass(http, renewed(pass, now))
    if (looks || loadIsDue(room.key, now)) http.executionCtx.waitUntil(beatPass(http.env, pass, now))
    return null
  }
  // Logged where it was asked; here it only means that nobody is called for the moment.
  const heard = await queueStatus(edgeRequestOf(http), room.key).catch(() => null)
  const status = heard ?? statusUnknown(room, now)
  const known = pass ? returningEntry(pass) : entryOf(http, visitor, room.key)
  const isGood = known !== null && (pass !== null || !entryIsOver(known.place, status.opensAt, now))
  const given = isGood ? { entry: known.place, isLimited: false } : await newEntry(http, visitor, status, now)
  const { entry } = given
  if (!entry) return queueView(http, room, status, { ...NOBODY, ...given, checkKey: botCheckKeyOf(http.env) }, now)
  // An entry and a pass are bound to a cart: a visitor who did not hear of the exchange gets the same pass.
  const cartId = visitor.requireCartId()
  const issuedTo = isGood ? known.cartId : cartId
  const asking = { room, status, entry, cartId, issuedTo, isHeard: heard !== null, isBack: pass !== null }
  const view = await exchange(http, asking, now)
  if (view !== 'used') {
    if (entry === known?.place) keepEntry(http, entry, cartId)
    return view
  }
  noteRefused(room.key, 'place', 'used')
  const next = await newEntry(http, visitor, status, now)
  if (!next.entry) clearEntry(http, room.key)
  return queueView(http, room, status, { ...NOBODY, ...next, checkKey: botCheckKeyOf(http.env) }, now)
}

type Asking = {
  room: RoomRow
  status: QueueStatus
  entry: Place
  cartId: string
  /** The cart that the entry came with. */
  issuedTo: string
  isHeard: boolean
  /** A holder who fell silent and comes in again. */
  isBack: boolean
}

/** Gives a pass for a called entry; null where it did. */
async function exchange(
  http: EdgeContext,
  { room, status, entry, cartId, issuedTo, isHeard, isBack }: Asking,
  now: number,
): Promise<QueueView | null | 'used'> {
  const rank = status.seed === null ? null : rankOf(status.seed, entry)
  const position = isHeard ? positionOf(status, entry, rank) : null
  const calls = isBack || isCalled(status, entry, rank)
  const standing = { ...NOBODY, entry, position, isCalled: calls }
  if (!calls) return queueView(http, room, status, standing, now)
  const turn = turns.get(entry.id)
  if (turn && now < turn.askAt - EARLY_MS) return waitingView(http, room, status, standing, turn, now)
  turns.set(entry.id, { askAt: now + ASK_EVERY_MS, ahead: turn?.ahead ?? status.entering })
  const answer = await redeemPlace(http.env, entry, { cartId, issuedTo }, status, now)
  if (answer.ok) {
    const carried: CarriedPass = { room: room.key, placeId: entry.id, cartId, since: answer.since, heardAt: now }
    keepPass(http, carried)
    turns.delete(entry.id)
    http.executionCtx.waitUntil(beatPass(http.env, carried, now))
    return null
  }
  if (answer.reason === 'soon') {
    const told = { askAt: now + answer.askInSeconds * 1000, ahead: answer.ahead }
    turns.set(entry.id, told)
    return waitingView(http, room, status, standing, told, now)
  }
  if (answer.reason === 'waiting') return queueView(http, room, status, { ...standing, isCalled: false }, now)
  return 'used'
}

const NOBODY = { entry: null, position: null, isCalled: false, checkKey: null, isLimited: false, askInSeconds: null }

/** A called visitor: how many who are there enter first, and the instant at which it is their turn. */
function waitingView(
  http: EdgeContext,
  room: RoomRow,
  status: QueueStatus,
  standing: Parameters<typeof queueView>[3],
  { askAt, ahead }: Turn,
  now: number,
): Promise<QueueView> {
  const { position } = standing
  const askInSeconds = Math.max(ASK_EVERY_MS, askAt - now) / 1000
  const mine = position && { ...position, ahead, total: Math.max(position.total, ahead) }
  return queueView(http, room, status, { ...standing, position: mine, askInSeconds }, now)
}

/** A holder who fell silent has left: they come in again by the entry that the pass was given for. */
function returningEntry({ room, placeId, cartId, since }: CarriedPass): CarriedEntry {
  return { place: { room, id: placeId, joinedAt: since }, cartId }
}

type Turn = { askAt: number; ahead: number }
/** What called visitors were told by the coordinator, in this isolate. */
const turns = new BoundedMap<string, Turn>('turns of called visitors', 10_000)
/** When a pass was last renewed by looking at pages. */
const lookers = new BoundedMap<string, number>('visitors who look', 10_000)

/** True at most once in `every` milliseconds for this entry, in this isolate. */
function isDue(seen: BoundedMap<string, number>, id: string, every: number, now: number): boolean {
  const last = seen.get(id)
  if (last !== undefined && now - last < every) return false
  seen.set(id, now)
  return true
}

/** None without the check for bots, where one is configured, and none where the network has had too many. */
async function newEntry(
  http: EdgeContext,
  visitor: Visitor,
  { room, opensAt }: Pick<QueueStatus, 'room' | 'opensAt'>,
  now: number,
): Promise<{ entry: Place | null; isLimited: boolean }> {
  if (botCheckKeyOf(http.env) !== null) return { entry: null, isLimited: false }
  const networks = networksOf(http.req.header('cf-connecting-ip'))
  const cartId = visitor.requireCartId()
  const askedAt = askedAtOf(http, room, cartId, now)
  if (!(await mayEnterQueue(http.env, room, networks))) {
    if (askedAt === null && (await mayKeepAsk(http.env, room, networks))) noteAsk(http, room, cartId, now)
    return { entry: null, isLimited: true }
  }
  clearAsk(http, room)
  const joinedAt = askedAt === null ? now : joinedAtAfterAsk(askedAt, opensAt, now)
  return { entry: issueEntry(http, visitor, room, joinedAt), isLimited: false }
}

/** `joinedAt` is now, or when a fan asked in vain before. */
export function issueEntry(http: EdgeContext, visitor: Visitor, room: string, joinedAt: number): Place {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const entry = { room, id, joinedAt }
  keepEntry(http, entry, visitor.requireCartId())
  http.executionCtx.waitUntil(countArrival(http.env, entry))
  return entry
}

/** The heartbeat: passes in use last longer, and their rooms hear that their holder is there. */
export function renewPasses(http: EdgeContext, visitor: Visitor, rooms: RoomRow[], now: number): void {
  for (const { key } of rooms) {
    const pass = passOf(http, visitor, key, now)
    if (!pass || isSilent(pass, now)) continue
    keepPass(http, renewed(pass, now))
    http.executionCtx.waitUntil(beatPass(http.env, pass, now))
  }
}

/** The browser forgets the passes that an order for these events has ended; the cart itself ends them in their rooms. */
export function forgetPasses(http: EdgeContext, rooms: RoomRow[], eventIds: readonly string[]): void {
  for (const room of rooms) {
    const isConcerned = room.eventId === null || eventIds.includes(room.eventId)
    if (endsWithOrder(room) && isConcerned && hasPass(http, room.key)) clearPass(http, room.key)
  }
}

/** How the seats' objects answered, for rooms that steer by it. */
export function noteLoadOf(rooms: RoomRow[], load: LoadReport, now: number): void {
  for (const { key, scope } of rooms) if (scope !== 'catalogue') noteLoad(key, load, now)
}
