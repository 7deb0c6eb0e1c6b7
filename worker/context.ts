/**
 * The context of one request: shop, language, time and visitor. The edge (`http/`) builds it once, and resolvers get
 * everything that they need from it. `now` is read once, so all parts of a response use the same time.
 */
import type { Locale } from '../schema/locale.ts'
import type { ShopRow } from '../schema/tables/shop.ts'
import type { QueuedSession } from '../schema/waiting-room.ts'
import type { CategoryRow } from './db/category.ts'
import type { Database } from './db/database.ts'
import type { Range } from './db/range.ts'
import type { Reads } from './db/reads.ts'
import type { RoomRow } from './db/waiting-room.ts'
import type { NamedCart } from './domain/waiting-room/queue-token.ts'
import type { LoadReport } from './domain/waiting-room/waiting-room.ts'
import type { Env } from './env.ts'
import type { Networks } from './services/client-network.ts'

export type Visitor = {
  /** The cart that the cart cookie names, else the cart of the browser's visit; null if there is neither. */
  cartId: string | null
  /** The carts that the request's cart cookie and visit cookie name. Both cookies are signed. */
  namedCarts: readonly NamedCart[]
  /**
   * Whether the shop's page sent the request and the browser sent no cookie with it. Before the page adds items, it sets a
   * cookie to find out whether the browser stores cookies, so even the first of these requests contains one.
   */
  blocksCookies: boolean
  /** The key of the visit whose cart `requireCartId` returned; null if it was not called or the cart cookie names a cart. */
  issuedVisit: string | null
  /** Whether `useCart` was called. */
  hasNewCart: boolean
  /**
   * Returns the id of the cart that the cart cookie names. Without that cookie, returns the cart of the browser's visit,
   * and begins a visit if there is none. The response may then set a cookie.
   */
  requireCartId(): string
  /** Gives the visitor another cart. The response sets the cart cookie. */
  useCart(cartId: string): void
}

/** The shop gate (SHOP-07). It is open if the shop is not protected, or if the visitor has entered a valid code. */
type ShopGate = { isOpen(): Promise<boolean> }

/** The shop's discount codes. Only the edge can read and set the cookie of the visitor's code. */
type Discounts = {
  areOpen(): Promise<boolean>
  tryCode(code: string): Promise<CodeAnswer>
}

/** The presale code (its id) that this visitor has entered for an event. The edge stores it in a signed cookie. */
type Presale = {
  enteredCode(eventId: string): string | null
  rememberCode(eventId: string, codeId: string): void
}

/** The bot check: `siteKey` is null if the deployment has none. */
export type BotCheck = { siteKey: string | null; isPassed(): boolean }

export type CodeAnswer = 'fits' | 'wrong' | 'too many'

type Outcome = {
  /** The number of calls to seat objects for holds of this request, and how many of these calls were slow or overloaded. */
  seatLoad: LoadReport
  /** The events of the order that this request placed; null if it placed none. */
  placedEvents: string[] | null
}

export type ShopContext = Networks & {
  env: Env
  db: Database
  /** This request's catalogue reads, batched per tick. */
  reads: Reads
  shop: ShopRow
  /** All shops, for links between them. */
  shops: ShopRow[]
  /** The content that the shop may show. */
  range: Range
  /** The shop's artist; null for the main shop. */
  artist: CategoryRow | null
  /** The catalogue version of the shops. It is lower than `catalogueVersion` while the newer shops cannot be read. */
  shopsVersion: number
  /** The path prefix of this shop's links: '' or '/slug'. */
  basePath: string
  /** Scheme and host of the request, without a trailing slash. */
  origin: string
  locale: Locale
  /** Epoch milliseconds. */
  now: number
  requestId: string
  /** Every import that changes the catalogue increments it. Cache keys of the catalogue contain it. */
  catalogueVersion: number
  /** The active waiting rooms. */
  rooms: RoomRow[]
  visitor: Visitor
  gate: ShopGate
  discounts: Discounts
  presale: Presale
  botCheck: BotCheck
  /**
   * The visitor's state in the waiting rooms, for the operation `Session`. For other operations, it says that the visitor
   * need not wait.
   */
  queue: QueuedSession
  /** What the resolvers report to the edge. All copies of this context share the object. */
  outcome: Outcome
  waitUntil(work: Promise<unknown>): void
}
