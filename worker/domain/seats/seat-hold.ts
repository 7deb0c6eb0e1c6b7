/**
 * The types that carts and EventSeats objects exchange. A hold names its cart and is valid while `heldUntil > now`; a
 * booking names its order and the order's seat epoch.
 */
import type { Refusal } from '../../../schema/errors.ts'
import type { PlanText } from '../../../schema/seat-map.ts'

/** The rules that an event's catalogue row sets for a hold. The caller reads them; the object applies them. */
export type HoldRules = {
  presaleAt: number
  salesEndAt: number
  /** Maximum number of tickets of this event per cart, over all blocks, including tickets that the cart has bought. */
  cartLimit: number
  holdSeconds: number
  /** If set, a cart takes exactly this many tickets (EVT-05). */
  forceAmount: number | null
  forceSection: string | null
  /** Number of seats that must stay empty between the seats of two carts (SEAT-06). */
  distancing: number
  /**
   * If true, the object avoids single free seats where it can. Chosen seats may therefore move within their run
   * (SEAT-07).
   */
  avoidSingleSeats: boolean
}

/**
 * A code that opens the sale of one category before the public sale, or of all categories if `category` is null. Each
 * cart that holds tickets by the code counts as one use, and so does each order that has booked such tickets.
 */
export type PresaleCode = { id: string; category: number | null; uses: number; validFromAt: number }

/**
 * The plan's key in the bucket, and the catalogue version that assigned the plan to the event. A request with a newer
 * version makes the object load that plan. A request with an older version uses the plan that the object already has.
 */
export type PlanName = { key: string; version: number }

/**
 * The seat epoch with which the placement of an order books its seats. Each later attempt to book them has a higher
 * epoch.
 */
export const PLACEMENT_EPOCH = 1

export type HoldRequest = {
  cartId: string
  /**
   * If a request was granted, a repeated request with its key gets the same answer and holds nothing more (CART-07). A
   * different request with that key is refused.
   */
  requestKey: string
  plan: PlanName
  rules: HoldRules
  /** Tickets of this event that the cart already holds in other blocks. */
  heldElsewhere: number
  /** Tickets of this event that the cart has bought in other blocks. */
  boughtElsewhere?: number
  /** Tickets that the same command will request from other blocks next; limits apply to the whole command. */
  comingElsewhere?: number
  /** If true, best available refuses to split the group, because another block may have enough adjacent seats. */
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
  sectionName: PlanText
  seatId: string | null
  row: string | null
  number: string | null
  /** Bits of `SEAT_FLAGS`. Absent in holds that a cart stored before this field existed. */
  flags?: number
  category: number
  /** 1 for a seat, any number for an area. */
  amount: number
}

export type HoldAnswer = { ok: true; heldUntil: number; holds: HeldSeat[]; shifted: boolean } | Refusal

/**
 * How well the seats suit the group. Of two choices, the better one is beside the cart's own seats, else it is together,
 * else its view, the mean of its seats, is lower. The view is 0 if the plan has no views.
 */
export type SeatFit = { beside: boolean; together: boolean; view: number }

/**
 * What a block would hold for a request without chosen seats. Tickets of an area have the worst view, so a block with seats
 * comes first.
 */
export type SeatOffer = { ok: true } & SeatFit

/** Changes the amount of a hold in an area. `amount` is the new amount, so a repeated request changes nothing more. */
export type ResizeRequest = Pick<
  HoldRequest,
  'cartId' | 'plan' | 'rules' | 'heldElsewhere' | 'boughtElsewhere' | 'amount' | 'presaleCode' | 'now'
> & { holdId: string }

export type ResizeAnswer = { ok: true; heldUntil: number; hold: HeldSeat } | Refusal

/** `moved` lists the cart's remaining holds that moved to other seats. It is absent if the request had no key. */
export type ReleaseAnswer = { ok: true; released: number; moved?: HeldSeat[] }

export type BookingAnswer = { ok: true; holds: HeldSeat[] } | Refusal

/**
 * The free tickets of a category. `reserved` of them are places for wheelchairs and their companions, which most fans may not
 * buy. It is absent if there are none, and in answers of objects that still run an earlier release of the software.
 */
export type CategoryLeft = { number: number; left: number; reserved?: number }

/**
 * The availability of one block: two bits per seat in the plan's order (`SEAT_STATE` of schema/availability), and the
 * number of tickets left in each area. Seats of other blocks are closed, so a bitwise AND of all blocks gives the event's
 * seats. Areas of other blocks are missing.
 */
export type Availability = {
  /** Grows with every change. After a restart, it begins above all earlier values. */
  version: number
  /** The plan that defines the order of `seats`. It may be newer than the requested one. */
  plan: PlanName
  seats: Uint8Array
  allotments: { sectionId: string; category: number; left: number }[]
  categories: CategoryLeft[]
  /** Seats that changed after version `since`, oldest first, and the version of each change. */
  changes: { since: number; seats: number[]; versions: number[] }
}

/**
 * Numbers of tickets: free + held + sold = total. `orphaned` is the number of held and sold tickets for which the plan no
 * longer has the seat, the area or enough capacity. A seat that distancing keeps empty counts as free.
 */
export type SeatCounts = { total: number; free: number; held: number; sold: number; orphaned: number }

/** A claim on a seat, or on an amount of tickets in an area. If `orderId` is null, a cart holds it. Else an order booked it. */
export type SeatClaim = {
  kind: 'seat' | 'section'
  /** The seat's or area's id. */
  place: string
  amount: number
  orderId: string | null
  heldUntil: number
}

/** The result of comparing the object's memory with its rows. Each fault is a message for operators. */
export type SeatAudit = { ok: boolean; faults: string[]; counts: SeatCounts }

/** An order's booking of one seat, or of tickets in one area. */
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
 * The RPC interface of an EventSeats object, which is named `${eventId}/${block}`. Once the plan is loaded, every call
 * runs synchronously and writes at most one transaction. Refusals are answers, never exceptions. `released` counts holds
 * or bookings, not tickets.
 */
export type EventSeatsApi = {
  hold(request: HoldRequest): Promise<HoldAnswer>
  /** Returns what `hold` would hold, or its refusal. Holds nothing, so the seats may be taken by the next call. */
  offer(request: HoldRequest): Promise<SeatOffer | Refusal>
  /**
   * Holds more tickets in the area of an existing hold, or releases some of them, in one transaction. A refusal leaves the
   * hold as it was.
   */
  resize(request: ResizeRequest): Promise<ResizeAnswer>
  /**
   * Releases these holds. Ignores ids that are not holds of this cart. If the call has a request key, the cart's other
   * seats may move so that no single seat is left. If seats have moved, a repeated call with this key gets the same
   * answer (CART-07).
   */
  release(cartId: string, holdIds: string[], now: number, requestKey?: string): Promise<ReleaseAnswer>
  /** Returns the cart's live holds in this block. After a crash, a cart uses it to find out what it holds. */
  holdsOf(cartId: string, now: number): Promise<{ heldUntil: number | null; holds: HeldSeat[] }>
  /** Returns the number of tickets that the cart's orders have booked in this block. */
  boughtBy(cartId: string, now: number): Promise<number>
  /**
   * Extends the cart's holds once, when payment starts. Later calls change nothing as long as the cart holds tickets in
   * this block.
   */
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
   * Undoes `book` while the order is being placed. The cart holds the seats again if its hold would still be valid;
   * otherwise the seats become free. A `book` of this order that arrives later books nothing.
   */
  unbook(orderId: string, cartId: string, now: number): Promise<{ ok: true; released: number }>
  /** Releases the order's bookings of this epoch and of earlier epochs. */
  releaseOrder(orderId: string, epoch: number, now: number): Promise<{ ok: true; released: number }>
  /** Books the seats of an order's items for a late payment or a repair of the books, all or none. */
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
  /** Returns all holds and bookings of this block. An import needs them before it removes seats. */
  claims(now: number): Promise<SeatClaim[]>
  /** Compares memory with rows, for the audit of the books and for tests. */
  audit(now: number): Promise<SeatAudit>
  /** Returns a page of the block's bookings, in key order. */
  soldClaims(after: SoldClaimKey | null, limit: number): Promise<SoldClaimPage>
}
