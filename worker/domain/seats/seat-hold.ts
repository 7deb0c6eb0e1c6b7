/**
 * The types that carts and EventSeats objects exchange. A hold names its cart and is valid while `heldUntil > now`; a
 * booking names its order and the order's seat epoch.
 */
import type { Refusal } from '../../../schema/errors.ts'

/** The rules that an event's catalogue row sets for a hold. The caller reads them; the object applies them. */
export type HoldRules = {
  presaleAt: number
  salesEndAt: number
  /** Most tickets of this event per cart, over all blocks. */
  cartLimit: number
  holdSeconds: number
  /** If set, a cart takes exactly this many tickets (EVT-05). */
  forceAmount: number | null
  forceSection: string | null
  /** Seats that must stay empty between the seats of two carts (SEAT-06). */
  distancing: number
  /** Shift or refuse a choice that leaves a single free seat (SEAT-07). */
  avoidSingleSeats: boolean
}

/** A code that sells tickets before the public sale; `category` null admits to all. Each cart or order is one use. */
export type PresaleCode = { id: string; category: number | null; uses: number; validFromAt: number }

/**
 * The plan's key in the bucket, and the catalogue version that assigned the plan to the event. A newer version makes an
 * object load that plan. A caller with an older version is served by the plan that the object already has.
 */
export type PlanName = { key: string; version: number }

/** The epoch of an order's first booking, when it is placed. Each later attempt to book its seats has a higher epoch. */
export const PLACEMENT_EPOCH = 1

export type HoldRequest = {
  cartId: string
  /** A repeated key gets the same answer and holds nothing twice (CART-07). */
  requestKey: string
  plan: PlanName
  rules: HoldRules
  /** Tickets of this event that the cart already holds in other blocks. */
  heldElsewhere: number
  /** Tickets of this event that the cart has bought in other blocks. */
  boughtElsewhere?: number
  /** Tickets that the same command will request from other blocks next; limits apply to the whole command. */
  comingElsewhere?: number
  /** If no seats are chosen: refuse rather than split, because another block may have adjacent seats. */
  together?: boolean
  /** Number of the pricing category. */
  category: number
  /** Chosen seats; empty for an area or best available. */
  seatIds: string[]
  /** Number of tickets; equals `seatIds.length` if seats are chosen. */
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
  /** 1 for a seat, any number for an area. */
  amount: number
}

export type HoldAnswer = { ok: true; heldUntil: number; holds: HeldSeat[]; shifted: boolean } | Refusal

/** `moved`: the cart's other holds that changed their seat; absent if no move was requested. */
export type ReleaseAnswer = { ok: true; released: number; moved?: HeldSeat[] }

export type BookingAnswer = { ok: true; holds: HeldSeat[] } | Refusal

/**
 * What is free: two bits per seat in the plan's order (`SEAT_STATE` of schema/availability), and what is left of each
 * area. Seats of other blocks are closed and areas of other blocks are missing, so AND joins the blocks of an event.
 */
export type Availability = {
  /** Grows with every change, and over restarts. */
  version: number
  /** The plan that orders `seats`. While plans change, it may be newer than the requested one. */
  plan: PlanName
  seats: Uint8Array
  allotments: { sectionId: string; category: number; left: number }[]
  /** Free tickets of each category that this block sells. */
  categories: { number: number; left: number }[]
  /** Seats that changed after version `since`, oldest first, and the version of each change. */
  changes: { since: number; seats: number[]; versions: number[] }
}

/**
 * free + held + sold = total. `orphaned` counts the claims whose seat or area is no longer in the plan. A seat that
 * distancing keeps empty counts as free.
 */
export type SeatCounts = { total: number; free: number; held: number; sold: number; orphaned: number }

/** A seat or area tickets that a cart holds (`orderId` is null) or an order has booked. */
export type SeatClaim = {
  kind: 'seat' | 'section'
  /** The seat's or area's id. */
  place: string
  amount: number
  orderId: string | null
  heldUntil: number
}

/** The result of comparing memory with rows. Each fault is a sentence for operators. */
export type SeatAudit = { ok: boolean; faults: string[]; counts: SeatCounts }

/** What an order has booked of one seat or area. */
export type SoldClaim = {
  orderId: string
  epoch: number
  kind: 'seat' | 'section'
  place: string
  amount: number
}

/** `next` is the key to continue after; null on the last page. */
export type SoldClaimPage = { claims: SoldClaim[]; next: SoldClaimKey | null }
export type SoldClaimKey = { place: string; part: string }

/**
 * The RPC interface of an EventSeats object, which is named `${eventId}/${block}`. Every call is one synchronous
 * transaction. Refusals are answers, never exceptions. `released` counts holds, whatever their amount.
 */
export type EventSeatsApi = {
  hold(request: HoldRequest): Promise<HoldAnswer>
  /**
   * Releases holds of this cart and ignores unknown hold ids and those of other carts. With a request key, the cart's other
   * seats may move so that no single seat is left, and a repeated key gets the same answer (CART-07).
   */
  release(cartId: string, holdIds: string[], now: number, requestKey?: string): Promise<ReleaseAnswer>
  /** The cart's live holds here. A cart that crashed uses it to find out what it holds. */
  holdsOf(cartId: string, now: number): Promise<{ heldUntil: number | null; holds: HeldSeat[] }>
  /** Number of tickets that orders of the cart have booked here. */
  boughtBy(cartId: string, now: number): Promise<number>
  /** Extends the holds once, when payment starts. Further calls change nothing while the cart holds anything. */
  extend(cartId: string, seconds: number, now: number): Promise<{ heldUntil: number | null; extended: boolean }>
  /** Turns exactly these holds of the cart into bookings of the order, all or none. Idempotent. */
  book(input: {
    cartId: string
    orderId: string
    epoch: number
    holdIds: string[]
    /** Absent in placements that an earlier release of the software started. */
    plan?: PlanName
    now: number
  }): Promise<BookingAnswer>
  /**
   * Undoes `book` while the order is being placed. Seats return to the cart's hold if it would still be valid, otherwise
   * they become free. A `book` of this order that arrives later books nothing.
   */
  unbook(orderId: string, cartId: string, now: number): Promise<{ ok: true; released: number }>
  /** Frees the order's bookings of this epoch and earlier ones. */
  releaseOrder(orderId: string, epoch: number, now: number): Promise<{ ok: true; released: number }>
  /** Books the same seats again for a late payment, all or none. */
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
  /** Everything held or sold here. An import needs it before it removes seats. */
  claims(now: number): Promise<SeatClaim[]>
  /** Compares memory with rows, for tests and the crash run. */
  audit(now: number): Promise<SeatAudit>
  /** Pages through what is sold, in key order. */
  soldClaims(after: SoldClaimKey | null, limit: number): Promise<SoldClaimPage>
}
