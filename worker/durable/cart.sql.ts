/**
 * The storage of a Cart object. It has the record, the saga of an unfinished order placement, and the details. Among other
 * things, the record contains the cart's state, the answers by idempotency key, and the EventSeats objects that the cart
 * asked for holds. Cart objects are many and short-lived, so they use the key-value storage. Creating a table would cost
 * additional writes for every new cart. With each answer, the record stores only a digest of the command's input, because
 * the input may contain names and addresses.
 */
import { createHash } from 'node:crypto'
import { DAY, SESSION_SECONDS } from '../../schema/limits.ts'
import type { CartState, ParkedItems } from '../domain/cart/cart.ts'
import { holdPeriodsWith } from '../domain/seats/hold-period.ts'
import { LONGEST_PASS_MS } from '../domain/waiting-room/waiting-room.ts'
import type { Saga } from '../services/place-order.ts'
import { CartDetailsStore } from './cart-details.sql.ts'
import {
  type CartRecord,
  type EndingPasses,
  type OpenRemoval,
  type OpenSaga,
  type SeatObject,
  type StoredAnswer,
  unneededAt,
  withAnswer,
  withBookings,
} from './cart-record.ts'
import { cartRecordOf, type FormerCartRecord, type FormerSaga, hasInputs, sagaOf } from './former-cart.ts'

const RECORD = 'cart'
const SAGA = 'saga'
/**
 * How long after the end of its session a cart still knows in which EventSeats objects it has bought tickets, so that they
 * count against the event's limit. The cart's cookie expires earlier.
 */
const PURCHASES_COUNT_MS = 31 * DAY
const MAX_SEAT_OBJECTS = 200
/** An add-on can be undone until it is paid. The longest deadline, of a bank transfer, ends about nine days later. */
const PARKED_MS = 12 * DAY
const MAX_PARKED = 5
/** The pause before the next attempt to end the passes in a waiting room that did not answer. */
const END_PASSES_AGAIN_MS = 15_000
/** A cart that is created again must have higher versions than before, even if the clock is behind by this much. */
const CLOCK_SKEW_SECONDS = 60
const FIRST_VERSION_AT = Date.UTC(2026, 0, 1)

/** The version of data that is stored for the first time, or again after it was deleted. */
export function firstVersion(now: number): number {
  return Math.floor((now - FIRST_VERSION_AT) / 1000)
}

export function digestOf(request: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url')
}

export class CartStore {
  private readonly storage: DurableObjectStorage
  readonly cartId: string
  readonly details: CartDetailsStore
  private record: CartRecord | undefined
  private openSaga: OpenSaga | undefined

  constructor(storage: DurableObjectStorage, cartId: string) {
    this.storage = storage
    this.cartId = cartId
    this.details = new CartDetailsStore(storage)
    const open = storage.kv.get<FormerSaga>(SAGA)
    if (open) this.openSaga = sagaOf(open, Date.now())
    const stored = storage.kv.get<FormerCartRecord>(RECORD)
    if (stored) {
      this.record = cartRecordOf(stored)
      if (hasInputs(stored)) this.save(this.record)
    }
  }

  /** Returns the stored record, or the record of a new cart, which is not stored yet. */
  private current(now: number): CartRecord {
    return this.record ?? { state: this.newState(now, 0), answers: [], seatObjects: [], wakeAt: null }
  }

  private newState(now: number, skewSeconds: number): CartState {
    return {
      id: this.cartId,
      reference: this.cartId.slice(-10).toUpperCase(),
      version: firstVersion(now) + skewSeconds,
      countryCode: 'de',
      items: [],
      heldUntil: null,
      holdsExtended: false,
      holdPeriods: [],
      sessionExpiresAt: sessionEnd(now),
    }
  }

  /** Stores the record and sets its next alarm: for ending passes, or for deleting the record once it is not needed. */
  private save(record: CartRecord): void {
    const at = record.endingPasses?.retryAt ?? unneededAt(record)
    if (this.openSaga) {
      this.setAlarm(Math.min(at, this.openSaga.wakeAt))
      this.put({ ...record, wakeAt: null })
    } else this.put(record.wakeAt === null || record.wakeAt > at ? { ...record, wakeAt: this.setAlarm(at) } : record)
  }

  private put(record: CartRecord): void {
    this.record = record
    this.storage.kv.put(RECORD, record)
  }

  /** Does not await: the alarm is committed together with the stored values, and the object's answers wait for both. */
  private setAlarm(at: number): number {
    void this.storage.setAlarm(at)
    return at
  }

  /** Returns the state for reading. The session of a cart without items starts again with each read. */
  state(now: number): CartState {
    const { state } = this.current(now)
    return state.items.length === 0 ? { ...state, sessionExpiresAt: sessionEnd(now) } : state
  }

  /**
   * Returns the state for a change. The version of a new cart is higher than all versions that `state` has returned.
   */
  stateToChange(now: number): CartState {
    return this.record?.state ?? this.newState(now, CLOCK_SKEW_SECONDS)
  }

  saveState(state: CartState, now: number): void {
    this.save({ ...this.current(now), state: settledState(state, now) })
  }

  /** Extends the session after a heartbeat. An empty cart has no session to extend. Returns the end of the session. */
  prolongSession(now: number): number {
    const expiresAt = sessionEnd(now)
    if (this.record && this.record.state.items.length > 0) {
      this.save({ ...this.record, state: { ...this.record.state, sessionExpiresAt: expiresAt } })
    }
    return expiresAt
  }

  /**
   * Saves the effect and the answer of a command in one write. Forgets EventSeats objects without a hold of the cart.
   */
  saveCommand(state: CartState, answer: StoredAnswer): CartState {
    const record = this.current(answer.at)
    // The answer of a successful command shows the cart without the expired tickets.
    const shown = answer.answer.ok ? { ...state, ticketsExpired: false } : state
    const settled = settledState(shown, answer.at)
    const seatObjects = seatObjectsOf(state)
    this.save({ ...record, state: settled, answers: withAnswer(record.answers, answer), seatObjects, removal: null })
    return settled
  }

  saveRemoval(removal: OpenRemoval, now: number): void {
    this.save({ ...this.current(now), removal })
  }

  removal(): OpenRemoval | null {
    return this.record?.removal ?? null
  }

  answer(key: string): StoredAnswer | null {
    return this.record?.answers.find((stored) => stored.key === key) ?? null
  }

  seatObjects(): SeatObject[] {
    return this.record?.seatObjects ?? []
  }

  rememberSeatObject(object: SeatObject, now: number): void {
    const record = this.record ?? { ...this.current(now), state: this.stateToChange(now) }
    const isRemembered = record.seatObjects.some(
      ({ eventId, block }) => eventId === object.eventId && block === object.block,
    )
    if (isRemembered) return
    this.save({ ...record, seatObjects: [...record.seatObjects.slice(1 - MAX_SEAT_OBJECTS), object] })
  }

  /** Forgets EventSeats objects without a hold of this cart. Call it only after the holds have been verified. */
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
   * Stores the saga and its alarm in one commit, so that the alarm fires even if the object stops during the first run.
   * Without `wakeAt`, the saga keeps its alarm. If passes must be ended earlier, the alarm is set to that time.
   */
  saveSaga(saga: Saga, digest: string, wakeAt = this.openSaga?.wakeAt ?? Date.now()): void {
    this.openSaga = { saga, digest, wakeAt }
    this.storage.kv.put(SAGA, this.openSaga)
    this.setAlarm(Math.min(wakeAt, this.record?.endingPasses?.retryAt ?? wakeAt))
  }

  /**
   * Ends the placement and stores its answer. If the order was placed, empties the cart, deletes the details and notes
   * the passes to end.
   */
  finishSaga(answer: StoredAnswer, isPlaced: boolean, now: number): void {
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
            voucher: null,
            ticketsExpired: false,
            version: state.version + 1,
            boughtFrom: withBookings(state.boughtFrom ?? [], this.openSaga?.saga.draft.bookings ?? []),
          }
        : withoutRefusedVoucher(state, answer),
      answers: withAnswer(record.answers, answer),
      seatObjects: isPlaced ? [] : record.seatObjects,
      wakeAt: null,
      endingPasses: isPlaced ? this.passesToEnd(record, now) : (record.endingPasses ?? null),
      parked: isPlaced ? this.parkedWith(record, now) : (record.parked ?? []),
    }
    this.openSaga = undefined
    this.storage.kv.delete(SAGA)
    if (isPlaced) this.details.delete()
    this.save(finished)
  }

  /** Keeps the items and the voucher of a new add-on. Forgets those of add-ons that can no longer be undone. */
  private parkedWith({ parked = [], state }: CartRecord, now: number): ParkedItems[] {
    const live = parked.filter(({ until }) => until > now)
    const order = this.openSaga?.saga.draft.order
    if (!order?.isReserved) return live
    const { id: orderId, shopId } = order
    return [
      ...live.slice(1 - MAX_PARKED),
      {
        orderId,
        shopId,
        items: state.items,
        voucher: state.voucher ?? null,
        until: now + PARKED_MS,
        isUndone: false,
      },
    ]
  }

  parked(): ParkedItems[] {
    return this.record?.parked ?? []
  }

  /** Notes that an add-on is being undone, or no longer. */
  markUndone(orderId: string, isUndone: boolean, now: number): void {
    const parked = this.parked().map((entry) => (entry.orderId === orderId ? { ...entry, isUndone } : entry))
    this.save({ ...this.current(now), parked })
  }

  /** Saves the cart with the items and the voucher of an undone add-on, and forgets them in the same write. */
  saveUndone(state: CartState, orderId: string, now: number): void {
    const parked = this.parked().filter((entry) => entry.orderId !== orderId)
    this.save({ ...this.current(now), state: settledState(state, now), parked })
  }

  private passesToEnd({ endingPasses }: CartRecord, now: number): EndingPasses | null {
    const rooms = new Set([...(endingPasses?.rooms ?? []), ...(this.openSaga?.saga.rooms ?? [])])
    return rooms.size === 0 ? null : { rooms: [...rooms], orderedAt: now, retryAt: now + END_PASSES_AGAIN_MS }
  }

  endingPasses(): EndingPasses | null {
    return this.record?.endingPasses ?? null
  }

  /**
   * Saves which waiting rooms have not ended the passes yet. Saves null if there are none, or if the passes have expired
   * by now.
   */
  saveEndingPasses(rooms: string[], { orderedAt }: EndingPasses, now: number): void {
    if (this.record?.endingPasses?.orderedAt !== orderedAt) return
    const isOver = rooms.length === 0 || now >= orderedAt + LONGEST_PASS_MS
    const endingPasses = isOver ? null : { rooms, orderedAt, retryAt: now + END_PASSES_AGAIN_MS }
    this.save({ ...this.record, endingPasses, wakeAt: null })
  }

  /** Deletes the stored data if it is no longer needed. Otherwise sets the next alarm. Only the alarm calls this. */
  async deleteWhenUnneeded(now: number): Promise<void> {
    if (!this.record) return
    const { endingPasses } = this.record
    if (endingPasses || unneededAt(this.record) > now) return this.save({ ...this.record, wakeAt: null })
    const { sessionExpiresAt, boughtFrom = [] } = this.record.state
    const countedUntil = sessionExpiresAt + PURCHASES_COUNT_MS
    if (boughtFrom.length > 0 && countedUntil > now) {
      this.details.delete()
      return this.put({ ...this.record, answers: [], wakeAt: this.setAlarm(countedUntil) })
    }
    await this.storage.deleteAll()
    this.record = undefined
  }
}

/** If an order was refused because of its voucher, the cart loses the voucher, so that the next order can be placed. */
function withoutRefusedVoucher(state: CartState, { answer }: StoredAnswer): CartState {
  const isRefused =
    'code' in answer && String(answer.code).startsWith('VOUCHER_') && answer.code !== 'VOUCHER_UNAVAILABLE'
  return isRefused ? { ...state, voucher: null, version: state.version + 1 } : state
}

export function sessionEnd(now: number): number {
  return now + SESSION_SECONDS * 1000
}

/** Returns the state with updated values of the fields that depend on the cart's holds. */
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
