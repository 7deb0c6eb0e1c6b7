/**
 * The words in which carts and EventSeats objects speak of seats. A hold names its cart and lives while
 * `heldUntil > now`; a booking names its order and the order's seat epoch.
 */
import type { Refusal } from '../../../schema/errors.ts'

/** What an event's catalogue row demands of a hold; the caller reads it from the catalogue, the object applies it. */
export type HoldRules = {
  presaleAt: number
  salesEndAt: number
  /** Most tickets of this event in one cart, over all blocks. */
  cartLimit: number
  holdSeconds: number
  /** Exactly this many tickets a cart, where forced (EVT-05). */
  forceAmount: number | null
  forceSection: string | null
  /** Empty neighbours that must stay between two carts' seats (SEAT-06). */
  distancing: number
  /** Refuse or shift a choice that leaves one lone seat (SEAT-07). */
  avoidSingleSeats: boolean
}

/** A code that opens tickets before their public sale; `category` null opens all. A cart or order counts as one use. */
export type PresaleCode = { id: string; category: number | null; uses: number; validFromAt: number }

/**
 * Where a plan lies in the bucket, and the catalogue's version that brought it to the event. A newer version makes an
 * object load the plan; a caller that still knows an older one is served by the plan that the object has.
 */
export type PlanName = { key: string; version: number }

/** The epoch under which a placement books; each later attempt to have the order's seats has a higher one. */
export const PLACEMENT_EPOCH = 1

export type HoldRequest = {
  cartId: string
  /** The same key gives the same answer; nothing is held twice (CART-07). */
  requestKey: string
  plan: PlanName
  rules: HoldRules
  /** Tickets of this event that the cart holds in other blocks already. */
  heldElsewhere: number
  /** Tickets of this event that the cart bought in other blocks. */
  boughtElsewhere?: number
  /** Tickets of the same command that other blocks are asked for next: limits judge the command as a whole. */
  comingElsewhere?: number
  /** Without chosen seats: side by side or none, for other blocks may have them so. */
  together?: boolean
  /** The pricing category whose seats or sections serve the amount. */
  category: number
  /** Chosen seats; empty for general admission or best available. */
  seatIds: string[]
  /** Tickets wanted; equals seatIds.length where seats are chosen. */
  amount: number
  sectionId: string | null
  presaleCode: PresaleCode | null
  now: number
}

export type HeldSeat = {
  holdId: string
  sectionId: string
  sectionName: string
  seatId: string | null
  row: string | null
  number: string | null
  category: number
  /** 1 for a seat, any number for general admission. */
  amount: number
}

export type HoldAnswer = { ok: true; heldUntil: number; holds: HeldSeat[]; shifted: boolean } | Refusal

/** `moved`: the cart's other holds that now have another seat; absent where none was to move. */
export type ReleaseAnswer = { ok: true; released: number; moved?: HeldSeat[] }

export type BookingAnswer = { ok: true; holds: HeldSeat[] } | Refusal

/**
 * What is free: two bits a seat in the plan's order (`SEAT_STATE` of schema/availability), and what is left of each
 * allotment. Seats of other blocks are closed here, allotments of others missing; an event's blocks are joined by AND.
 */
export type Availability = {
  /** Grows with every change, over restarts too. */
  version: number
  /** The plan whose order `seats` has: during a change of plans it may be newer than the one asked for. */
  plan: PlanName
  seats: Uint8Array
  allotments: { sectionId: string; category: number; left: number }[]
  /** Free seats and places of each category that this block sells. */
  categories: { number: number; left: number }[]
  /** Seats that changed after version `since`, oldest first, each with the version that brought its change. */
  changes: { since: number; seats: number[]; versions: number[] }
}

/**
 * free + held + sold = total. `orphaned` are the claimed places among them that the plan no longer has; a seat that
 * distancing keeps empty counts as free.
 */
export type SeatCounts = { total: number; free: number; held: number; sold: number; orphaned: number }

/** A seat, or places of an area, that a cart holds (`orderId` is null) or an order has. */
export type SeatClaim = {
  kind: 'seat' | 'section'
  /** The seat's or area's id. */
  place: string
  amount: number
  orderId: string | null
  heldUntil: number
}

/** Whether memory and rows tell the same story; each fault in words. */
export type SeatAudit = { ok: boolean; faults: string[]; counts: SeatCounts }

/** What an order has of one seat or section. */
export type SoldClaim = {
  orderId: string
  epoch: number
  kind: 'seat' | 'section'
  place: string
  amount: number
}

/** `next` is where the following page begins; null after the last. */
export type SoldClaimPage = { claims: SoldClaim[]; next: SoldClaimKey | null }
export type SoldClaimKey = { place: string; part: string }

/**
 * The RPC of an EventSeats object, named `${eventId}/${block}`. Every call is one synchronous transaction; none throws for
 * a refusal. `released` counts holds, whatever their amount.
 */
export type EventSeatsApi = {
  hold(request: HoldRequest): Promise<HoldAnswer>
  /**
   * Gives holds of this cart back; unknown or foreign hold ids are ignored. With a request key the cart's other seats may
   * move so that no lone seat is left, and the same key gives the same answer (CART-07).
   */
  release(cartId: string, holdIds: string[], now: number, requestKey?: string): Promise<ReleaseAnswer>
  /** The cart's live holds here: how a cart that crashed finds what it asked for. */
  holdsOf(cartId: string, now: number): Promise<{ heldUntil: number | null; holds: HeldSeat[] }>
  /** Tickets that the cart's orders have here. */
  boughtBy(cartId: string, now: number): Promise<number>
  /** One extension when payment starts; a second call changes nothing as long as the cart holds anything. */
  extend(cartId: string, seconds: number, now: number): Promise<{ heldUntil: number | null; extended: boolean }>
  /** Turns exactly these holds of the cart into the order's; all or none; repeating is harmless. */
  book(input: {
    cartId: string
    orderId: string
    epoch: number
    holdIds: string[]
    /** Absent in placements that an earlier release of the shop began. */
    plan?: PlanName
    now: number
  }): Promise<BookingAnswer>
  /**
   * Undoes `book` while the order is being placed: back to the cart's hold while that would still live, else free. A
   * `book` of this order that arrives later takes nothing.
   */
  unbook(orderId: string, cartId: string, now: number): Promise<{ ok: true; released: number }>
  /** Frees an order's bookings of that epoch or an earlier one. */
  releaseOrder(orderId: string, epoch: number, now: number): Promise<{ ok: true; released: number }>
  /** Takes the same seats again for a late payment: all or none. */
  rebook(input: {
    orderId: string
    epoch: number
    plan: PlanName
    seatIds: string[]
    amounts: { sectionId: string; amount: number }[]
    now: number
  }): Promise<BookingAnswer>
  availability(plan: PlanName, now: number): Promise<Availability>
  counts(plan: PlanName, now: number): Promise<SeatCounts>
  /** All that is held or sold here: an import must know before it takes seats away. */
  claims(now: number): Promise<SeatClaim[]>
  /** Compares memory with rows; for tests and the crash run. */
  audit(now: number): Promise<SeatAudit>
  /** What is sold, page by page, in the order of its key. */
  soldClaims(after: SoldClaimKey | null, limit: number): Promise<SoldClaimPage>
}
