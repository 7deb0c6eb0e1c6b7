/**
 * `GET /availability/{eventId}?since={version}`: an event's availability for the seat map. The answer is the same for
 * every visitor, and shared caches may store it for a second. If the event's shop is protected, only visitors who have
 * opened the shop get the answer, and no shared cache may store it.
 */

import { FRESH_IN_HEADER } from '../../schema/availability.ts'
import { isId } from '../../schema/ids.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { seatSourceOf } from '../db/event.ts'
import { rangeOf } from '../db/range.ts'
import { Reads } from '../db/reads.ts'
import { bandShopsOnMainHost, shopOfRequest } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import { answerSince } from '../domain/seats/event-availability.ts'
import { shareOf } from '../services/cache/cache-lifetime.ts'
import { NotAllowedToFill } from '../services/cache/tiered-cache.ts'
import { readOfVersion } from '../services/catalogue-state.ts'
import { eventAvailability, freshForMs, type SeatSource } from '../services/seat-availability.ts'
import { isUnlocked } from './access.ts'
import type { Edge, EdgeContext } from './edge-context.ts'
import { edgeRequestOf, readEdge, setVisitorCookie, visitorOf } from './shop-context.ts'
import { mayReadFrom, READ_TRIES_SECONDS } from './uncached-reads.ts'
import { admit } from './waiting-room/admission.ts'
import { roomsGuardingEvent } from './waiting-room/guarding-rooms.ts'

type Source = Omit<SeatSource, 'id'> | null
/** Seat sources of protected shops, which must not enter a shared cache tier. */
const lockedSources = new PerVersion<string, Source>('seat sources of locked shops', 500)

export async function serveAvailability(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http)
  if (edge.failed) return new Response('Try again', { status: 500, headers: { 'cache-control': 'no-store' } })
  const eventId = http.req.param('eventId')
  let source: Awaited<ReturnType<typeof sourceFor>> = null
  try {
    source = isId('event', eventId) ? await sourceFor(http, edge, eventId) : null
  } catch (error) {
    if (!(error instanceof NotAllowedToFill)) throw error
    const headers = { 'cache-control': 'no-store', 'retry-after': String(READ_TRIES_SECONDS) }
    return new Response('Too many requests', { status: 429, headers })
  }
  if (!source) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  const visitor = visitorOf(http, edge.now)
  const waiting = await admit(http, visitor, roomsGuardingEvent(edge, eventId ?? ''), edge.now)
  setVisitorCookie(http, visitor)
  if (waiting) return http.json({ session: waiting }, 503, { 'cache-control': 'no-store' })
  const event = await eventAvailability(edgeRequestOf(http), source)
  const answer = answerSince(event, http.req.query('since'))
  const etag = `W/"${answer.version}"`
  const headers = {
    'content-type': 'application/json',
    'cache-control': source.isPublic ? 'public, max-age=0, s-maxage=1' : 'private, max-age=0',
    etag,
    [FRESH_IN_HEADER]: String(freshForMs(event, edge.now)),
  }
  if (http.req.header('if-none-match') === etag) return http.body(null, 304, headers)
  return http.json(answer, 200, headers)
}

/** Returns null if the event is not in any shop of this host that the visitor may enter. */
async function sourceFor(
  http: EdgeContext,
  edge: Edge,
  eventId: string,
): Promise<(SeatSource & { isPublic: boolean }) | null> {
  const host = shopOfRequest(new URL('/', http.req.url), edge.shops)
  if (host.kind !== 'shop') return null
  const others = host.shop.isBand ? [] : bandShopsOnMainHost(edge.shops).filter(isProtected)
  for (const shop of [host.shop, ...others]) {
    if (!(await isUnlocked(http, shop))) continue
    const source = await sourceIn(http, edge, shop, eventId)
    if (source) return { id: eventId, ...source, isPublic: !isProtected(shop) }
  }
  return null
}

async function sourceIn(http: EdgeContext, edge: Edge, shop: ShopRow, eventId: string): Promise<Source> {
  const key = `${shop.id}/${eventId}`
  const range = rangeOf(shop, edge.shops)
  const read = async (db: Database, reads: Reads) => (await reads.ask(seatSourceOf(db, range, eventId)))[0] ?? null
  return isProtected(shop) ? readLocked(http, edge, key, read) : readForAll(http, edge, `seat-source/${key}`, read)
}

type Read = (db: Database, reads: Reads) => Promise<Source>

/** Reads the database without the shared cache tiers. Only this isolate caches the value, for one catalogue version. */
function readLocked(http: EdgeContext, edge: Edge, key: string, read: Read): Promise<Source> {
  const db = openDatabase(http.env.DB)
  return lockedSources.read(edge.catalogueVersion, key, () => read(db, new Reads(db)))
}

function readForAll(http: EdgeContext, edge: Edge, key: string, read: Read): Promise<Source> {
  const allow = () => mayReadFrom(http)
  return readOfVersion(edgeRequestOf(http), edge.catalogue, key, shareOf(key), read, allow)
}
