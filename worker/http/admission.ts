/**
 * The door of the waiting rooms. What a room in use guards is answered only to who carries its pass: a signature is
 * checked, nothing is looked up. Everybody else has a place, a signed cookie that outlives reloads and an hour of a closed
 * tab, and is told where it stands from the published status; only a place that is called wakes the coordinator, which
 * exchanges it once. Session, shell, files and whatever concerns an order that was placed are never guarded.
 */
import { getCookie, setCookie } from 'hono/cookie'
import { MAX_CART_LINES } from '../../schema/limits.ts'
import type { QueuedSession, QueueView } from '../../schema/queue.ts'
import type { ShopRow, Visitor } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { loadSellables } from '../db/sellable.ts'
import { knownRooms } from '../db/shop.ts'
import type { RoomRow } from '../db/waiting-room.ts'
import { rankOf } from '../domain/draw.ts'
import { isCalled, positionOf } from '../domain/queue-position.ts'
import {
  type CarriedPass,
  readPass,
  readPlace,
  renewed,
  type TokenFault,
  writePass,
  writePlace,
} from '../domain/queue-token.ts'
import type { Place } from '../domain/waiting-room.ts'
import type { PersistedOperation } from '../graphql/persisted.ts'
import {
  beatPass,
  countArrival,
  loadIsDue,
  noteHold,
  queueStatus,
  redeemPlace,
  statusUnknown,
} from '../services/queue-status.ts'
import { queueView } from './queue-view.ts'
import { noteSecurityEvent } from './security-event.ts'
import type { EdgeContext } from './shop-context.ts'
import { cookieAttributes, cookieName } from './signed-cookie.ts'

/** A closed tab keeps its place for so long. */
const PLACE_COOKIE_SECONDS = 3600
/** A place that is called asks the coordinator at most so often, whatever its browser does. */
const REDEEM_EVERY_MS = 700
/** A pass in use is told of at most so often. */
const LOOK_EVERY_MS = 60_000
const PLACES_KEPT = 10_000

const NOT_WAITING: QueuedSession = { waitingIndex: -1, catalogWaitingIndex: -1, queue: null }

/** `null`: go on. Else what keeps the visitor out. */
export type Kept = QueuedSession | null

/** Concern an order that exists, the checkout, the session itself or the shell: nobody loses those to a queue. */
const NEVER_GUARDED = new Set([
  'Session',
  'Heartbeat',
  'ResumeSession',
  'Shop',
  'ShippingCountries',
  'Cart',
  'Order',
  'ConfirmOrderPayment',
  'CreateStripePayment',
  'UpdatePreferredPaymentMethod',
  'LogActivity',
])

/** The rooms in use that stand before this operation. */
export async function roomsBefore(
  http: EdgeContext,
  shop: ShopRow,
  catalogueVersion: number,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<RoomRow[]> {
  const rooms = knownRooms()
  if (rooms.length === 0 || NEVER_GUARDED.has(operation.name)) return []
  // Adding is where the rush is; who has something in the cart came in before, and must not lose it to a room that opens now.
  const isAction = operation.name === 'AddItems'
  const isBrowsing = operation.kind === 'query' && !operation.perVisitor
  const concerned = await eventsOf(http, catalogueVersion, rooms, operation, variables)
  return rooms.filter(({ scope, shopId, eventId, slug }) =>
    scope === 'event'
      ? concerned.has(eventId ?? '') || concerned.has(slug)
      : shopId === shop.id && (scope === 'shop' ? isAction : isBrowsing),
  )
}

/** Ids or slugs of the events that an operation is about. */
async function eventsOf(
  http: EdgeContext,
  catalogueVersion: number,
  rooms: RoomRow[],
  { name }: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<Set<string>> {
  if (!rooms.some(({ scope }) => scope === 'event')) return new Set()
  if (name !== 'AddItems') {
    // By the one variable that the operation reads: others may come along and would lead to another door.
    const event = name === 'EventPage' ? variables.slug : variables.eventId
    return new Set(typeof event === 'string' ? [event] : [])
  }
  const sellables = await loadSellables(openDatabase(http.env.DB), catalogueVersion, variantIdsIn(variables))
  return new Set([...sellables.values()].flatMap(({ eventId }) => eventId ?? []))
}

/** Of input that nothing has checked yet; to GraphQL a single request is a list of one. */
function variantIdsIn({ input }: Record<string, unknown>): string[] {
  const asked = typeof input === 'object' && input !== null && 'requests' in input ? input.requests : null
  const requests: unknown[] = Array.isArray(asked) ? asked : [asked]
  return requests.slice(0, MAX_CART_LINES).flatMap((request) => {
    const id =
      typeof request === 'object' && request !== null && 'productVariantId' in request ? request.productVariantId : null
    return typeof id === 'string' ? [id] : []
  })
}

/** The rooms before a page: the catalogue's, and its event's. */
export function roomsBeforePage(shop: ShopRow, routeName: string, slug: string | undefined): RoomRow[] {
  return knownRooms().filter(({ scope, shopId, slug: ofRoom }) => {
    if (scope === 'event') return routeName === 'event' && ofRoom === slug
    return scope === 'catalogue' && shopId === shop.id && !isPageOfOrder(routeName)
  })
}

function isPageOfOrder(routeName: string): boolean {
  return routeName.startsWith('checkout') || routeName === 'pay-later'
}

export function roomsBeforeEvent(eventId: string): RoomRow[] {
  return knownRooms().filter((room) => room.eventId === eventId)
}

/** Lets the visitor in, or says where they stand; gives places and passes as cookies of the answer. */
export async function admit(http: EdgeContext, visitor: Visitor, rooms: RoomRow[], now: number): Promise<Kept> {
  for (const room of rooms) {
    const view = await enter(http, visitor, room, now)
    if (view) return sessionOf(view)
  }
  return null
}

/**
 * What the session says: of the room named, or of those the visitor already has a token for. Asking about a room by its
 * name gives a place in it.
 */
export async function queuedSession(
  http: EdgeContext,
  visitor: Visitor,
  shop: ShopRow,
  key: unknown,
  now: number,
): Promise<QueuedSession> {
  let session = NOT_WAITING
  for (const room of knownRooms()) {
    if (room.shopId !== null && room.shopId !== shop.id) continue
    if (
      key === undefined || key === null
        ? !getCookie(http, cookieName(http, cookieOf('place', room.key)))
        : room.key !== key
    )
      continue
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

async function enter(http: EdgeContext, visitor: Visitor, room: RoomRow, now: number): Promise<QueueView | null> {
  const pass = passOf(http, visitor, room.key, now)
  if (pass) {
    // Who only looks sends no heartbeat of a session; what they ask for shows that they are inside.
    const looks = isDue(lookers, pass.placeId, LOOK_EVERY_MS, now)
    if (looks) keepPass(http, renewed(pass, now))
    if (looks || loadIsDue(room.key, now)) http.executionCtx.waitUntil(beatPass(http.env, pass, false, now))
    return null
  }
  // Logged where it was asked; here it only means that nobody is called for the moment.
  const heard = await queueStatus(http.env, room.key, now).catch(() => null)
  const status = heard ?? statusUnknown(room, now)
  const place = placeOf(http, room.key, now) ?? newPlace(http, room.key, now)
  if (!place)
    return queueView(
      http,
      room,
      status,
      { place: null, position: null, isCalled: false, checkKey: checkKeyOf(http) },
      now,
    )
  keepPlace(http, place)
  // A pass is bound to a cart, which therefore comes with the place: who did not hear of the exchange gets the same pass.
  const cartId = visitor.requireCartId()
  const rank = status.seed === null ? null : rankOf(status.seed, place)
  const position = heard && positionOf(heard, place, rank)
  if (isCalled(status, place, rank) && isDue(redeemers, place.id, REDEEM_EVERY_MS, now)) {
    const answer = await redeemPlace(http.env, place, cartId, now)
    if (answer.ok) {
      const given: CarriedPass = { room: room.key, placeId: place.id, cartId, since: now, until: answer.until }
      keepPass(http, given)
      http.executionCtx.waitUntil(beatPass(http.env, given, false, now))
      return null
    }
    if (answer.reason === 'used') {
      noteRefused(room.key, 'place', 'used')
      const next = newPlace(http, room.key, now)
      if (next) keepPlace(http, next)
      return queueView(
        http,
        room,
        status,
        { place: next, position: null, isCalled: false, checkKey: checkKeyOf(http) },
        now,
      )
    }
  }
  return queueView(
    http,
    room,
    status,
    { place, position, isCalled: isCalled(status, place, rank), checkKey: null },
    now,
  )
}

const redeemers = new Map<string, number>()
const lookers = new Map<string, number>()

/** True at most once in `every` milliseconds for this place, in this isolate. */
function isDue(seen: Map<string, number>, placeId: string, every: number, now: number): boolean {
  const last = seen.get(placeId)
  if (last !== undefined && now - last < every) return false
  seen.delete(placeId)
  seen.set(placeId, now)
  const oldest = seen.keys().next().value
  if (seen.size > PLACES_KEPT && oldest !== undefined) seen.delete(oldest)
  return true
}

/** The visitor's pass for this room; a forged, foreign or expired one counts as none. */
function passOf(http: EdgeContext, visitor: Visitor, room: string, now: number): CarriedPass | null {
  const text = getCookie(http, cookieName(http, cookieOf('pass', room)))
  if (!text) return null
  const read = readPass(http.env.SESSION_SECRET, room, visitor.cartId, text, now)
  if (!read.ok) noteRefused(room, 'pass', read.fault)
  return read.ok ? read.token : null
}

function placeOf(http: EdgeContext, room: string, now: number): Place | null {
  const text = getCookie(http, cookieName(http, cookieOf('place', room)))
  if (!text) return null
  const read = readPlace(http.env.SESSION_SECRET, room, text, now)
  if (!read.ok) noteRefused(room, 'place', read.fault)
  return read.ok ? read.token : null
}

/** A place is given to whoever asks, or only after a check where one is configured: then null. */
function newPlace(http: EdgeContext, room: string, now: number): Place | null {
  return checkKeyOf(http) === null ? issuePlace(http, room, now) : null
}

export function issuePlace(http: EdgeContext, room: string, now: number): Place {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  const place = { room, id, joinedAt: now }
  http.executionCtx.waitUntil(countArrival(http.env, place))
  return place
}

function checkKeyOf({ env }: EdgeContext): string | null {
  return env.TURNSTILE_SECRET_KEY && env.TURNSTILE_SITE_KEY ? env.TURNSTILE_SITE_KEY : null
}

export function keepPlace(http: EdgeContext, place: Place): void {
  writeCookie(http, cookieOf('place', place.room), writePlace(http.env.SESSION_SECRET, place), PLACE_COOKIE_SECONDS)
}

function keepPass(http: EdgeContext, pass: CarriedPass): void {
  const seconds = Math.max(1, Math.round((pass.until - Date.now()) / 1000))
  writeCookie(http, cookieOf('pass', pass.room), writePass(http.env.SESSION_SECRET, pass), seconds)
}

/** The heartbeat: passes in use last longer, and their rooms hear that their holder is there. */
export function renewPasses(http: EdgeContext, visitor: Visitor, now: number): void {
  for (const { key } of knownRooms()) {
    const pass = passOf(http, visitor, key, now)
    if (!pass) continue
    keepPass(http, renewed(pass, now))
    http.executionCtx.waitUntil(beatPass(http.env, pass, false, now))
  }
}

/** Who has ordered makes room for the next; the pass itself lasts to its end. */
export function leaveRooms(http: EdgeContext, visitor: Visitor, now: number): void {
  for (const { key, scope } of knownRooms()) {
    const pass = scope === 'catalogue' ? null : passOf(http, visitor, key, now)
    if (pass) http.executionCtx.waitUntil(beatPass(http.env, pass, true, now))
  }
}

/** What holding seats cost, for rooms that steer by it. */
export function noteHoldIn(rooms: RoomRow[], latencyMs: number, overloaded: boolean, now: number): void {
  for (const { key, scope } of rooms) if (scope !== 'catalogue') noteHold(key, latencyMs, overloaded, now)
}

function noteRefused(room: string, token: 'place' | 'pass', reason: TokenFault | 'used'): void {
  noteSecurityEvent('token refused', { room, token, reason })
}

function cookieOf(kind: 'place' | 'pass', room: string): string {
  return `${kind}.${room.replace('/', '.')}`
}

function writeCookie(http: EdgeContext, name: string, value: string, maxAge: number): void {
  setCookie(http, cookieName(http, name), value, { ...cookieAttributes(http), maxAge })
}
