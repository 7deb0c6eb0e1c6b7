/**
 * Lines that cannot be ordered. The server marks them in the cart, for example after a product was withdrawn. If the last
 * piece was sold meanwhile, only the refusal of an order names the variant. The mark then applies until the cart changes.
 */
import { useSyncExternalStore } from 'react'
import { ShopError } from '../data/fetch.ts'
import { createListeners } from '../data/listeners.ts'
import type { Cart, CartItem } from './use-cart.ts'

type Refused = { variantId: unknown; cartId: string; version: number }

let refused: Refused | null = null
const { subscribe, notify } = createListeners()

/** Marks the line that an order was refused for. Returns its name; null if the order was refused for another reason. */
export function markRefusedLine(error: unknown, cart: Cart): string | null {
  if (!(error instanceof ShopError) || error.code !== 'ITEM_NOT_AVAILABLE') return null
  const { variantId } = error.params
  refused = { variantId, cartId: cart.id, version: cart.version }
  notify()
  const parts = cart.items.flatMap((item) => [item, ...item.bundled])
  return parts.find(({ productVariantId }) => productVariantId === variantId)?.productName ?? null
}

/** A bundle cannot be ordered without any of its parts. */
export function useIsUnavailable(item: CartItem, cart: Pick<Cart, 'id' | 'version'> | undefined): boolean {
  const last = useSyncExternalStore(
    subscribe,
    () => refused,
    () => null,
  )
  const parts = [item, ...item.bundled]
  const isRefused = cart !== undefined && last?.cartId === cart.id && last.version === cart.version
  return parts.some(
    ({ available, productVariantId }) => !available || (isRefused && last.variantId === productVariantId),
  )
}
