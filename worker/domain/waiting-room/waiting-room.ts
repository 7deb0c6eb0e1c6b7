/**
 * The types of the waiting room. A room guards the sale of a shop's items, a shop's catalogue or one event. Visitors who
 * come before the opening take part in a lottery; later ones are served in the order of arrival. An entry is a signed token
 * and needs no storage until it is exchanged for a pass. The coordinator (`WaitingRoom`) publishes one small status. Entry
 * and status together determine a visitor's position, so a waiting visitor's poll needs only the cached status. Counters
 * (`WaitingCounter`, chosen by a hash of the entry) take arrivals and heartbeats.
 */
import { LONGEST_PASS_MINUTES } from '../../../schema/limits.ts'

/** Number of counters per room. Each takes the arrivals and heartbeats of its share of the entries. */
export const COUNTERS = 64
/** After this long without a heartbeat, the holder of a pass counts as gone. This frees the slot within 150 seconds. */
export const ACTIVE_MS = 145_000
/**
 * How long a pass is valid after the last heartbeat. After `ACTIVE_MS` without a heartbeat, its holder needs a free slot
 * to be admitted again.
 */
export const PASS_MS = 20 * 60_000
/** Heartbeats extend a pass to at most this age. A shopper who needs longer has probably left. */
export const LONGEST_PASS_MS = LONGEST_PASS_MINUTES * 60_000
/** How long an entry is valid after the opening, or after its issue if that was later. */
export const ENTRY_MS = 12 * 3_600_000
/** How long an entry is valid at most, so that spent entries need not be stored for ever. */
export const LONGEST_ENTRY_MS = 24 * 3_600_000

/**
 * The requests that a room guards. `shop`: adding a shop's items to a cart. `catalogue`: the queries and pages that show a
 * shop's catalogue. `event`: the queries and the page of one event, and adding its tickets to a cart.
 */
export type RoomScope = 'shop' | 'catalogue' | 'event'

export type RoomMode = 'off' | 'on' | 'scheduled' | 'automatic' | 'paused'

/** `key` is `${scope}/${shop id or event id}` and names the coordinator's object. */
export type RoomControls = {
  key: string
  scope: RoomScope
  /** Set for the scopes shop and catalogue. */
  shopId: string | null
  eventId: string | null
  mode: RoomMode
  /** In the mode `scheduled`, epoch milliseconds of the first admission; earlier arrivals take part in the lottery. */
  opensAt: number
  /** Target number of shoppers inside at the same time. */
  targetActive: number
  /** Maximum number of admissions per second. */
  ratePerSecond: number
  /** Every change increments it, so that a late command never undoes a newer one. */
  version: number
}

/**
 * A visitor's entry in the queue, which is signed and stored in a cookie. `id` is random; `joinedAt` is the edge's
 * clock.
 */
export type QueueEntry = { room: string; id: string; joinedAt: number }

/**
 * `open`: nobody waits and passes are issued at once. `gathering`: before the opening. `serving`: early visitors with a
 * lottery rank below `drawThreshold` (0 to 1) are called. Once the threshold is 1, late visitors who arrived until
 * `servedUntil` are called too. `paused`: nobody is called.
 */
export type QueuePhase = 'open' | 'gathering' | 'serving' | 'paused'

/** The status that the coordinator publishes and the edge caches for two seconds. All instants are epoch milliseconds. */
export type QueueStatus = {
  room: string
  phase: QueuePhase
  opensAt: number
  /** Lottery ranks below this are called. */
  drawThreshold: number
  /** Late arrivals until this instant are called; equals `opensAt` while the lottery is served. */
  servedUntil: number
  /** Arrivals before the opening. */
  early: number
  /** For some instants in ascending order, the number of late arrivals until then. The edge interpolates between them. */
  late: { until: number; count: number }[]
  /** Estimated number of called visitors who will still enter. They are ahead of everybody who has not been called. */
  entering: number
  /** Measured admissions per second. */
  rate: number
  /** Measured calls per second: usually more than admissions, because not every called visitor comes. */
  pace: number
  active: number
  targetActive: number
  /** SHA-256 of the seed in hex, published before the opening. The seed itself (hex) is null until the opening. */
  seedHash: string
  seed: string | null
  /** The instant at which this status was computed. */
  at: number
}

/**
 * How many holds an isolate or a counter has seen since its last report, and how many were slow or met an overloaded
 * object.
 */
export type LoadReport = { holds: number; slow: number; overloads: number }

/**
 * `waiting`: the entry is not called. `used`: another cart exchanged the entry, its pass has ended or expired, or the
 * entry is too old. `soon`: the entry is called, but `ahead` other visitors in the admission line enter first.
 */
export type Redeemed =
  | { ok: true; since: number }
  | { ok: false; reason: 'waiting' | 'used' }
  | { ok: false; reason: 'soon'; ahead: number; askInSeconds: number }

/** The RPC interface of the coordinator, which is named by the room's key. */
export type WaitingRoomApi = {
  configure(controls: RoomControls, now: number): Promise<QueueStatus>
  status(now: number): Promise<QueueStatus>
  /**
   * Exchanges a called entry for a pass. The edge then sends a heartbeat to the entry's counter, which counts the
   * visitor from then on. A repeated call with the same entry and cart gets the same pass again, because the first
   * answer may have been lost. A silent holder may also return in this way, but needs a free slot.
   *
   * If the entry was exchanged by the cart that it was issued to (`issuedTo`), it may move once to another cart of the
   * same browser. An order of either cart then ends the pass.
   */
  redeem(entry: QueueEntry, cartId: string, now: number, issuedTo?: string): Promise<Redeemed>
  /**
   * Ends every pass that the cart had when it placed an order at `orderedAt`. Returns the ids of their entries, so that the
   * caller can tell the counters. A repeated call returns the same ids.
   */
  endOfCart(cartId: string, orderedAt: number, now: number): Promise<string[]>
  /**
   * A counter's report, sent once a second while something changes. The arrivals are totals, so an arrival that is
   * reported again is not counted again.
   */
  report(input: {
    counter: number
    arrivals: { bucketAt: number; count: number }[]
    active: number
    /**
     * Passes that have started or been ended at this counter since the last report that the coordinator received. After
     * a restart of the counter, also all other passes in use.
     */
    seen: string[]
    load: LoadReport
    now: number
  }): Promise<void>
}

/** The RPC interface of a counter, which is named `${room key}/${index}`. */
export type WaitingCounterApi = {
  arrive(entry: QueueEntry): Promise<void>
  /** A heartbeat: the holder counts as inside for the next `ACTIVE_MS`. Returns false if an order has ended the pass. */
  beat(passId: string, load: LoadReport | null, now: number): Promise<boolean>
  /** Ends the pass for good; its holder counts as left. */
  end(passId: string, now: number): Promise<void>
}
