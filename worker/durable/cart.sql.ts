/**
 * How a Cart object keeps itself: one record with its state, the answers it gave by key and the seat objects it ever asked
 * for holds, and one for the saga of a placement that is not finished. A visitor's object is short-lived and there are a
 * great many, so it makes do with the storage's key-value table: a table of its own would cost every new cart its making.
 */
import { DEFAULT_HOLD_SECONDS, SESSION_SECONDS } from '../../schema/limits.ts'
import type { CartState } from '../domain/cart.ts'
import type { Saga } from '../services/place-order.ts'

export type SeatObject = { eventId: string; block: number }
export type KeptAnswer = { key: string; body: string; answer: unknown; at: number }

type Kept = { state: CartState; answers: KeptAnswer[]; seatObjects: SeatObject[] }
type KeptSaga = { saga: Saga; body: string }

const RECORD = 'cart'
const SAGA = 'saga'
const ANSWERS_KEPT_MS = 2 * DEFAULT_HOLD_SECONDS * 1000
const MOST_ANSWERS = 60
const MOST_BOOKED = 100

export class CartStore {
  private readonly kv: SyncKvStorage
  private readonly cartId: string
  private record: Kept | undefined
  private openSaga: KeptSaga | undefined

  constructor(kv: SyncKvStorage, cartId: string) {
    this.kv = kv
    this.cartId = cartId
    this.record = kv.get<Kept>(RECORD)
    this.openSaga = kv.get<KeptSaga>(SAGA)
  }

  /** The record, a new cart's where there is none; making one up writes nothing. */
  private current(now: number): Kept {
    this.record ??= {
      state: {
        id: this.cartId,
        reference: this.cartId.slice(-10).toUpperCase(),
        version: 1,
        countryCode: 'de',
        items: [],
        heldUntil: null,
        sessionExpiresAt: now + SESSION_SECONDS * 1000,
      },
      answers: [],
      seatObjects: [],
    }
    return this.record
  }

  private save(record: Kept): void {
    this.record = record
    this.kv.put(RECORD, record)
  }

  state(now: number): CartState {
    return this.current(now).state
  }

  saveState(state: CartState, now: number): void {
    this.save({ ...this.current(now), state })
  }

  /** A command's effect and its answer, in one write. */
  saveCommand(state: CartState, answer: KeptAnswer): void {
    const record = this.current(answer.at)
    this.save({ ...record, state, answers: withAnswer(record.answers, answer) })
  }

  answer(key: string): KeptAnswer | null {
    return this.record?.answers.find((kept) => kept.key === key) ?? null
  }

  seatObjects(): SeatObject[] {
    return this.record?.seatObjects ?? []
  }

  noteSeatObject(object: SeatObject, now: number): void {
    const record = this.current(now)
    const isKnown = record.seatObjects.some(
      ({ eventId, block }) => eventId === object.eventId && block === object.block,
    )
    if (!isKnown) this.save({ ...record, seatObjects: [...record.seatObjects, object] })
  }

  saga(): KeptSaga | null {
    return this.openSaga ?? null
  }

  saveSaga(saga: Saga, body: string): void {
    this.openSaga = { saga, body }
    this.kv.put(SAGA, this.openSaga)
  }

  /** The placement is over: its answer stays, and after an order nothing else. */
  finishSaga(answer: KeptAnswer, isPlaced: boolean): void {
    const record = this.current(answer.at)
    const { state } = record
    this.save({
      state: isPlaced
        ? {
            ...state,
            items: [],
            heldUntil: null,
            version: state.version + 1,
            boughtFrom: withBookings(state.boughtFrom ?? [], this.openSaga?.saga.draft.bookings ?? []),
          }
        : state,
      answers: withAnswer(record.answers, answer),
      seatObjects: isPlaced ? [] : record.seatObjects,
    })
    this.openSaga = undefined
    this.kv.delete(SAGA)
  }
}

function withBookings(known: SeatObject[], bookings: SeatObject[]): SeatObject[] {
  const nameOf = ({ eventId, block }: SeatObject) => `${eventId}/${block}`
  const booked = new Map([...known, ...bookings].map((it) => [nameOf(it), { eventId: it.eventId, block: it.block }]))
  return [...booked.values()].slice(-MOST_BOOKED)
}

function withAnswer(answers: KeptAnswer[], answer: KeptAnswer): KeptAnswer[] {
  const fresh = answers.filter(({ key, at }) => key !== answer.key && at > answer.at - ANSWERS_KEPT_MS)
  return [...fresh.slice(1 - MOST_ANSWERS), answer]
}
