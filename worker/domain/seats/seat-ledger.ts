/**
 * The claims on one block's seats and areas: an in-memory mirror of the object's rows. A claim is one seat or a number
 * of area tickets. A claim without an order is held, and a claim with an order is sold. A change is a pair of claims
 * (before, after). The object writes changes to its rows before it applies them to the ledger. It calls `expire` before
 * it uses the ledger. The seat of an expired hold is therefore free even if the row of the hold still exists.
 */

import { SEAT_STATE } from '../../../schema/availability.ts'
import type { BlockLayout } from './block-layout.ts'
import { ExpiryQueue } from './hold-expiry-queue.ts'
import type { HeldSeat, SeatCounts } from './seat-hold.ts'

export type Claim = Readonly<{
  holdId: string
  kind: 'seat' | 'section'
  /** The id of the seat or section. Unlike an index, it stays the same when the plan changes. */
  place: string
  amount: number
  category: number
  /** Null if an order booked the seat without a cart (a late payment or a repair). */
  cartId: string | null
  orderId: string | null
  epoch: number
  /** A sold claim retains this instant, because `unbook` restores the hold if it would still be valid. */
  heldUntil: number
  extended: boolean
  /** The presale code that admitted the claim before the public sale. */
  presaleCodeId: string | null
}>

export type ClaimChange = { before: Claim | null; after: Claim | null }

const NONE: ReadonlyMap<string, Claim> = new Map()

export class SeatLedger {
  readonly layout: BlockLayout
  /** Grows with every change. After a restart, it begins above all earlier values. */
  version: number
  /** Number of seats that stay empty between two groups (SEAT-06), from the rules of the last hold request. */
  distance: number
  /** The latest instant of any call. Callers' clocks differ slightly, but an expired hold must stay expired. */
  clock = 0
  /** `SEAT_STATE` by seat index. Seats of other blocks are closed. */
  readonly state: Uint8Array
  /** Number of free seats by run index. */
  readonly freeInRun: Uint32Array
  /** Capacity minus claimed tickets by area index. Negative if a new plan shrank the area below its claims. */
  readonly left: Int32Array
  private readonly bySeat = new Map<number, Claim>()
  private readonly byHold = new Map<string, Claim>()
  private readonly byCart = new Map<string, Map<string, Claim>>()
  private readonly byOrder = new Map<string, Map<string, Claim>>()
  /** Number of tickets that a cart's orders have booked here. */
  private readonly boughtByCart = new Map<string, number>()
  private readonly byCode = new Map<string, Map<string, Claim>>()
  private readonly expiries = new ExpiryQueue()
  private freeSeats = 0
  private held = 0
  private sold = 0
  /** Number of claimed tickets whose seat or area the plan no longer has. */
  private orphaned = 0

  constructor(layout: BlockLayout, claims: Iterable<Claim>, version: number, distance: number) {
    this.layout = layout
    this.version = version
    this.distance = distance
    this.state = new Uint8Array(layout.plan.seats.length).fill(SEAT_STATE.closed)
    for (const seat of layout.seatIndex.values()) this.state[seat] = SEAT_STATE.free
    this.freeSeats = layout.seatIndex.size
    this.freeInRun = Uint32Array.from(layout.runs, ({ seats }) => seats.length)
    this.left = Int32Array.from(layout.plan.allotments, ({ block, capacity }) =>
      block === layout.block ? capacity : 0,
    )
    for (const claim of claims) this.add(claim)
  }

  apply(changes: readonly ClaimChange[]): void {
    for (const { before } of changes) if (before) this.remove(before)
    for (const { after } of changes) if (after) this.add(after)
    if (changes.length > 0) this.version++
  }

  /** Returns whether the distance changed. */
  setDistance(distance: number): boolean {
    if (distance === this.distance) return false
    this.distance = distance
    this.version++
    return true
  }

  /** Drops holds that have expired at `now` (epoch milliseconds). */
  expire(now: number): void {
    this.clock = Math.max(this.clock, now)
    for (let cartId = this.expiries.takeDue(this.clock); cartId !== null; cartId = this.expiries.takeDue(this.clock)) {
      for (const claim of [...this.heldBy(cartId).values()]) {
        if (claim.heldUntil > this.clock) continue
        this.remove(claim)
        this.version++
      }
    }
  }

  claims(): Iterable<Claim> {
    return this.byHold.values()
  }

  claim(holdId: string): Claim | undefined {
    return this.byHold.get(holdId)
  }

  claimOfSeat(seat: number): Claim | undefined {
    return this.bySeat.get(seat)
  }

  /** Returns the cart's holds, without its bookings. */
  heldBy(cartId: string): ReadonlyMap<string, Claim> {
    return this.byCart.get(cartId) ?? NONE
  }

  /** Returns the number of tickets that the cart's orders have booked here, without its holds. */
  boughtBy(cartId: string): number {
    return this.boughtByCart.get(cartId) ?? 0
  }

  /** Returns the number of tickets of an area that are sold. */
  soldIn(sectionId: string): number {
    let sold = 0
    for (const { kind, place, amount, orderId } of this.byHold.values()) {
      if (kind === 'section' && place === sectionId && orderId !== null) sold += amount
    }
    return sold
  }

  soldTo(orderId: string): ReadonlyMap<string, Claim> {
    return this.byOrder.get(orderId) ?? NONE
  }

  /**
   * Whether the cart may hold more tickets by the presale code. Each cart that holds tickets by the code counts as one
   * use, and so does each order that has booked such tickets. A further hold of the same cart needs no further use.
   */
  codeHasUsesLeft(codeId: string, uses: number, cartId: string): boolean {
    const users = new Set<string>()
    for (const claim of this.byCode.get(codeId)?.values() ?? []) users.add(claim.orderId ?? claim.cartId ?? '')
    return users.has(cartId) || users.size < uses
  }

  /** Returns the common expiry of the cart's holds; null if the cart holds nothing. */
  expiryOf(cartId: string): { heldUntil: number; extended: boolean } | null {
    for (const { heldUntil, extended } of this.heldBy(cartId).values()) return { heldUntil, extended }
    return null
  }

  /** Whether the plan still has the claim's seat or area in this block. */
  isInPlan(claim: Claim): boolean {
    return this.indexOf(claim) !== undefined
  }

  describe(claim: Claim): HeldSeat {
    const { holdId, category, amount, place } = claim
    const { plan, seatIndex, areaIndex } = this.layout
    if (claim.kind === 'section') {
      const name = plan.allotments[areaIndex.get(place) ?? -1]?.name ?? ''
      return { holdId, sectionId: place, sectionName: name, seatId: null, row: null, number: null, category, amount }
    }
    const [, section = -1, row = null, number = null, , flags = 0] = plan.seats[seatIndex.get(place) ?? -1] ?? []
    const { id: sectionId = '', name: sectionName = '' } = plan.sections[section] ?? {}
    return { holdId, sectionId, sectionName, seatId: place, row, number, flags, category, amount }
  }

  /** Even after a new plan has removed claimed seats or capacity, free + held + sold = total. */
  counts(): SeatCounts {
    const { held, sold } = this
    let free = this.freeSeats
    let total = this.layout.seatIndex.size + this.orphaned
    let orphaned = this.orphaned
    for (const index of this.layout.areaIndex.values()) {
      const left = this.left[index] ?? 0
      const excess = Math.max(0, -left)
      free += Math.max(0, left)
      orphaned += excess
      total += (this.layout.plan.allotments[index]?.capacity ?? 0) + excess
    }
    return { total, free, held, sold, orphaned }
  }

  private indexOf({ kind, place }: Claim): number | undefined {
    return (kind === 'seat' ? this.layout.seatIndex : this.layout.areaIndex).get(place)
  }

  private add(claim: Claim): void {
    const { holdId, amount, cartId, orderId, heldUntil } = claim
    const sold = orderId !== null
    this.byHold.set(holdId, claim)
    if (claim.presaleCodeId !== null) put(this.byCode, claim.presaleCodeId, claim)
    if (sold) {
      this.sold += amount
      put(this.byOrder, orderId, claim)
      this.countBought(cartId, amount)
    } else if (cartId !== null) {
      this.held += amount
      // One entry per expiry is enough, because all holds of a cart expire together.
      if (this.expiryOf(cartId)?.heldUntil !== heldUntil) this.expiries.add(heldUntil, cartId)
      put(this.byCart, cartId, claim)
    }
    const index = this.indexOf(claim)
    if (index === undefined) {
      this.orphaned += amount
    } else if (claim.kind === 'section') {
      this.left[index] = (this.left[index] ?? 0) - amount
    } else {
      if (this.bySeat.has(index)) throw new Error(`seat ${claim.place} is claimed twice`)
      this.bySeat.set(index, claim)
      this.state[index] = sold ? SEAT_STATE.sold : SEAT_STATE.held
      this.countFree(index, -1)
    }
  }

  private remove(claim: Claim): void {
    const { holdId, amount, cartId, orderId } = claim
    if (this.byHold.get(holdId) !== claim) throw new Error(`the ledger has another claim for hold ${holdId}`)
    this.byHold.delete(holdId)
    if (claim.presaleCodeId !== null) drop(this.byCode, claim.presaleCodeId, holdId)
    if (orderId !== null) {
      this.sold -= amount
      drop(this.byOrder, orderId, holdId)
      this.countBought(cartId, -amount)
    } else if (cartId !== null) {
      this.held -= amount
      drop(this.byCart, cartId, holdId)
    }
    const index = this.indexOf(claim)
    if (index === undefined) {
      this.orphaned -= amount
    } else if (claim.kind === 'section') {
      this.left[index] = (this.left[index] ?? 0) + amount
    } else {
      this.bySeat.delete(index)
      this.state[index] = SEAT_STATE.free
      this.countFree(index, 1)
    }
  }

  private countBought(cartId: string | null, amount: number): void {
    if (cartId === null) return
    const bought = this.boughtBy(cartId) + amount
    if (bought > 0) this.boughtByCart.set(cartId, bought)
    else this.boughtByCart.delete(cartId)
  }

  private countFree(seat: number, step: 1 | -1): void {
    const run = this.layout.runOf[seat] ?? -1
    this.freeInRun[run] = (this.freeInRun[run] ?? 0) + step
    this.freeSeats += step
  }
}

function put(index: Map<string, Map<string, Claim>>, key: string, claim: Claim): void {
  const claims = index.get(key)
  if (claims) claims.set(claim.holdId, claim)
  else index.set(key, new Map([[claim.holdId, claim]]))
}

function drop(index: Map<string, Map<string, Claim>>, key: string, holdId: string): void {
  const claims = index.get(key)
  claims?.delete(holdId)
  if (claims?.size === 0) index.delete(key)
}
