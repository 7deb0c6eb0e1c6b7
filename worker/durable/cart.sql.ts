/**
 * How a Cart object keeps itself: one record with its state, the answers it gave by key and the seat objects it ever asked
 * for holds, and one for the saga of a placement that is not finished. A visitor's object is short-lived and there are a
 * great many, so it makes do with the storage's key-value table: a table of its own would cost every new cart its making.
 * Of a command it keeps a digest, never the input, which names and addresses are part of.
 */
import { createHash } from 'node:crypto'
import { DAY, DEFAULT_HOLD_SECONDS, HOLD_PAUSE_MS, SESSION_SECONDS } from '../../schema/limits.ts'
import type { CartState } from '../domain/cart/cart.ts'
import { storedBytes } from '../domain/cart/cart-size.ts'
import { holdPeriodsWith } from '../domain/seats/hold-period.ts'
import { LONGEST_PASS_MS } from '../domain/waiting-room/waiting-room.ts'
import type { Saga } from '../services/place-order.ts'
import type { EndingPasses, Kept, KeptAnswer, OpenRemoval, OpenSaga, SeatObject } from './cart-record.ts'
import { type FormerKept, type FormerSaga, holdsInputs, keptOf, sagaOf } from './former-cart.ts'

const RECORD = 'cart'
const SAGA = 'saga'
/** So long does a key give the same answer; afterwards nobody repeats a call any more. */
const ANSWERS_KEPT_MS = 2 * DEFAULT_HOLD_SECONDS * 1000
/** As long as the cookie names this cart: where it has bought counts against an event's limit. */
const PURCHASES_COUNT_MS = 31 * DAY
const MOST_ANSWERS = 60
const MOST_BOOKED = 100
const MOST_REFUSAL_BYTES = 8_000
const MOST_SEAT_OBJECTS = 200
/** A waiting room that did not hear of an order is told again after this. */
const END_PASSES_AGAIN_MS = 15_000
/** Versions of a cart that was deleted and made anew go on above the former ones; a clock may be so much behind. */
const CLOCK_SKEW_SECONDS = 60
const FIRST_VERSION_AT = Date.UTC(2026, 0, 1)

export function digestOf(request: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url')
}

export class CartStore {
  private readonly storage: DurableObjectStorage
  readonly cartId: string
  private record: Kept | undefined
  private openSaga: OpenSaga | undefined

  constructor(storage: DurableObjectStorage, cartId: string) {
    this.storage = storage
    this.cartId = cartId
    const open = storage.kv.get<FormerSaga>(SAGA)
    if (open) this.openSaga = sagaOf(open, Date.now())
    const stored = storage.kv.get<FormerKept>(RECORD)
    if (stored) {
      this.record = keptOf(stored)
      if (holdsInputs(stored)) this.save(this.record)
    }
  }

  /** The record, a new cart's where there is none; making one up writes nothing. */
  private current(now: number): Kept {
    return this.record ?? { state: this.newState(now, 0), answers: [], seatObjects: [], wakeAt: null }
  }

  private newState(now: number, skewSeconds: number): CartState {
    return {
      id: this.cartId,
      reference: this.cartId.slice(-10).toUpperCase(),
      version: Math.floor((now - FIRST_VERSION_AT) / 1000) + skewSeconds,
      countryCode: 'de',
      items: [],
      heldUntil: null,
      holdsExtended: false,
      holdPeriods: [],
      sessionExpiresAt: sessionEnd(now),
    }
  }

  /** With the first record comes the alarm that deletes it one day. It never takes the place of an open saga's. */
  private save(record: Kept): void {
    const at = record.endingPasses?.retryAt ?? uselessAt(record)
    if (this.openSaga) {
      this.setAlarm(Math.min(at, this.openSaga.wakeAt))
      this.put({ ...record, wakeAt: null })
    } else this.put(record.wakeAt === null || record.wakeAt > at ? { ...record, wakeAt: this.setAlarm(at) } : record)
  }

  private put(record: Kept): void {
    this.record = record
    this.storage.kv.put(RECORD, record)
  }

  /** Not awaited: it is written in one commit with what is stored now, and whatever leaves the object waits for both. */
  private setAlarm(at: number): number {
    void this.storage.setAlarm(at)
    return at
  }

  /** What is shown. A cart without items has a session that begins with each look. */
  state(now: number): CartState {
    const { state } = this.current(now)
    return state.items.length === 0 ? { ...state, sessionExpiresAt: sessionEnd(now) } : state
  }

  /** What a command starts from: a new cart's first version is above all that were shown of it. */
  stateToChange(now: number): CartState {
    return this.record?.state ?? this.newState(now, CLOCK_SKEW_SECONDS)
  }

  saveState(state: CartState, now: number): void {
    this.save({ ...this.current(now), state: settledState(state, now) })
  }

  /** A heartbeat or a command prolongs the session; a cart with nothing in it has none to prolong. */
  prolongSession(now: number): number {
    const expiresAt = sessionEnd(now)
    if (this.record && this.record.state.items.length > 0) {
      this.save({ ...this.record, state: { ...this.record.state, sessionExpiresAt: expiresAt } })
    }
    return expiresAt
  }

  /** A command's effect and its answer, in one write. Only the objects whose holds are in the cart are remembered. */
  saveCommand(state: CartState, answer: KeptAnswer): CartState {
    const record = this.current(answer.at)
    const settled = settledState(state, answer.at)
    const seatObjects = seatObjectsOf(state)
    this.save({ ...record, state: settled, answers: withAnswer(record.answers, answer), seatObjects, removal: null })
    return settled
  }

  noteRemoval(removal: OpenRemoval, now: number): void {
    this.save({ ...this.current(now), removal })
  }

  removal(): OpenRemoval | null {
    return this.record?.removal ?? null
  }

  answer(key: string): KeptAnswer | null {
    return this.record?.answers.find((kept) => kept.key === key) ?? null
  }

  seatObjects(): SeatObject[] {
    return this.record?.seatObjects ?? []
  }

  noteSeatObject(object: SeatObject, now: number): void {
    const record = this.record ?? { ...this.current(now), state: this.stateToChange(now) }
    const isKnown = record.seatObjects.some(
      ({ eventId, block }) => eventId === object.eventId && block === object.block,
    )
    if (isKnown) return
    this.save({ ...record, seatObjects: [...record.seatObjects.slice(1 - MOST_SEAT_OBJECTS), object] })
  }

  /** The holds of these objects are the cart's own and no others. */
  forgetOtherSeatObjects(): void {
    const { record } = this
    if (!record) return
    const seatObjects = seatObjectsOf(record.state)
    if (seatObjects.length < record.seatObjects.length) this.save({ ...record, seatObjects })
  }

  saga(): OpenSaga | null {
    return this.openSaga ?? null
  }

  /**
   * Stores the saga and sets its alarm in one commit, so that the alarm survives the death of the object in the first run.
   * Without a `wakeAt` the saga keeps the one it has. The alarm comes earlier where passes are to be ended before that.
   */
  saveSaga(saga: Saga, digest: string, wakeAt = this.openSaga?.wakeAt ?? Date.now()): void {
    this.openSaga = { saga, digest, wakeAt }
    this.storage.kv.put(SAGA, this.openSaga)
    this.setAlarm(Math.min(wakeAt, this.record?.endingPasses?.retryAt ?? wakeAt))
  }

  /** The placement is over: its answer stays, and after an order nothing else but the passes to end. */
  finishSaga(answer: KeptAnswer, isPlaced: boolean, now: number): void {
    const record = this.current(answer.at)
    const { state } = record
    const finished = {
      ...record,
      state: isPlaced
        ? {
            ...state,
            items: [],
            heldUntil: null,
            holdsExtended: false,
            holdPeriods: [],
            version: state.version + 1,
            boughtFrom: withBookings(state.boughtFrom ?? [], this.openSaga?.saga.draft.bookings ?? []),
          }
        : state,
      answers: withAnswer(record.answers, answer),
      seatObjects: isPlaced ? [] : record.seatObjects,
      wakeAt: null,
      endingPasses: isPlaced ? this.passesToEnd(record, now) : (record.endingPasses ?? null),
    }
    this.openSaga = undefined
    this.storage.kv.delete(SAGA)
    this.save(finished)
  }

  private passesToEnd({ endingPasses }: Kept, now: number): EndingPasses | null {
    const rooms = new Set([...(endingPasses?.rooms ?? []), ...(this.openSaga?.saga.rooms ?? [])])
    return rooms.size === 0 ? null : { rooms: [...rooms], orderedAt: now, retryAt: now + END_PASSES_AGAIN_MS }
  }

  endingPasses(): EndingPasses | null {
    return this.record?.endingPasses ?? null
  }

  /** The other rooms know of the order. Passes that are over anyway need no end. */
  keepEndingPasses(rooms: string[], { orderedAt }: EndingPasses, now: number): void {
    if (this.record?.endingPasses?.orderedAt !== orderedAt) return
    const isOver = rooms.length === 0 || now >= orderedAt + LONGEST_PASS_MS
    const endingPasses = isOver ? null : { rooms, orderedAt, retryAt: now + END_PASSES_AGAIN_MS }
    this.save({ ...this.record, endingPasses, wakeAt: null })
  }

  /** The alarm has come: deletes everything that is of no use any more, or sets the next alarm. */
  async deleteWhenUseless(now: number): Promise<void> {
    if (!this.record) return
    const { endingPasses } = this.record
    if (endingPasses || uselessAt(this.record) > now) return this.save({ ...this.record, wakeAt: null })
    const { sessionExpiresAt, boughtFrom = [] } = this.record.state
    const countedUntil = sessionExpiresAt + PURCHASES_COUNT_MS
    if (boughtFrom.length > 0 && countedUntil > now) {
      return this.put({ ...this.record, answers: [], wakeAt: this.setAlarm(countedUntil) })
    }
    await this.storage.deleteAll()
    this.record = undefined
  }
}

function withBookings(known: SeatObject[], bookings: SeatObject[]): SeatObject[] {
  const nameOf = ({ eventId, block }: SeatObject) => `${eventId}/${block}`
  const booked = new Map([...known, ...bookings].map((it) => [nameOf(it), { eventId: it.eventId, block: it.block }]))
  return [...booked.values()].slice(-MOST_BOOKED)
}

/**
 * When nothing here is of use any more: the session is long over, no call that is repeated needs its old answer, and no
 * pause between holds is running.
 */
function uselessAt({ state, answers }: Kept): number {
  return Math.max(
    state.sessionExpiresAt + ANSWERS_KEPT_MS,
    ...answers.map(({ at }) => at + ANSWERS_KEPT_MS),
    ...state.holdPeriods.map(({ until }) => until + HOLD_PAUSE_MS),
  )
}

export function sessionEnd(now: number): number {
  return now + SESSION_SECONDS * 1000
}

/** What follows from a cart's items, in step with them. */
function settledState(state: CartState, now: number): CartState {
  return {
    ...state,
    holdsExtended: state.heldUntil !== null && state.holdsExtended,
    holdPeriods: holdPeriodsWith(state.holdPeriods, state.items, state.heldUntil, now),
  }
}

function seatObjectsOf({ items }: CartState): SeatObject[] {
  const objects = new Map<string, SeatObject>()
  for (const { eventId, hold } of items) {
    if (eventId && hold) objects.set(`${eventId}/${hold.block}`, { eventId, block: hold.block })
  }
  return [...objects.values()]
}

/**
 * A command that took effect is answered by its key for the whole time. Refusals changed nothing, and one that is judged
 * anew does no harm: they are remembered as far as there is room.
 */
function withAnswer(answers: KeptAnswer[], answer: KeptAnswer): KeptAnswer[] {
  const fresh = answers.filter(({ key, at }) => key !== answer.key && at > answer.at - ANSWERS_KEPT_MS)
  let refusalBytes = 0
  return [...fresh.slice(1 - MOST_ANSWERS), answer]
    .reverse()
    .filter((kept) => {
      if (kept.answer.ok) return true
      refusalBytes += storedBytes(kept)
      return refusalBytes <= MOST_REFUSAL_BYTES
    })
    .reverse()
}
