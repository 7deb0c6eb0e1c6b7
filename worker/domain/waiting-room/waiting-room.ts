/**
 * The waiting room's words. A room guards a shop's actions, a shop's catalogue or one event. Who comes before the opening
 * takes part in a draw; who comes later is served in the order of arrival. A place is a signed token and needs no storage;
 * the coordinator (`WaitingRoom`) publishes one small status, and place and status together tell a visitor's position, so
 * that a poll wakes no object. Counters (`WaitingCounter`, by hash of the place) take the arrivals and the heartbeats.
 */
import { LONGEST_PASS_MINUTES } from '../../../schema/limits.ts'

/** Counters of a room: each takes arrivals and heartbeats of its share of the places. */
export const COUNTERS = 64
/** A pass whose holder was not heard of for so long counts as left: its slot is free again within 150 seconds. */
export const ACTIVE_MS = 145_000
/** How long a pass lets its cart in after the last heartbeat. */
export const PASS_MS = 20 * 60_000
/** Renewing a pass by heartbeats ends here; a shopper who needs longer than that has left the keyboard. */
export const LONGEST_PASS_MS = LONGEST_PASS_MINUTES * 60_000
/** How long an entry is good for after the opening, or after its issue where that was later. */
export const ENTRY_MS = 12 * 3_600_000
/** How long it is good for altogether, so that spent entries need not be stored for ever. */
export const LONGEST_ENTRY_MS = 24 * 3_600_000

/** What a room stands before: mutations of a shop, queries of a shop, or everything of one event. */
export type RoomScope = 'shop' | 'catalogue' | 'event'

export type RoomMode = 'off' | 'on' | 'scheduled' | 'automatic' | 'paused'

/** `key` is `${scope}/${id of the shop or event}` and names the coordinator's object. */
export type RoomControls = {
  key: string
  scope: RoomScope
  /** Of the scopes shop and catalogue. */
  shopId: string | null
  eventId: string | null
  mode: RoomMode
  /** Epoch milliseconds from which people are let in; those who came before are drawn. */
  opensAt: number
  /** Shoppers inside at the same time. */
  targetActive: number
  /** Most admissions a second. */
  ratePerSecond: number
  /** Raised by every change, so that a late command never undoes a newer one. */
  version: number
}

/** A visitor's place: issued once, signed, kept in a cookie. `id` is random; `joinedAt` the edge's clock. */
export type Place = { room: string; id: string; joinedAt: number }

/**
 * `open`: nobody waits, a pass is given at once. `gathering`: before the opening. `serving`: the early by the draw up to
 * `drawThreshold` (0 to 1 of the ranks), then by arrival up to `servedUntil`. `paused`: nobody is called.
 */
export type QueuePhase = 'open' | 'gathering' | 'serving' | 'paused'

/** What the coordinator publishes and the edge keeps for two seconds. All instants are epoch milliseconds. */
export type QueueStatus = {
  room: string
  phase: QueuePhase
  opensAt: number
  /** Ranks below this are called. */
  drawThreshold: number
  /** Late arrivals up to here are called; `opensAt` while the draw is served. */
  servedUntil: number
  /** Arrivals before the opening. */
  early: number
  /** Late arrivals from the opening up to an instant, sorted: points between which the edge interpolates. */
  late: { until: number; count: number }[]
  /** People who are called and expected to enter, as far as known: all others of the line come after them. */
  entering: number
  /** Admissions a second, as measured. */
  rate: number
  /** Entries called a second, as measured: more than are admitted, since not everybody comes. */
  pace: number
  active: number
  targetActive: number
  /** SHA-256 of the seed in hex, published before the opening; the seed itself (hex) from the opening on, else null. */
  seedHash: string
  seed: string | null
  /** When this status was made. */
  at: number
}

/** What an isolate or a counter saw since its last report: holds, and how many were slow or refused for overload. */
export type LoadReport = { holds: number; slow: number; overloads: number }

/**
 * `used`: spent by another cart, ended by an order, or too old. `soon`: called, but others enter first; `ahead` counts
 * those of them who are there.
 */
export type Redeemed =
  | { ok: true; since: number }
  | { ok: false; reason: 'waiting' | 'used' }
  | { ok: false; reason: 'soon'; ahead: number; askInSeconds: number }

/** The RPC of the coordinator, named by the room's key. */
export type WaitingRoomApi = {
  configure(controls: RoomControls, now: number): Promise<QueueStatus>
  status(now: number): Promise<QueueStatus>
  /**
   * Exchanges a called place for a pass, once. The same place of the same cart gets the same pass again: an answer may be
   * lost, and a holder who fell silent may come back, as soon as there is room. The edge lets the counter beat at once, so
   * that the newcomer is seen inside. A place that was spent by the cart it was issued to (`issuedTo`) may move to another
   * cart of its browser, once; an order of either ends the pass.
   */
  redeem(place: Place, cartId: string, now: number, issuedTo?: string): Promise<Redeemed>
  /**
   * An order placed at `orderedAt` ends every pass that its cart had then: nobody enters by one of them again. Answers with
   * their places, also on a repeat, so that the counters hear of each.
   */
  endOfCart(cartId: string, orderedAt: number, now: number): Promise<string[]>
  /** A counter's report, once a second while it has anything to tell. Totals, so that a repeated report changes nothing. */
  report(input: {
    counter: number
    arrivals: { bucketAt: number; count: number }[]
    active: number
    /** Passes that the counter has heard of since its last report. */
    seen: string[]
    load: LoadReport
    now: number
  }): Promise<void>
}

/** The RPC of a counter, named `${room key}/${index}`. */
export type WaitingCounterApi = {
  arrive(place: Place): Promise<void>
  /** A pass in use: its holder counts as inside for the next `ACTIVE_MS`. False for a pass that an order has ended. */
  beat(passId: string, load: LoadReport | null, now: number): Promise<boolean>
  /** Ends the pass for good; its holder counts as left. */
  end(passId: string, now: number): Promise<void>
}
