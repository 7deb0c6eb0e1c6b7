/** Puts the items of an undone add-on back into the cart (MERGE-01). */
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import type { CartItem, CartState, ParkedItems } from '../domain/cart/cart.ts'
import { addItems } from './cart.ts'
import type { CartDependencies } from './cart-command.ts'

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
