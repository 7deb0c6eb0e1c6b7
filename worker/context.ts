/**
 * What one request knows: its shop, language, clock reading and visitor. Built once at the edge, handed down, and the
 * only way by which resolvers reach anything. `now` is read once, so that one answer has one time.
 */
import type { Locale } from '../schema/locale.ts'
import type { QueuedSession } from '../schema/queue.ts'
import type { ShopRow } from '../schema/tables/shop.ts'
import type { CategoryRow } from './db/category.ts'
import type { Database } from './db/database.ts'
import type { Reads } from './db/reads.ts'
import type { RoomRow } from './db/waiting-room.ts'
import type { NamedCart } from './domain/waiting-room/queue-token.ts'
import type { LoadReport } from './domain/waiting-room/waiting-room.ts'
import type { Env } from './env.ts'
import type { Networks } from './services/client-network.ts'

export type Visitor = {
  /** The cart of the signed cookie, else the one that the browser's visit leads to; null where it has neither. */
  cartId: string | null
  /** The carts that signed cookies name: the browser's own, and that of its visit. */
  namedCarts: readonly NamedCart[]
  /** The key of the visit whose cart this request has issued; null where it issued none. */
  issuedVisit: string | null
  /** The cart, issuing one (and a cookie on the answer) where there is none. */
  requireCartId(): string
}

/** The shop's discount codes and this visitor: a cookie that the edge alone can read and set. */
type Discounts = {
  areOpen(): Promise<boolean>
  tryCode(code: string): Promise<CodeAnswer>
}

/** The presale code that this visitor has already given for an event, by its id; kept by the edge in a signed cookie. */
type Presale = {
  givenCode(eventId: string): string | null
  keepCode(eventId: string, codeId: string): void
}

/** The check for bots: `siteKey` is null where the deployment checks nobody. */
export type BotCheck = { siteKey: string | null; isPassed(): boolean }

export type CodeAnswer = 'fits' | 'wrong' | 'too many'

type Outcome = {
  /** How the objects of seats answered this request's holds, by their own time. */
  seatLoad: LoadReport
  /** The events of the order that this request has placed; null where it has placed none. */
  placedEvents: string[] | null
}

export type ShopContext = Networks & {
  env: Env
  db: Database
  /** Catalogue reads of this request, batched by tick. */
  reads: Reads
  shop: ShopRow
  /** Every shop, for links between them. */
  shops: ShopRow[]
  /** Whose shop it is; null for the main shop. */
  artist: CategoryRow | null
  /** The catalogue's version that the shops were read for: below `catalogueVersion` while they cannot be read. */
  shopsVersion: number
  /** Where this shop's links start: '' or '/slug'. */
  basePath: string
  /** Scheme and host the browser used, without a slash. */
  origin: string
  locale: Locale
  /** Epoch milliseconds. */
  now: number
  requestId: string
  /** Raised by every import; part of every cache key. */
  catalogueVersion: number
  /** The waiting rooms in use. */
  rooms: RoomRow[]
  visitor: Visitor
  discounts: Discounts
  presale: Presale
  botCheck: BotCheck
  /** Where the visitor stands in the waiting rooms; filled where the session is asked for. */
  queue: QueuedSession
  /** What the edge learns from the resolvers, in one object that every copy of this context shares. */
  outcome: Outcome
  waitUntil(work: Promise<unknown>): void
}
