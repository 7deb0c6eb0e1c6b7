/**
 * A visitor's cart and session. Each visitor has one Cart object, which runs the visitor's commands one after the other.
 * It stores each command's answer under its idempotency key, so that a double click or a retry takes effect once.
 * services/cart and services/place-order contain the rules. This object stores the state and resumes interrupted work.
 */
import { DurableObject } from 'cloudflare:workers'
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { AddItemsRequest, MergePlaceOrder, PlaceOrder } from '../../schema/inputs/cart.ts'
import type { DetailsChanges } from '../../schema/inputs/cart-details.ts'
import {
  type AmountChange,
  type CartAnswer,
  type CartApi,
  type CartState,
  type CommandContext,
  type MeasuredAnswer,
  type OrderContext,
  type PlacedOrder,
  type SavedDetails,
  sessionIsOver,
  type UndoneMerge,
  type VariantChange,
} from '../domain/cart/cart.ts'
import { type CartDetails, NO_DETAILS } from '../domain/cart/cart-details.ts'
import type { CartVoucher } from '../domain/cart/cart-voucher.ts'
import type { Env } from '../env.ts'
import { changeAmount } from '../services/amount-change.ts'
import { addItems, finishRemoval, removeItem, updatePersonalIdentifier, withoutExpiredHolds } from '../services/cart.ts'
import type { CartDependencies, CommandAnswer } from '../services/cart-command.ts'
import { extendHolds } from '../services/hold-extension.ts'
import { log, reasonOf } from '../services/log.ts'
import { beginMerge, beginPlacement } from '../services/order-placement.ts'
import type { Saga } from '../services/place-order.ts'
import { SeatLoad } from '../services/seat-load.ts'
import { seatsObject } from '../services/seat-objects.ts'
import { changeVariant } from '../services/variant-change.ts'
import { renewVoucher } from '../services/voucher.ts'
import { AddOnUndo } from './add-on-undo.ts'
import { CartStore, digestOf, firstVersion, sessionEnd } from './cart.sql.ts'
import { cartDependencies } from './cart-dependencies.ts'
import { CartPlacement } from './cart-placement.ts'
import { compareHolds } from './hold-comparison.ts'

export class Cart extends DurableObject<Env> implements CartApi {
  private readonly store: CartStore
  private readonly placement: CartPlacement
  private readonly addOns: AddOnUndo
  /** Part of every hold's request key. It changes when holds become uncertain (see `CartDependencies`). */
  private incarnation = crypto.randomUUID()
  private holdsUncertain: boolean
  private tail: Promise<unknown> = Promise.resolve()
  private readonly seats = (eventId: string, block: number) => seatsObject(this.env, eventId, block)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.store = new CartStore(ctx.storage, ctx.id.name ?? ctx.id.toString())
    this.placement = new CartPlacement({
      store: this.store,
      env: () => this.env,
      seats: this.seats,
      waitUntil: (work) => ctx.waitUntil(work),
    })
    this.addOns = new AddOnUndo({
      store: this.store,
      env: () => this.env,
      dependencies: (context) => this.dependencies(context, ''),
    })
    this.holdsUncertain = this.store.seatObjects().length > 0
  }

  /** While an order placement is unfinished, returns the cart as it was when the order was requested. */
  read(context: CommandContext): Promise<CartState> {
    return this.inTurn(async () => {
      if (await this.placement.resume(context.now)) {
        await this.trySettle(context.now)
        await this.addOns.finish(context)
      }
      return this.store.state(context.now)
    })
  }

  async addItems(context: CommandContext, requests: AddItemsRequest[], key: string): Promise<MeasuredAnswer> {
    const seatLoad = new SeatLoad()
    const answer = await this.command(context, key, ['addItems', requests], (deps, state) =>
      addItems({ ...deps, seatLoad }, state, requests, key),
    )
    return { ...answer, seatLoad: seatLoad.report }
  }

  removeItem(context: CommandContext, itemId: string, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['removeItem', itemId], (deps, state) => removeItem(deps, state, itemId, key))
  }

  changeAmount(context: CommandContext, change: AmountChange, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['changeAmount', change.itemId, change.amount], (deps, state) =>
      changeAmount(deps, state, change, key),
    )
  }

  changeVariant(context: CommandContext, change: VariantChange, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['changeVariant', change.itemId, change.variantId], (deps, state) =>
      changeVariant(deps, state, change),
    )
  }

  changeCountry(context: CommandContext, countryCode: string, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['changeCountry', countryCode], async (_deps, state) => ({
      ok: true,
      shifted: false,
      state: { ...state, countryCode, version: state.version + 1 },
    }))
  }

  extendHolds(context: CommandContext, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['extendHolds'], extendHolds)
  }

  updatePersonalIdentifier(context: CommandContext, itemId: string, text: string, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['updatePersonalIdentifier', itemId, text], (deps, state) =>
      updatePersonalIdentifier(deps, state, itemId, text),
    )
  }

  readDetails(context: CommandContext): Promise<CartDetails> {
    return this.inTurn(async () => (this.isInUse(context.now) ? this.store.details.read() : NO_DETAILS))
  }

  /** Does not change the cart's version, because the items stay the same. */
  saveDetails(context: CommandContext, changes: DetailsChanges, key: string): Promise<SavedDetails> {
    return this.inTurn(async () => {
      if (!this.isInUse(context.now)) return refuse('CART_EMPTY', {})
      return this.store.details.save(changes, { key, digest: digestOf([changes]) }, firstVersion(context.now))
    })
  }

  /** Whether the cart has items and its session has not ended. */
  private isInUse(now: number): boolean {
    const state = this.store.state(now)
    return state.items.length > 0 && !sessionIsOver(state, now)
  }

  applyVoucher(context: CommandContext, voucher: CartVoucher | null, key: string): Promise<CartAnswer> {
    const request = ['applyVoucher', voucher && [voucher.programme, voucher.reference, voucher.limitCents]]
    return this.command(context, key, request, async (_deps, state) => ({
      ok: true,
      shifted: false,
      state: { ...state, voucher, version: state.version + 1 },
    }))
  }

  heartbeat(context: CommandContext): Promise<{ expiresAt: number; ended: boolean }> {
    return this.inTurn(async () => {
      const { now } = context
      const ended = this.store.saga() === null && sessionIsOver(this.store.state(now), now)
      if (ended) this.endSession(now)
      return { expiresAt: this.store.prolongSession(now), ended }
    })
  }

  placeOrder(context: OrderContext, input: PlaceOrder, key: string): Promise<PlacedOrder | Refusal> {
    return this.place(context, ['placeOrder', context.shopId, input], key, (state) =>
      beginPlacement(this.env, context, state, input, key),
    )
  }

  mergePlaceOrder(context: OrderContext, input: MergePlaceOrder, key: string): Promise<PlacedOrder | Refusal> {
    return this.place(context, ['mergePlaceOrder', context.shopId, input], key, (state) =>
      beginMerge(this.env, context, state, input, key),
    )
  }

  private place(
    context: OrderContext,
    request: unknown[],
    key: string,
    begin: (state: CartState) => Promise<Saga | Refusal>,
  ): Promise<PlacedOrder | Refusal> {
    return this.inTurn(async () => {
      const { now } = context
      if (!(await this.placement.resume(now))) return refuse('ORDER_PENDING', {})
      const { expired } = await this.settle(now)
      await this.addOns.finish(context)
      const digest = digestOf(request)
      const earlier = this.store.answer(key)
      if (earlier) {
        if (earlier.digest !== digest) return refuse('IDEMPOTENCY_KEY_REUSED', {})
        return earlier.answer as PlacedOrder | Refusal
      }
      const state = this.store.state(now)
      if (expired || state.ticketsExpired) {
        // The buyer is told once, or as long as nothing is left to order. The same request always gets this answer: the order
        // must not go through without the tickets because its first answer was lost.
        const answer = refuse('HOLD_EXPIRED', {})
        const ticketsExpired = state.items.length === 0
        this.store.saveCommand({ ...state, ticketsExpired }, { key, digest, answer, at: now })
        return answer
      }
      const renewed = await renewVoucher(this.env, context, this.store.state(now))
      if (renewed.state) this.store.saveState(renewed.state, now)
      if (renewed.refusal) return renewed.refusal
      const saga = await begin(this.store.state(now))
      if ('ok' in saga) return saga
      return (await this.placement.start(saga, digest, now)) ?? refuse('ORDER_PENDING', {})
    })
  }

  undoMerge(context: CommandContext, orderId: string): Promise<UndoneMerge | Refusal> {
    return this.inTurn(async () => {
      if (!(await this.placement.resume(context.now))) return refuse('ORDER_PENDING', {})
      await this.settle(context.now)
      return this.addOns.undo(context, orderId)
    })
  }

  /**
   * First resumes an unfinished order placement. Then ends the remaining passes of an order, releases holds without a
   * line, and deletes the stored data if it is no longer needed.
   */
  override async alarm(): Promise<void> {
    await this.inTurn(async () => {
      if (await this.placement.resume(Date.now())) return
      this.placement.setNextAlarm()
    })
    await this.placement.endPasses()
    await this.inTurn(async () => {
      // If a saga is open, the next alarm is already set.
      if (this.store.saga()) return
      const now = Date.now()
      await this.trySettle(now)
      await this.store.deleteWhenUnneeded(now)
    })
  }

  private async command(
    context: CommandContext,
    key: string,
    request: unknown[],
    run: (deps: CartDependencies, state: CartState) => Promise<CommandAnswer>,
  ): Promise<CartAnswer> {
    return this.inTurn(async () => {
      if (!(await this.placement.resume(context.now))) return refuse('ORDER_PENDING', {})
      await this.settle(context.now)
      await this.addOns.finish(context)
      const digest = digestOf(request)
      const earlier = this.store.answer(key)
      if (earlier) {
        if (earlier.digest !== digest) return refuse('IDEMPOTENCY_KEY_REUSED', {})
        const answer = earlier.answer as { ok: true; shifted: boolean } | Refusal
        return answer.ok ? { ...answer, state: this.store.state(context.now) } : answer
      }
      const state = this.store.stateToChange(context.now)
      let answer: CommandAnswer
      try {
        answer = await run(this.dependencies(context, digest), state)
      } catch (error) {
        this.markHoldsUncertain()
        throw error
      }
      const toStore = {
        key,
        digest,
        answer: answer.ok ? { ok: true, shifted: answer.shifted } : answer,
        at: context.now,
      }
      const stored = this.store.saveCommand(
        answer.ok ? { ...answer.state, sessionExpiresAt: sessionEnd(context.now) } : state,
        toStore,
      )
      return answer.ok ? { ...answer, state: stored } : answer
    })
  }

  private inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.tail.then(work)
    this.tail = turn.catch(() => undefined)
    return turn
  }

  /** Ends an expired session, removes expired holds, and verifies uncertain holds. Returns whether holds have expired. */
  private async settle(now: number): Promise<{ expired: boolean }> {
    const state = this.store.state(now)
    if (sessionIsOver(state, now)) this.endSession(now)
    const live = withoutExpiredHolds(state, now)
    if (live !== state && !sessionIsOver(state, now)) {
      this.store.saveState(live, now)
      // An EventSeats object may hold the seats for longer than the cart. The comparison below releases them, so that
      // others can buy them.
      this.markHoldsUncertain()
    }
    if (this.holdsUncertain) {
      await this.finishOpenRemoval(now)
      await compareHolds(this.store, this.seats, now)
      this.holdsUncertain = false
    }
    return { expired: live !== state }
  }

  /** Finishes a removal that a crash or a lost answer interrupted, so that a retry with its key gets the answer. */
  private async finishOpenRemoval(now: number): Promise<void> {
    const open = this.store.removal()
    if (!open) return
    const { removal, digest } = open
    const { state, shifted } = await finishRemoval({ seats: this.seats, now }, this.store.state(now), removal)
    this.store.saveCommand(state, { key: removal.key, digest, answer: { ok: true, shifted }, at: now })
  }

  /** Like `settle`, but logs errors, because reading the cart must not fail if an EventSeats object fails. */
  private async trySettle(now: number): Promise<void> {
    try {
      await this.settle(now)
    } catch (error) {
      log('warn', 'could not verify holds', { cartId: this.store.cartId, reason: reasonOf(error) })
    }
  }

  private endSession(now: number): void {
    const state = this.store.state(now)
    this.store.details.delete()
    const ticketsExpired = withoutExpiredHolds(state, now).ticketsExpired ?? false
    const version = state.version + 1
    this.store.saveState({ ...state, items: [], heldUntil: null, voucher: null, ticketsExpired, version }, now)
    this.markHoldsUncertain()
  }

  private markHoldsUncertain(): void {
    this.incarnation = crypto.randomUUID()
    this.holdsUncertain = true
  }

  private dependencies(context: CommandContext, digest: string): CartDependencies {
    const { env, store, seats, incarnation } = this
    return cartDependencies({ env, store, seats, incarnation }, context, digest)
  }
}
