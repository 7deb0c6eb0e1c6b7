/**
 * A visitor's cart and session: one object a visitor, so one visitor's commands have an order. Commands queue behind each
 * other; a command's answer is kept under its key, so that a double click or a repeated call takes effect once. The rules
 * are in services/cart and services/place-order; this object only stores, queues and resumes.
 */
import { DurableObject } from 'cloudflare:workers'
import { type Refusal, refuse } from '../../schema/errors.ts'
import { newId } from '../../schema/ids.ts'
import type { AddItemsRequest, PlaceOrder } from '../../schema/inputs/cart.ts'
import { SESSION_SECONDS } from '../../schema/limits.ts'
import { loadCarriers } from '../db/carrier.ts'
import { openDatabase } from '../db/database.ts'
import { followUpOf, writePlacedOrder } from '../db/placed-order.ts'
import { findPresaleCode } from '../db/presale-code.ts'
import { loadSellables, loadStock } from '../db/sellable.ts'
import { loadShops } from '../db/shop.ts'
import {
  type CartAnswer,
  type CartApi,
  type CartState,
  type CommandContext,
  type PlacedOrder,
  sessionIsOver,
} from '../domain/cart.ts'
import { linesOf } from '../domain/cart-line.ts'
import { draftOrder } from '../domain/order-draft.ts'
import { newOrderReference } from '../domain/order-reference.ts'
import { shopSells } from '../domain/shop-range.ts'
import type { Env } from '../env.ts'
import { addItems, changeAmount, removeItem, updatePersonalIdentifier, withoutExpiredHolds } from '../services/cart.ts'
import type { CartDependencies, CommandAnswer } from '../services/cart-command.ts'
import { offeredPayments } from '../services/checkout-options.ts'
import { extendHolds } from '../services/hold-extension.ts'
import { ringOutbox } from '../services/outbox.ts'
import { runSaga, type Saga } from '../services/place-order.ts'
import { seatBlocks } from '../services/seat-blocks.ts'
import { seatsObject } from '../services/seat-objects.ts'
import { CartStore } from './cart.sql.ts'

const RESUME_AFTER_MS = 5_000

/** Every command and every heartbeat prolongs the session. */
function sessionEnd(now: number): number {
  return now + SESSION_SECONDS * 1000
}

export class Cart extends DurableObject<Env> implements CartApi {
  private readonly store: CartStore
  /** Of this life of the object: holds asked for in an earlier one have another fate to be found out. */
  private incarnation = crypto.randomUUID()
  private holdsInDoubt: boolean
  private tail: Promise<unknown> = Promise.resolve()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.store = new CartStore(ctx.storage.kv, ctx.id.name ?? ctx.id.toString())
    this.holdsInDoubt = this.store.seatObjects().length > 0
  }

  read(context: CommandContext): Promise<CartState> {
    return this.inTurn(async () => {
      await this.settle(context.now)
      return this.store.state(context.now)
    })
  }

  addItems(context: CommandContext, requests: AddItemsRequest[], key: string): Promise<CartAnswer> {
    return this.command(context, key, ['addItems', requests], (deps, state) => addItems(deps, state, requests, key))
  }

  removeItem(context: CommandContext, itemId: string, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['removeItem', itemId], (deps, state) => removeItem(deps, state, itemId))
  }

  changeAmount(context: CommandContext, itemId: string, amount: number, key: string): Promise<CartAnswer> {
    return this.command(context, key, ['changeAmount', itemId, amount], (deps, state) =>
      changeAmount(deps, state, itemId, amount),
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
      const ended = sessionIsOver(this.store.state(context.now), context.now)
      await this.settle(context.now)
      const expiresAt = sessionEnd(context.now)
      this.store.saveState({ ...this.store.state(context.now), sessionExpiresAt: expiresAt }, context.now)
      return { expiresAt, ended }
    })
  }

  placeOrder(context: CommandContext, input: PlaceOrder, key: string): Promise<PlacedOrder | Refusal> {
    return this.inTurn(async () => {
      await this.settle(context.now)
      const body = JSON.stringify(['placeOrder', context.shopId, input])
      const known = this.store.answer(key)
      if (known)
        return known.body === body ? (known.answer as PlacedOrder | Refusal) : refuse('IDEMPOTENCY_KEY_REUSED', {})
      const saga = await this.beginSaga(context, input, key)
      if ('ok' in saga) return saga
      this.store.saveSaga(saga, body)
      // Not awaited: it is written with the saga in one commit, and whatever leaves this object waits for both.
      void this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
      return this.finishSaga(saga, body, context.now)
    })
  }

  /** An unfinished placement, or holds of unknown fate, are taken up again without waiting for the visitor. */
  override async alarm(): Promise<void> {
    await this.inTurn(() => this.settle(Date.now()))
  }

  private async command(
    context: CommandContext,
    key: string,
    request: unknown[],
    run: (deps: CartDependencies, state: CartState) => Promise<CommandAnswer>,
  ): Promise<CartAnswer> {
    return this.inTurn(async () => {
      await this.settle(context.now)
      const body = JSON.stringify(request)
      const known = this.store.answer(key)
      if (known) {
        if (known.body !== body) return refuse('IDEMPOTENCY_KEY_REUSED', {})
        const given = known.answer as { ok: true; shifted: boolean } | Refusal
        return given.ok ? { ...given, state: this.store.state(context.now) } : given
      }
      const state = withoutExpiredHolds(this.store.state(context.now), context.now)
      let answer: CommandAnswer
      try {
        answer = await run(this.dependencies(context), state)
      } catch (error) {
        this.doubtHolds()
        throw error
      }
      this.store.saveCommand(answer.ok ? { ...answer.state, sessionExpiresAt: sessionEnd(context.now) } : state, {
        key,
        body,
        answer: answer.ok ? { ok: true, shifted: answer.shifted } : answer,
        at: context.now,
      })
      return answer
    })
  }

  private inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.tail.then(work)
    this.tail = turn.catch(() => undefined)
    return turn
  }

  /** Brings the cart to a state that a command can start from: no open saga, no holds in doubt, nothing expired or left behind. */
  private async settle(now: number): Promise<void> {
    const open = this.store.saga()
    if (open) await this.finishSaga(open.saga, open.body, now)
    if (this.holdsInDoubt) await this.giveBackUnknownHolds(now)
    const state = this.store.state(now)
    if (sessionIsOver(state, now)) {
      this.store.saveState({ ...state, items: [], heldUntil: null, version: state.version + 1 }, now)
      this.doubtHolds()
      await this.giveBackUnknownHolds(now)
      return
    }
    const live = withoutExpiredHolds(state, now)
    if (live !== state) this.store.saveState(live, now)
  }

  private doubtHolds(): void {
    this.incarnation = crypto.randomUUID()
    this.holdsInDoubt = true
  }

  private async giveBackUnknownHolds(now: number): Promise<void> {
    const state = this.store.state(now)
    const known = new Set(state.items.flatMap((item) => item.hold?.holdId ?? []))
    await Promise.all(
      this.store.seatObjects().map(async ({ eventId, block }) => {
        const object = seatsObject(this.env, eventId, block)
        const { holds } = await object.holdsOf(state.id, now)
        const unknown = holds.map((hold) => hold.holdId).filter((holdId) => !known.has(holdId))
        if (unknown.length > 0) await object.release(state.id, unknown, now)
      }),
    )
    this.holdsInDoubt = false
  }

  private async beginSaga(context: CommandContext, input: PlaceOrder, key: string): Promise<Saga | Refusal> {
    const state = this.store.state(context.now)
    const db = openDatabase(this.env.DB)
    const [sellables, carriers, shops] = await Promise.all([
      loadSellables(
        db,
        context.catalogueVersion,
        state.items.map((item) => item.variantId),
      ),
      loadCarriers(db, context.catalogueVersion),
      loadShops(db, context.catalogueVersion),
    ])
    const shop = shops.find(({ id }) => id === context.shopId)
    if (!shop) return refuse('NOT_FOUND', { what: 'shop' })
    const lines = linesOf(state.items, sellables)
    const drafted = draftOrder({
      state,
      lines,
      carriers,
      payments: offeredPayments(this.env, shop, lines, context.locale, context.now),
      input,
      locale: context.locale,
      shopId: shop.id,
      orderId: newId('order', context.now),
      reference: newOrderReference(),
      newItemId: () => newId('orderItem', context.now),
      now: context.now,
    })
    return drafted.ok ? { key, step: 'reserved', draft: drafted.draft, refusal: null } : drafted
  }

  private async finishSaga(saga: Saga, body: string, now: number): Promise<PlacedOrder | Refusal> {
    let answer: PlacedOrder | Refusal
    try {
      answer = await runSaga(
        {
          now,
          seats: (eventId, block) => seatsObject(this.env, eventId, block),
          writeOrder: (draft) => writePlacedOrder(openDatabase(this.env.DB), draft, now),
          newReference: newOrderReference,
          saveSaga: (next) => this.store.saveSaga(next, body),
        },
        saga,
      )
    } catch (error) {
      await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
      throw error
    }
    this.store.finishSaga({ key: saga.key, body, answer, at: now }, answer.ok)
    void this.ctx.storage.deleteAlarm()
    const followUp = answer.ok ? followUpOf(saga.draft) : null
    if (followUp) this.ctx.waitUntil(ringOutbox(this.env, followUp.id))
    return answer
  }

  private dependencies(context: CommandContext): CartDependencies {
    const db = openDatabase(this.env.DB)
    return {
      now: context.now,
      sellables: (ids) => loadSellables(db, context.catalogueVersion, ids),
      stock: (ids) => loadStock(db, ids),
      presaleCode: (eventId, code) => findPresaleCode(db, eventId, code),
      seats: (eventId, block) => seatsObject(this.env, eventId, block),
      blocks: (event, seatIds, sectionId) => seatBlocks(this.env, event, seatIds, sectionId),
      discountsOpen: context.discountsOpen,
      shopSells: async (sellable) => shopSells(await loadShops(db, context.catalogueVersion), context.shopId, sellable),
      noteSeatObject: (eventId, block) => this.store.noteSeatObject({ eventId, block }, context.now),
      incarnation: this.incarnation,
      newItemId: () => newId('item', context.now),
    }
  }
}
