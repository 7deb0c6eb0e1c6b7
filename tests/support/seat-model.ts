/**
 * A simple model of one block's seats: a Map of claims, which every call scans. The model shares no code with the seat
 * object, so the two are unlikely to have the same fault. The seat object chooses hold ids and best available seats. The
 * model checks that the choice is allowed, and adopts it.
 */
import type { HeldSeat, HoldAnswer, HoldRequest } from '../../worker/domain/seats/seat-hold.ts'

type ModelClaim = {
  id: string
  seatId: string | null
  sectionId: string
  amount: number
  cart: string | null
  order: string | null
  epoch: number
  until: number
  extended: boolean
}

export type ModelSeat = {
  id: string
  section: string
  category: number
  /** The position within the block. Two seats are neighbours if their positions differ by one. */
  spot: number
}
export type ModelArea = { id: string; category: number; capacity: number }

const rejection = (code: string, params: object) => ({ ok: false, code, params })

export class SeatModel {
  readonly claims = new Map<string, ModelClaim>()
  private readonly answers = new Map<string, { wish: string; answer: unknown }>()
  private readonly released = new Map<string, number>()
  private seats: ModelSeat[] = []
  private areas: ModelArea[] = []
  private spots = new Map<string, number>()
  private readonly distance: number

  constructor(seats: ModelSeat[], areas: ModelArea[], distance: number) {
    this.distance = distance
    this.changePlan(seats, areas)
  }

  /** Replaces the plan. Claims stay, even if the new plan lacks their seats. */
  changePlan(seats: ModelSeat[], areas: ModelArea[]): void {
    this.seats = seats
    this.areas = areas
    this.spots = new Map(seats.map(({ id, spot }) => [id, spot]))
  }

  hasPlace({ seatId, sectionId }: { seatId: string | null; sectionId: string }): boolean {
    return seatId === null ? this.areas.some(({ id }) => id === sectionId) : this.spots.has(seatId)
  }

  passTime(now: number): void {
    for (const claim of this.claims.values()) {
      if (claim.order === null && claim.until <= now) this.claims.delete(claim.id)
    }
  }

  /**
   * Returns the answer that the object should have given. If the object's answer (`given`) contains an allowed choice of
   * seats, the model holds the same seats.
   */
  hold(request: HoldRequest, given: HoldAnswer): unknown {
    const { cartId, requestKey, seatIds, amount, category, sectionId, rules, now } = request
    const key = `${cartId} ${requestKey}`
    const wish = JSON.stringify([seatIds, amount, category, sectionId])
    const before = this.answers.get(key)
    if (before) return before.wish === wish ? before.answer : rejection('IDEMPOTENCY_KEY_REUSED', {})
    const bad = this.refuseForm(request)
    if (bad) return bad
    const answer = this.judge(request, given)
    if (!('holds' in answer) || !given.ok) return answer
    this.answers.set(key, { wish, answer })
    const mine = this.heldBy(cartId)
    const until = mine[0]?.until ?? now + rules.holdSeconds * 1000
    const extended = mine[0]?.extended ?? false
    for (const { holdId, seatId, sectionId: section, amount: size } of given.holds) {
      const place = { seatId, sectionId: section, amount: size }
      this.claims.set(holdId, { id: holdId, ...place, cart: cartId, order: null, epoch: 0, until, extended })
    }
    return answer
  }

  private refuseForm({ seatIds, sectionId, category }: HoldRequest): object | null {
    for (const id of seatIds) {
      const seat = this.seats.find((known) => known.id === id)
      if (!seat) return rejection('BAD_INPUT', { field: 'seatIds', expected: 'seats of this block' })
      if (seat.category !== category)
        return rejection('BAD_INPUT', { field: 'seatIds', expected: 'seats of the category' })
    }
    if (sectionId === null || this.areas.some(({ id }) => id === sectionId)) return null
    return rejection('BAD_INPUT', { field: 'sectionId', expected: 'a section of this block' })
  }

  private judge(request: HoldRequest, given: HoldAnswer): object {
    const { cartId, seatIds, amount, category, sectionId, rules, heldElsewhere, now } = request
    const mine = this.heldBy(cartId)
    const tickets = heldElsewhere + amount + mine.reduce((sum, claim) => sum + claim.amount, 0)
    if (tickets + this.boughtBy(cartId) > rules.cartLimit)
      return rejection('TICKET_LIMIT_EXCEEDED', { limit: rules.cartLimit })
    const heldUntil = mine[0]?.until ?? now + rules.holdSeconds * 1000
    const yes = (wanted: string[]) => {
      const seats = given.ok ? given.holds.map(({ seatId }) => seatId) : []
      const sorted = (ids: (string | null)[]) => ids.map(String).sort().join()
      const holds = sorted(seats) === sorted(wanted) && given.ok ? given.holds : wanted
      return { ok: true, heldUntil, holds, shifted: false }
    }
    if (seatIds.length > 0) {
      const taken = seatIds.filter((id) => !this.isOpen(id, [cartId]))
      return taken.length > 0 ? rejection('SEATS_NOT_AVAILABLE', { seatIds: taken }) : yes(seatIds)
    }
    const isInArea = this.areas.some(({ id }) => id === sectionId)
    if (!isInArea && this.seats.some((seat) => seat.category === category)) {
      const open = this.seats.filter((seat) => seat.category === category && this.isOpen(seat.id, [cartId]))
      if (open.length < amount) return rejection('TICKETS_NOT_AVAILABLE', { left: open.length })
      const chosen = given.ok ? given.holds.map(({ seatId }) => String(seatId)) : []
      const allowed = chosen.length === amount && chosen.every((id) => open.some((seat) => seat.id === id))
      const together = chosen.map((id) => open.find((seat) => seat.id === id)?.spot ?? 0).sort((a, b) => a - b)
      const areAdjacent = together.every((spot, index) => spot === (together[0] ?? 0) + index)
      const possible = open.some(({ spot }) =>
        Array.from({ length: amount }, (_, step) => spot + step).every((it) => open.some((seat) => seat.spot === it)),
      )
      return allowed && areAdjacent === possible ? yes(chosen) : { unexpected: chosen, possible }
    }
    const fitting = this.areas.filter((area) => area.category === category && (sectionId ?? area.id) === area.id)
    const first = fitting.find((area) => this.left(area.id) >= amount)
    if (!first)
      return rejection('TICKETS_NOT_AVAILABLE', { left: Math.max(0, ...fitting.map(({ id }) => this.left(id))) })
    const asExpected = given.ok && given.holds.length === 1 && given.holds[0]?.sectionId === first.id
    return { ok: true, heldUntil, holds: asExpected ? given.holds : first.id, shifted: false }
  }

  release(cart: string, holdIds: string[]): unknown {
    const mine = this.heldBy(cart).filter(({ id }) => holdIds.includes(id))
    for (const { id } of mine) this.claims.delete(id)
    return { ok: true, released: mine.length }
  }

  extend(cart: string, seconds: number): unknown {
    const mine = this.heldBy(cart)
    const [first] = mine
    if (!first) return { heldUntil: null, extended: false }
    if (first.extended) return { heldUntil: first.until, extended: false }
    for (const claim of mine) Object.assign(claim, { until: claim.until + seconds * 1000, extended: true })
    return { heldUntil: first.until, extended: true }
  }

  book(cart: string, order: string, epoch: number, holdIds: string[]): unknown {
    if (epoch <= (this.released.get(order) ?? -1)) return rejection('HOLD_EXPIRED', {})
    const done = this.soldTo(order).filter((claim) => claim.epoch === epoch)
    if (done.length > 0) {
      const same =
        done
          .map(({ id }) => id)
          .sort()
          .join() === [...holdIds].sort().join()
      return same ? { ok: true, ids: [...holdIds].sort() } : rejection('IDEMPOTENCY_KEY_REUSED', {})
    }
    const mine = this.heldBy(cart).filter(({ id }) => holdIds.includes(id))
    if (mine.length !== holdIds.length) return rejection('HOLD_EXPIRED', {})
    const inOrder = holdIds.flatMap((id) => mine.find((claim) => claim.id === id) ?? [])
    const gone = inOrder.filter((claim) => !this.hasPlace(claim)).map(({ seatId, sectionId }) => seatId ?? sectionId)
    if (gone.length > 0) return rejection('SEATS_NOT_AVAILABLE', { seatIds: gone })
    for (const { seatId, sectionId } of inOrder) {
      if (seatId !== null || this.left(sectionId) >= 0) continue
      const unsold = this.capacity(sectionId) - this.soldIn(sectionId)
      const wanted = inOrder.reduce(
        (sum, it) => sum + (it.seatId === null && it.sectionId === sectionId ? it.amount : 0),
        0,
      )
      if (wanted > unsold) return rejection('TICKETS_NOT_AVAILABLE', { left: Math.max(0, unsold) })
    }
    for (const claim of mine) Object.assign(claim, { order, epoch })
    return { ok: true, ids: [...holdIds].sort() }
  }

  unbook(order: string, cart: string, now: number): unknown {
    const sold = this.soldTo(order).filter((claim) => claim.cart === cart)
    const living = sold.filter(({ until }) => until > now)
    const example = this.heldBy(cart)[0] ?? living[0]
    const end = { until: example?.until, extended: example?.extended }
    for (const claim of sold) this.claims.delete(claim.id)
    const epoch = Math.max(1, this.released.get(order) ?? -1, ...sold.map((claim) => claim.epoch))
    this.released.set(order, epoch)
    for (const claim of living) this.claims.set(claim.id, Object.assign(claim, { order: null, epoch: 0 }, end))
    return { ok: true, released: sold.length }
  }

  releaseOrder(order: string, epoch: number): unknown {
    const sold = this.soldTo(order).filter((claim) => claim.epoch <= epoch)
    for (const { id } of sold) this.claims.delete(id)
    this.released.set(order, Math.max(epoch, this.released.get(order) ?? -1))
    return { ok: true, released: sold.length }
  }

  rebook(
    order: string,
    epoch: number,
    seatIds: string[],
    amounts: { sectionId: string; amount: number }[],
    given: HeldSeat[],
  ) {
    const sold = this.soldTo(order)
    const done = sold.filter((claim) => claim.epoch === epoch)
    if (done.length > 0) {
      const name = (places: [string, number][]) => places.map(String).sort().join()
      const has = name(done.map((claim): [string, number] => [claim.seatId ?? claim.sectionId, claim.amount]))
      const wants = name([
        ...seatIds.map((id): [string, number] => [id, 1]),
        ...amounts.map((it): [string, number] => [it.sectionId, it.amount]),
      ])
      return has === wants
        ? { ok: true, ids: done.map(({ id }) => id).sort() }
        : rejection('IDEMPOTENCY_KEY_REUSED', {})
    }
    const stale = epoch <= (this.released.get(order) ?? -1) || sold.some((claim) => claim.epoch > epoch)
    for (const { id } of sold) this.claims.delete(id)
    const refusal = this.refuseRebooking(seatIds, amounts, stale)
    if (refusal) {
      for (const claim of sold) this.claims.set(claim.id, claim)
      return refusal
    }
    for (const { holdId, seatId, sectionId, amount } of given) {
      const placeOf = (it: { seatId: string | null; sectionId: string }) => it.seatId ?? it.sectionId
      const before = sold.find((claim) => placeOf(claim) === placeOf({ seatId, sectionId })) ?? sold[0]
      const owner = { cart: before?.cart ?? null, order, epoch, until: 0, extended: false }
      this.claims.set(holdId, { id: holdId, seatId, sectionId, amount, ...owner })
    }
    return { ok: true, ids: given.map(({ holdId }) => holdId).sort() }
  }

  private refuseRebooking(seatIds: string[], amounts: { sectionId: string; amount: number }[], stale: boolean) {
    const taken = seatIds.filter((id) => stale || !this.isOpen(id, []))
    if (taken.length > 0) return rejection('SEATS_NOT_AVAILABLE', { seatIds: taken })
    const short = amounts.find(({ sectionId, amount }) => stale || this.left(sectionId) < amount)
    return short
      ? rejection('TICKETS_NOT_AVAILABLE', { left: stale ? 0 : Math.max(0, this.left(short.sectionId)) })
      : null
  }

  freeSeatIds(): string[] {
    return this.seats.filter((seat) => this.isOpen(seat.id, [])).map(({ id }) => id)
  }

  left(areaId: string): number {
    const taken = [...this.claims.values()].filter((claim) => claim.seatId === null && claim.sectionId === areaId)
    return taken.reduce((sum, claim) => sum - claim.amount, this.capacity(areaId))
  }

  private capacity(areaId: string): number {
    return this.areas.find(({ id }) => id === areaId)?.capacity ?? 0
  }

  private soldIn(areaId: string): number {
    const inArea = [...this.claims.values()].filter((claim) => claim.seatId === null && claim.sectionId === areaId)
    return inArea.reduce((sum, { order, amount }) => sum + (order === null ? 0 : amount), 0)
  }

  heldBy(cart: string): ModelClaim[] {
    return [...this.claims.values()].filter((claim) => claim.cart === cart && claim.order === null)
  }

  boughtBy(cart: string): number {
    const bought = [...this.claims.values()].filter((claim) => claim.cart === cart && claim.order !== null)
    return bought.reduce((sum, claim) => sum + claim.amount, 0)
  }

  soldTo(order: string): ModelClaim[] {
    return [...this.claims.values()].filter((claim) => claim.order === order)
  }

  sum(sold: boolean): number {
    return [...this.claims.values()].reduce((sum, it) => sum + ((it.order !== null) === sold ? it.amount : 0), 0)
  }

  /** Returns whether the seat is free and every claim within the distance belongs to one of these carts. */
  private isOpen(seatId: string, carts: string[]): boolean {
    const spot = this.spots.get(seatId)
    if (spot === undefined) return false
    for (const claim of this.claims.values()) {
      if (claim.seatId === seatId) return false
      const other = this.spots.get(claim.seatId ?? '') ?? Number.NaN
      const isOwn = claim.cart !== null && carts.includes(claim.cart)
      if (!isOwn && Math.abs(other - spot) <= this.distance) return false
    }
    return true
  }
}
