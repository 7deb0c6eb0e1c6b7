/**
 * Undoes add-ons of a cart object (MERGE-01): cancels the order, and puts the items back into the cart. Before the
 * cancellation, the object notes that the add-on is being undone. If it stops afterwards, the next command or reading of the
 * cart puts the items back.
 */
import type { Refusal } from '../../schema/errors.ts'
import type { CommandContext, UndoneMerge } from '../domain/cart/cart.ts'
import type { Env } from '../env.ts'
import type { CartDependencies } from '../services/cart-command.ts'
import { log, reasonOf } from '../services/log.ts'
import { cancelAddOn } from '../services/order-merge.ts'
import { returnItems } from '../services/parked-items.ts'
import { type CartStore, sessionEnd } from './cart.sql.ts'

/** The parts of the cart object that the undoing uses. */
type CartObject = {
  readonly store: CartStore
  env(): Env
  dependencies(context: CommandContext): CartDependencies
}

export class AddOnUndo {
  private readonly cart: CartObject

  constructor(cart: CartObject) {
    this.cart = cart
  }

  undo(context: CommandContext, orderId: string): Promise<UndoneMerge | Refusal> {
    const { store } = this.cart
    if (store.parked().some((entry) => entry.orderId === orderId)) store.markUndone(orderId, true, context.now)
    return this.run(context, orderId)
  }

  /** Completes interrupted undoings. An error is only logged, so that the cart stays usable. */
  async finish(context: CommandContext): Promise<void> {
    for (const { orderId, isUndone } of this.cart.store.parked()) {
      if (!isUndone) continue
      try {
        await this.run(context, orderId)
      } catch (error) {
        log('warn', 'add-on not undone', { order: orderId, reason: reasonOf(error) })
      }
    }
  }

  private async run(context: CommandContext, orderId: string): Promise<UndoneMerge | Refusal> {
    const { store } = this.cart
    const { now } = context
    const cancelled = await cancelAddOn(this.cart.env(), orderId, now)
    const parked = store.parked().find((entry) => entry.orderId === orderId)
    if (!cancelled.ok) {
      if (parked) store.markUndone(orderId, false, now)
      return cancelled
    }
    if (!parked) return { ok: true, restored: 0, lost: 0 }
    // The cart accepted the items in that shop, and with a discount code if they need one.
    const deps = this.cart.dependencies({ ...context, shopId: parked.shopId, discountsOpen: true })
    const { state, restored, lost } = await returnItems(deps, store.stateToChange(now), parked)
    store.saveUndone({ ...state, sessionExpiresAt: sessionEnd(now) }, orderId, now)
    return { ok: true, restored, lost }
  }
}
