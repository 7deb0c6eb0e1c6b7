/**
 * Who claims what in one block, in memory: the mirror of the object's rows. A claim is one seat or a share of a section's
 * places; it is held while it has no order and sold once it has one, and what nobody claims is free. Claims change only
 * as pairs (before, after), which the object writes to its rows first; held claims whose time is past leave by `expire`,
 * which every call does first, so a past hold is free whether or not its row was deleted already.
 */

import { SEAT_STATE } from '../../../schema/availability.ts'
import { ExpiryQueue } from './hold-expiry-queue.ts'
import type { HeldSeat, SeatCounts } from './seat-hold.ts'
import type { SeatRoom } from './seat-plan.ts'

export type Claim = Readonly<{
  holdId: string
  kind: 'seat' | 'section'
  /** The seat's or section's id: stable over plan changes, as an index is not. */
  place: string
  amount: number
  category: number
  /** Null where an order took the seat without a cart (a late payment). */
  cartId: string | null
  orderId: string | null
  epoch: number
  /** Kept when sold: undoing the booking gives the hold back while it would still live. */
  heldUntil: number
  extended: boolean
  /** The code that opened it before the public sale. */
  presaleCodeId: string | null
}>

export type ClaimChange = { before: Claim | null; after: Claim | null }

const NONE: ReadonlyMap<string, Claim> = new Map()

export class SeatLedger {
  readonly room: SeatRoom
  /** Grows with every change; a restart starts above all former values. */
  version: number
  /** Seats that stay empty between two groups (SEAT-06), as the last hold's rules said. */
  distance: number
  /** The latest instant any call brought: callers' clocks differ a little, and what has expired stays expired. */
  clock = 0
  /** By seat index, of SEAT_STATE; closed are other blocks' seats. */
  readonly state: Uint8Array
  /** By run: how many of its seats are free. */
  readonly freeInRun: Uint32Array
  /** By allotment: capacity less claims; below zero where a new plan shrank it. */
  readonly left: Int32Array
  private readonly bySeat = new Map<number, Claim>()
  private readonly byHold = new Map<string, Claim>()
  private readonly byCart = new Map<string, Map<string, Claim>>()
  private readonly byOrder = new Map<string, Map<string, Claim>>()
  /** Tickets that a cart's orders have here. */
  private readonly boughtByCart = new Map<string, number>()
  private readonly byCode = new Map<string, Map<string, Claim>>()
  private readonly ends = new ExpiryQueue()
  private freeSeats = 0
  private held = 0
  private sold = 0
  /** Claims on places that the plan no longer has. */
  private homeless = 0

  constructor(room: SeatRoom, claims: Iterable<Claim>, version: number, distance: number) {
    this.room = room
    this.version = version
    this.distance = distance
    this.state = new Uint8Array(room.plan.seats.length).fill(SEAT_STATE.closed)
    for (const seat of room.seatIndex.values()) this.state[seat] = SEAT_STATE.free
    this.freeSeats = room.seatIndex.size
    this.freeInRun = Uint32Array.from(room.runs, ({ seats }) => seats.length)
    this.left = Int32Array.from(room.plan.allotments, ({ block, capacity }) => (block === room.block ? capacity : 0))
    for (const claim of claims) this.add(claim)
  }

  apply(changes: readonly ClaimChange[]): void {
    for (const { before } of changes) if (before) this.remove(before)
    for (const { after } of changes) if (after) this.add(after)
    if (changes.length > 0) this.version++
  }

  /** True where that is news. */
  keepDistance(distance: number): boolean {
    if (distance === this.distance) return false
    this.distance = distance
    this.version++
    return true
  }

  /** Drops held claims whose end is not after `now` (epoch milliseconds). */
  expire(now: number): void {
    this.clock = Math.max(this.clock, now)
    for (let cartId = this.ends.takePast(this.clock); cartId !== null; cartId = this.ends.takePast(this.clock)) {
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

  /** What the cart holds, not what it bought. */
  heldBy(cartId: string): ReadonlyMap<string, Claim> {
    return this.byCart.get(cartId) ?? NONE
  }

  /** Tickets that the cart's orders have here, not what it holds. */
  boughtBy(cartId: string): number {
    return this.boughtByCart.get(cartId) ?? 0
  }

  /** Sold places of a section without seats. */
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

  /** Every cart that holds and every order that bought by a presale code is one use of it; the cart's own counts once. */
  codeHasRoom(codeId: string, uses: number, cartId: string): boolean {
    const users = new Set<string>()
    for (const claim of this.byCode.get(codeId)?.values() ?? []) users.add(claim.orderId ?? claim.cartId ?? '')
    return users.has(cartId) || users.size < uses
  }

  /** When the cart's holds end; they all end together. */
  endOf(cartId: string): { heldUntil: number; extended: boolean } | null {
    for (const { heldUntil, extended } of this.heldBy(cartId).values()) return { heldUntil, extended }
    return null
  }

  /** True where the plan still has the claim's seat or section in this block. */
  hasHome(claim: Claim): boolean {
    return this.homeOf(claim) !== undefined
  }

  describe(claim: Claim): HeldSeat {
    const { holdId, category, amount, place } = claim
    const { plan, seatIndex, allotmentIndex } = this.room
    if (claim.kind === 'section') {
      const name = plan.allotments[allotmentIndex.get(place) ?? -1]?.name ?? ''
      return { holdId, sectionId: place, sectionName: name, seatId: null, row: null, number: null, category, amount }
    }
    const [, section = -1, row = null, number = null] = plan.seats[seatIndex.get(place) ?? -1] ?? []
    const { id: sectionId = '', name: sectionName = '' } = plan.sections[section] ?? {}
    return { holdId, sectionId, sectionName, seatId: place, row, number, category, amount }
  }

  /** free + held + sold = total, also where a new plan dropped or shrank what is claimed: that is counted as orphaned. */
  counts(): SeatCounts {
    const { held, sold } = this
    let free = this.freeSeats
    let total = this.room.seatIndex.size + this.homeless
    let orphaned = this.homeless
    for (const index of this.room.allotmentIndex.values()) {
      const left = this.left[index] ?? 0
      const excess = Math.max(0, -left)
      free += Math.max(0, left)
      orphaned += excess
      total += (this.room.plan.allotments[index]?.capacity ?? 0) + excess
    }
    return { total, free, held, sold, orphaned }
  }

  private homeOf({ kind, place }: Claim): number | undefined {
    return (kind === 'seat' ? this.room.seatIndex : this.room.allotmentIndex).get(place)
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
      // One entry a cart's end is enough: its holds end together.
      if (this.endOf(cartId)?.heldUntil !== heldUntil) this.ends.add(heldUntil, cartId)
      put(this.byCart, cartId, claim)
    }
    const home = this.homeOf(claim)
    if (home === undefined) {
      this.homeless += amount
    } else if (claim.kind === 'section') {
      this.left[home] = (this.left[home] ?? 0) - amount
    } else {
      if (this.bySeat.has(home)) throw new Error(`seat ${claim.place} is claimed twice`)
      this.bySeat.set(home, claim)
      this.state[home] = sold ? SEAT_STATE.sold : SEAT_STATE.held
      this.countFree(home, -1)
    }
  }

  private remove(claim: Claim): void {
    const { holdId, amount, cartId, orderId } = claim
    if (this.byHold.get(holdId) !== claim) throw new Error(`hold ${holdId} is not as it was`)
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
    const home = this.homeOf(claim)
    if (home === undefined) {
      this.homeless -= amount
    } else if (claim.kind === 'section') {
      this.left[home] = (this.left[home] ?? 0) + amount
    } else {
      this.bySeat.delete(home)
      this.state[home] = SEAT_STATE.free
      this.countFree(home, 1)
    }
  }

  private countBought(cartId: string | null, amount: number): void {
    if (cartId === null) return
    const bought = this.boughtBy(cartId) + amount
    if (bought > 0) this.boughtByCart.set(cartId, bought)
    else this.boughtByCart.delete(cartId)
  }

  private countFree(seat: number, step: 1 | -1): void {
    const run = this.room.runOf[seat] ?? -1
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
