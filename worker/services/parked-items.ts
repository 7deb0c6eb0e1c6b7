/** Puts the items and the voucher of an undone add-on back into the cart (MERGE-01). */
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import type { CartItem, CartState, CommandContext, ParkedItems } from '../domain/cart/cart.ts'
import type { Env } from '../env.ts'
import { addItems } from './cart.ts'
import type { CartDependencies } from './cart-command.ts'
import { log, reasonOf } from './log.ts'
import { renewVoucher } from './voucher.ts'
import { VOUCHER_PROGRAMMES } from './voucher-programme.ts'

/**
 * Adds the items as if the visitor added them again, each bundle as a whole. Items that are sold out, have left the
 * catalogue or exceed a limit are left out. An add-on contains only merchandise, so nothing is held.
 */
export async function returnItems(
  deps: CartDependencies,
  state: CartState,
  { orderId, items }: ParkedItems,
): Promise<{ state: CartState; restored: number; lost: number }> {
  let current = state
  let restored = 0
  let lost = 0
  for (const group of groupsOf(items)) {
    const answer = await addItems(deps, current, group.map(requestOf), orderId)
    if (answer.ok) {
      current = answer.state
      restored++
    } else lost++
  }
  return { state: current, restored, lost }
}

/**
 * Returns the cart with the voucher of the cancelled add-on, as its programme describes it now. A voucher that the fan has
 * entered since stays, and a voucher that the shop no longer accepts is left out. If its programme does not answer, the voucher
 * returns as it was, because it is looked up again before the next order.
 */
export async function returnVoucher(
  env: Env,
  context: CommandContext,
  state: CartState,
  { orderId, shopId, voucher }: ParkedItems,
): Promise<CartState> {
  if (!voucher || state.voucher) return state
  const returned = { ...state, voucher, version: state.version + 1 }
  try {
    // The programme still reserves the value for the add-on, unless the outbox has settled it already.
    await VOUCHER_PROGRAMMES[voucher.programme].settle(env, orderId, context.now)
    return (await renewVoucher(env, { ...context, shopId }, returned)).state ?? returned
  } catch (error) {
    log('warn', 'voucher of an add-on not looked up', { order: orderId, reason: reasonOf(error) })
    return returned
  }
}

function groupsOf(items: CartItem[]): CartItem[][] {
  const groups = new Map<string, CartItem[]>()
  for (const item of items) {
    const name = item.bundleKey ?? item.id
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...groups.values()]
}

function requestOf(item: CartItem): AddItemsRequest {
  const { variantId, amount, bundleKey, bundleProductId, bundleOption, personalIdentifier } = item
  return { productVariantId: variantId, amount, bundleKey, bundleProductId, bundleOption, personalIdentifier }
}
