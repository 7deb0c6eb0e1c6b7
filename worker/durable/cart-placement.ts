/**
 * The order placement of a cart object: runs the saga of `services/place-order` with the object's storage, resumes it
 * after a crash, and ends the waiting-room passes that an order uses up.
 */
import type { Refusal } from '../../schema/errors.ts'
import { openDatabase } from '../db/database.ts'
import { abandonOrder, followUpOf, reportUnreleasedSeats, writePlacedOrder } from '../db/placed-order.ts'
import type { ObjectHolds, PlacedOrder } from '../domain/cart/cart.ts'
import type { OrderDraft, WriteOutcome } from '../domain/orders/order-draft.ts'
import { newOrderReference } from '../domain/orders/order-reference.ts'
import type { EventSeatsApi } from '../domain/seats/seat-hold.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { enqueueOutboxRows } from '../services/outbox.ts'
import { MAX_ATTEMPTS, resumedSaga, runSaga, type Saga } from '../services/place-order.ts'
import { releaseHolds } from '../services/ticket-holds.ts'
import { VOUCHER_PROGRAMMES } from '../services/voucher-programme.ts'
import { endPassesOfCart } from '../services/waiting-room/pass-end.ts'
import type { CartStore } from './cart.sql.ts'

/** How long after the start of the first run the alarm resumes a placement that a crash interrupted. */
const RESUME_AFTER_MS = 5_000

/** The parts of the cart object that a placement uses. */
type CartObject = {
  readonly store: CartStore
  env(): Env
  seats(eventId: string, block: number): EventSeatsApi
  waitUntil(work: Promise<unknown>): void
}

export class CartPlacement {
  private readonly cart: CartObject

  constructor(cart: CartObject) {
    this.cart = cart
  }

  /**
   * Stores a new saga and runs it. Returns null if the outcome is unknown. The saga then stays open, and the alarm runs
   * it again.
   */
  start(saga: Saga, digest: string, now: number): Promise<PlacedOrder | Refusal | null> {
    this.cart.store.saveSaga(saga, digest, Date.now() + RESUME_AFTER_MS)
    return this.run(saga, digest, now)
  }

  /** Resumes an unfinished placement if its next attempt is due. Returns true if no placement is open afterwards. */
  async resume(now: number): Promise<boolean> {
    const open = this.cart.store.saga()
    if (!open) return true
    if (now < open.saga.retryAt) return false
    const saga = resumedSaga(open.saga, now)
    this.cart.store.saveSaga(saga, open.digest, saga.retryAt)
    return (await this.run(saga, open.digest, now)) !== null
  }

  /** Sets the alarm to the next attempt of an open placement. */
  setNextAlarm(): void {
    const open = this.cart.store.saga()
    if (open) this.cart.store.saveSaga(open.saga, open.digest, open.saga.retryAt)
  }

  /**
   * Ends the passes that an order uses up. This object does it, because the request that placed the order may have ended
   * before the order is placed.
   */
  async endPasses(): Promise<void> {
    const { store } = this.cart
    const ending = store.endingPasses()
    if (!ending) return
    const remaining = await endPassesOfCart(this.cart.env(), store.cartId, ending, Date.now())
    store.saveEndingPasses(remaining, ending, Date.now())
  }

  private async run(saga: Saga, digest: string, now: number): Promise<PlacedOrder | Refusal | null> {
    const { store, seats } = this.cart
    const db = openDatabase(this.cart.env().DB)
    let answer: PlacedOrder | Refusal
    try {
      answer = await runSaga(
        {
          now,
          seats,
          writeOrder: (draft) => this.write(draft, now),
          abandonOrder: (draft, fault) => abandonOrder(db, draft.order, fault, now),
          reportUnreleasedSeats: (draft) => reportUnreleasedSeats(db, draft, now),
          newReference: newOrderReference,
          saveSaga: (next) => store.saveSaga(next, digest),
        },
        saga,
      )
    } catch (error) {
      const { id: orderId } = saga.draft.order
      // An error alerts an operator, so only the first attempt after MAX_ATTEMPTS logs one. Other attempts log warnings.
      log(saga.attempts === MAX_ATTEMPTS + 1 ? 'error' : 'warn', 'order placement without a known outcome', {
        orderId,
        attempts: saga.attempts,
        reason: reasonOf(error),
      })
      return null
    }
    const fault = store.saga()?.saga.fault ?? null
    if (fault !== null && !answer.ok) log('error', 'order abandoned', { orderId: saga.draft.order.id, fault })
    store.finishSaga({ key: saga.key, digest, answer, at: now }, answer.ok, Date.now())
    const followUp = answer.ok ? followUpOf(saga.draft) : null
    if (followUp) this.cart.waitUntil(enqueueOutboxRows(this.cart.env(), followUp.id))
    if (!answer.ok && saga.draft.voucher) this.cart.waitUntil(this.releaseVoucher(saga.draft, now))
    if (answer.ok) this.cart.waitUntil(Promise.all([this.release(saga.draft.unordered, now), this.endPasses()]))
    return answer
  }

  /** Reserves the voucher and writes the order. The reservation can be repeated, as the write can. */
  private async write(draft: OrderDraft, now: number): Promise<WriteOutcome> {
    const env = this.cart.env()
    const { voucher } = draft
    const refusal = voucher && (await VOUCHER_PROGRAMMES[voucher.programme].reserve(env, draft.order.id, voucher, now))
    if (refusal) return { refusal, fault: null }
    return writePlacedOrder(openDatabase(env.DB), draft, now)
  }

  /** Releases the voucher of a refused order early. If this fails, the outbox releases it. */
  private async releaseVoucher({ order, voucher }: OrderDraft, now: number): Promise<void> {
    try {
      if (voucher) await VOUCHER_PROGRAMMES[voucher.programme].settle(this.cart.env(), order.id, now)
    } catch (error) {
      log('warn', 'voucher not released yet', { orderId: order.id, reason: reasonOf(error) })
    }
  }

  /** Releases holds. An error is only logged, because a hold that cannot be released expires by itself. */
  private async release(holds: ObjectHolds[], now: number): Promise<void> {
    const { store, seats } = this.cart
    try {
      await releaseHolds({ now, seats }, store.cartId, holds)
    } catch (error) {
      log('warn', 'could not release holds', { cartId: store.cartId, reason: reasonOf(error) })
    }
  }
}
