/**
 * A visitor's cart and session: one object a visitor, so one visitor's commands have an order. Commands queue behind each
 * other; a command's answer is kept under its key, so that a double click or a repeated call takes effect once. The rules
 * are in services/cart and services/place-order; this object only stores, queues and resumes.
 */
import { DurableObject } from 'cloudflare:workers'
import { type Refusal, refuse } from '../../schema/errors.ts'
import { newId } from '../../schema/ids.ts'
import type { AddItemsRequest, PlaceOrder } from '../../schema/inputs/cart.ts'
import { openDatabase } from '../db/database.ts'
import { abandonOrder, followUpOf, reportSeatsNotReturned, writePlacedOrder } from '../db/placed-order.ts'
import { findPresaleCode } from '../db/presale-code.ts'
import { loadLeftOut, loadSellables, loadStock } from '../db/sellable.ts'
import { loadShops } from '../db/shop.ts'
import {
  type CartAnswer,
  type CartApi,
  type CartState,
  type CommandContext,
  type MeasuredAnswer,
  type OrderContext,
  type PlacedOrder,
  sessionIsOver,
} from '../domain/cart/cart.ts'
import { shopSells } from '../domain/catalogue/shop-range.ts'
import { newOrderReference } from '../domain/orders/order-reference.ts'
import type { Env } from '../env.ts'
import {
  addItems,
  changeAmount,
  finishRemoval,
  removeItem,
  updatePersonalIdentifier,
  withoutExpiredHolds,
  withoutLostHolds,
  withSeats,
} from '../services/cart.ts'
import type { CartDependencies, CommandAnswer } from '../services/cart-command.ts'
import { extendHolds } from '../services/hold-extension.ts'
import { log, reasonOf } from '../services/log.ts'
import { beginPlacement } from '../services/order-placement.ts'
import { ringOutbox } from '../services/outbox.ts'
import { MOST_ATTEMPTS, resumedSaga, runSaga, type Saga } from '../services/place-order.ts'
import { seatBlocks } from '../services/seat-blocks.ts'
import { SeatLoad } from '../services/seat-load.ts'
import { seatsObject } from '../services/seat-objects.ts'
import { giveBackHolds, type TakenHolds } from '../services/ticket-holds.ts'
import { endPassesOfCart } from '../services/waiting-room/pass-end.ts'
import { CartStore, digestOf, sessionEnd } from './cart.sql.ts'

const RESUME_AFTER_MS = 5_000

export class Cart extends DurableObject<Env> implements CartApi {
  private readonly store: CartStore
  /** Of this life of the object: holds asked for in an earlier one have another fate to be found out. */
  private incarnation = crypto.randomUUID()
  private holdsInDoubt: boolean
  private tail: Promise<unknown> = Promise.resolve()
  private readonly seats = (eventId: string, block: number) => seatsObject(this.env, eventId, block)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.store = new CartStore(ctx.storage, ctx.id.name ?? ctx.id.toString())
    this.holdsInDoubt = this.store.seatObjects().length > 0
  }

  /** Also while a placement is stuck: the cart stays as it was when the order was asked for. */
  read(context: CommandContext): Promise<CartState> {
    return this.inTurn(async () => {
      if (await this.resumeSaga(context.now)) await this.settleAsFarAsPossible(context.now)
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

  changeAmount(context: CommandContext, itemId: string, amount: number, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['changeAmount', itemId, amount], (deps, state) =>
      changeAmount(deps, state, itemId, amount, key),
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

  heartbeat(context: CommandContext): Promise<{ expiresAt: number; ended: boolean }> {
    return this.inTurn(async () => {
      const { now } = context
      const ended = this.store.saga() === null && sessionIsOver(this.store.state(now), now)
      if (ended) this.endSession(now)
      return { expiresAt: this.store.prolongSession(now), ended }
    })
  }

  placeOrder(context: OrderContext, input: PlaceOrder, key: string): Promise<PlacedOrder | Refusal> {
    return this.inTurn(async () => {
      const { now } = context
      if (!(await this.resumeSaga(now))) return refuse('ORDER_PENDING', {})
      await this.settle(now)
      const digest = digestOf(['placeOrder', context.shopId, input])
      const known = this.store.answer(key)
      if (known) {
        return known.digest === digest ? (known.answer as PlacedOrder | Refusal) : refuse('IDEMPOTENCY_KEY_REUSED', {})
      }
      const saga = await beginPlacement(this.env, context, this.store.state(now), input, key)
      if ('ok' in saga) return saga
      this.store.saveSaga(saga, digest, Date.now() + RESUME_AFTER_MS)
      return (await this.finishSaga(saga, digest, now)) ?? refuse('ORDER_PENDING', {})
    })
  }

  /**
   * Runs an unfinished placement on before anything else, ends what is left of passes, gives back what is held without a
   * line, and deletes what nobody needs any more.
   */
  override async alarm(): Promise<void> {
    await this.inTurn(async () => {
      if (await this.resumeSaga(Date.now())) return
      const open = this.store.saga()
      if (open) this.store.saveSaga(open.saga, open.digest, open.saga.retryAt)
    })
    await this.endPasses()
    await this.inTurn(async () => {
      // The saga's own alarm comes again.
      if (this.store.saga()) return
      const now = Date.now()
      await this.settleAsFarAsPossible(now)
      await this.store.deleteWhenUseless(now)
    })
  }

  private async command(
    context: CommandContext,
    key: string,
    request: unknown[],
    run: (deps: CartDependencies, state: CartState) => Promise<CommandAnswer>,
  ): Promise<CartAnswer> {
    return this.inTurn(async () => {
      if (!(await this.resumeSaga(context.now))) return refuse('ORDER_PENDING', {})
      await this.settle(context.now)
      const digest = digestOf(request)
      const known = this.store.answer(key)
      if (known) {
        if (known.digest !== digest) return refuse('IDEMPOTENCY_KEY_REUSED', {})
        const given = known.answer as { ok: true; shifted: boolean } | Refusal
        return given.ok ? { ...given, state: this.store.state(context.now) } : given
      }
      const state = this.store.stateToChange(context.now)
      let answer: CommandAnswer
      try {
        answer = await run(this.dependencies(context, digest), state)
      } catch (error) {
        this.doubtHolds()
        throw error
      }
      const kept = { key, digest, answer: answer.ok ? { ok: true, shifted: answer.shifted } : answer, at: context.now }
      const stored = this.store.saveCommand(
        answer.ok ? { ...answer.state, sessionExpiresAt: sessionEnd(context.now) } : state,
        kept,
      )
      return answer.ok ? { ...answer, state: stored } : answer
    })
  }

  private inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.tail.then(work)
    this.tail = turn.catch(() => undefined)
    return turn
  }

  /** Brings the cart to a state that a command can start from: no holds in doubt, nothing expired or left behind. */
  private async settle(now: number): Promise<void> {
    const state = this.store.state(now)
    if (sessionIsOver(state, now)) this.endSession(now)
    const live = withoutExpiredHolds(state, now)
    if (live !== state && !sessionIsOver(state, now)) {
      this.store.saveState(live, now)
      // An object whose holds end later than the cart's would keep them from everybody.
      this.doubtHolds()
    }
    if (!this.holdsInDoubt) return
    await this.endRemoval(now)
    await this.compareHolds(now)
  }

  /** A removal of seats that a crash or a lost answer left unfinished. Whoever asks again by its key is told its outcome. */
  private async endRemoval(now: number): Promise<void> {
    const open = this.store.removal()
    if (!open) return
    const { removal, digest } = open
    const { state, shifted } = await finishRemoval({ seats: this.seats, now }, this.store.state(now), removal)
    this.store.saveCommand(state, { key: removal.key, digest, answer: { ok: true, shifted }, at: now })
  }

  /** For a look, which must not fail because an object of the seats does. */
  private async settleAsFarAsPossible(now: number): Promise<void> {
    try {
      await this.settle(now)
    } catch (error) {
      log('warn', 'holds in doubt', { cartId: this.store.cartId, reason: reasonOf(error) })
    }
  }

  private endSession(now: number): void {
    const state = this.store.state(now)
    this.store.saveState({ ...state, items: [], heldUntil: null, version: state.version + 1 }, now)
    this.doubtHolds()
  }

  private doubtHolds(): void {
    this.incarnation = crypto.randomUUID()
    this.holdsInDoubt = true
  }

  /**
   * What the objects hold for this cart and what the cart has lines for must be the same. After a crash between the two
   * writes it is not: holds without a line are given back, and lines without a hold leave the cart.
   */
  private async compareHolds(now: number): Promise<void> {
    const state = this.store.state(now)
    const known = new Set(state.items.flatMap((item) => item.hold?.holdId ?? []))
    const asked = await Promise.all(
      this.store.seatObjects().map(async ({ eventId, block }) => {
        const object = this.seats(eventId, block)
        const { holds, heldUntil } = await object.holdsOf(state.id, now)
        const unknown = holds.map((hold) => hold.holdId).filter((holdId) => !known.has(holdId))
        if (unknown.length > 0) await object.release(state.id, unknown, now)
        return { holds, heldUntil }
      }),
    )
    const moved = withSeats(
      state,
      asked.flatMap(({ holds }) => holds),
    )
    const live = withoutLostHolds(moved, asked)
    if (live !== state) this.store.saveState(live, now)
    this.store.forgetOtherSeatObjects()
    this.holdsInDoubt = false
  }

  /** A hold that cannot be given back ends by its own time. */
  private async giveBack(holds: TakenHolds[], now: number): Promise<void> {
    try {
      await giveBackHolds({ now, seats: this.seats }, this.store.cartId, holds)
    } catch (error) {
      log('warn', 'holds not given back', { cartId: this.store.cartId, reason: reasonOf(error) })
    }
  }

  /** True where no placement is open any more. One whose next attempt is not due yet stays as it is. */
  private async resumeSaga(now: number): Promise<boolean> {
    const open = this.store.saga()
    if (!open) return true
    if (now < open.saga.retryAt) return false
    const saga = resumedSaga(open.saga, now)
    this.store.saveSaga(saga, open.digest, saga.retryAt)
    return (await this.finishSaga(saga, open.digest, now)) !== null
  }

  /** Null where the outcome is not known: the saga stays, and the alarm runs it again. */
  private async finishSaga(saga: Saga, digest: string, now: number): Promise<PlacedOrder | Refusal | null> {
    const db = openDatabase(this.env.DB)
    let answer: PlacedOrder | Refusal
    try {
      answer = await runSaga(
        {
          now,
          seats: this.seats,
          writeOrder: (draft) => writePlacedOrder(db, draft, now),
          abandonOrder: (draft, fault) => abandonOrder(db, draft.order, fault, now),
          reportSeatsNotReturned: (draft) => reportSeatsNotReturned(db, draft, now),
          newReference: newOrderReference,
          saveSaga: (next) => this.store.saveSaga(next, digest),
        },
        saga,
      )
    } catch (error) {
      const { id: orderId } = saga.draft.order
      // Once at the level that wakes somebody: from here on it tries to undo itself.
      log(saga.attempts === MOST_ATTEMPTS + 1 ? 'error' : 'warn', 'order without a known outcome', {
        orderId,
        attempts: saga.attempts,
        reason: reasonOf(error),
      })
      return null
    }
    const fault = this.store.saga()?.saga.fault ?? null
    if (fault !== null && !answer.ok) log('error', 'order abandoned', { orderId: saga.draft.order.id, fault })
    this.store.finishSaga({ key: saga.key, digest, answer, at: now }, answer.ok, Date.now())
    const followUp = answer.ok ? followUpOf(saga.draft) : null
    if (followUp) this.ctx.waitUntil(ringOutbox(this.env, followUp.id))
    if (answer.ok) this.ctx.waitUntil(Promise.all([this.giveBack(saga.draft.unordered, now), this.endPasses()]))
    return answer
  }

  /** Here and not by the request that places the order, which may not live to see it placed. */
  private async endPasses(): Promise<void> {
    const ending = this.store.endingPasses()
    if (!ending) return
    const left = await endPassesOfCart(this.env, this.store.cartId, ending, Date.now())
    this.store.keepEndingPasses(left, ending, Date.now())
  }

  private dependencies(context: CommandContext, digest: string): CartDependencies {
    const db = openDatabase(this.env.DB)
    return {
      now: context.now,
      sellables: (ids) => loadSellables(db, context.catalogueVersion, ids),
      leftOut: (productIds) => loadLeftOut(db, productIds),
      stock: (ids) => loadStock(db, ids),
      presaleCode: (eventId, code) => findPresaleCode(db, this.env, eventId, code),
      seats: this.seats,
      seatLoad: new SeatLoad(),
      blocks: (event, seatIds, sectionId) => seatBlocks(this.env, event, seatIds, sectionId),
      discountsOpen: context.discountsOpen,
      shopSells: async (sellable) => shopSells(await loadShops(db, context.catalogueVersion), context.shopId, sellable),
      noteSeatObject: (eventId, block) => this.store.noteSeatObject({ eventId, block }, context.now),
      noteRemoval: (removal) => this.store.noteRemoval({ removal, digest }, context.now),
      incarnation: this.incarnation,
      newItemId: () => newId('item', context.now),
    }
  }
}
