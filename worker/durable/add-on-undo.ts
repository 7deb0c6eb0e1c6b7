/**
 * Undoes add-ons of a cart object (MERGE-01): cancels the order, and puts its items and its voucher back into the cart. Before
 * the cancellation, the object notes that the add-on is being undone. If it stops after the cancellation, the next command or
 * reading of the cart puts them back.
 */
import type { Refusal } from '../../schema/errors.ts'
import type { CommandContext, ParkedItems, UndoneMerge } from '../domain/cart/cart.ts'
import type { Env } from '../env.ts'
import type { CartDependencies } from '../services/cart-command.ts'
import { log, reasonOf } from '../services/log.ts'
import { addOnIsUndone, cancelAddOn } from '../services/order-merge.ts'
import { returnItems, returnVoucher } from '../services/parked-items.ts'
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

  /**
   * Completes interrupted undoings whose order was cancelled. Cancels nothing: if an undoing failed, its buyer got an error,
   * and may have ordered the add-on since. An error here is only logged, so that the cart stays usable.
   */
  async finish(context: CommandContext): Promise<void> {
    const { store } = this.cart
    for (const entry of store.parked()) {
      const { orderId, isUndone } = entry
      if (!isUndone) continue
      try {
        if (await addOnIsUndone(this.cart.env(), orderId)) await this.putBack(context, entry)
        else store.markUndone(orderId, false, context.now)
      } catch (error) {
        log('warn', 'items of an add-on not put back', { order: orderId, reason: reasonOf(error) })
      }
    }
  }

  private async run(context: CommandContext, orderId: string): Promise<UndoneMerge | Refusal> {
    const { store } = this.cart
    const cancelled = await cancelAddOn(this.cart.env(), orderId, context.now)
    const parked = store.parked().find((entry) => entry.orderId === orderId)
    if (!cancelled.ok) {
      if (parked) store.markUndone(orderId, false, context.now)
      return cancelled
    }
    return parked ? this.putBack(context, parked) : { ok: true, restored: 0, lost: 0 }
  }

  private async putBack(context: CommandContext, parked: ParkedItems): Promise<UndoneMerge> {
    const { store } = this.cart
    const { now } = context
    // The cart accepted the items in that shop, and with a discount code if they need one.
    const deps = this.cart.dependencies({ ...context, shopId: parked.shopId, discountsOpen: true })
    const { state, restored, lost } = await returnItems(deps, store.stateToChange(now), parked)
    const whole = await returnVoucher(this.cart.env(), context, state, parked)
    store.saveUndone({ ...whole, sessionExpiresAt: sessionEnd(now) }, parked.orderId, now)
    return { ok: true, restored, lost }
  }
}
