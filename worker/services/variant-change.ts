/**
 * Changes the variant of held tickets, such as from the full to a reduced price. The new variant must belong to the same
 * pricing category of the same event, so the hold stays as it is, and the seats cannot be lost. A refused change leaves the
 * line as it was.
 */
import { refuse } from '../../schema/errors.ts'
import type { CartState, VariantChange } from '../domain/cart/cart.ts'
import type { CartDependencies, CommandAnswer } from './cart-command.ts'
import { refuseUnsellable } from './refuse-items.ts'

export async function changeVariant(
  deps: Pick<CartDependencies, 'sellables' | 'shopSells' | 'discountsOpen'>,
  state: CartState,
  { itemId, variantId }: VariantChange,
): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  if (item.hold === null || item.bundleKey !== null) {
    return refuse('BAD_INPUT', { field: 'itemId', expected: 'a ticket that is not part of a bundle' })
  }
  if (item.variantId === variantId) return { ok: true, shifted: false, state }
  const sellables = await deps.sellables([item.variantId, variantId])
  const wanted = sellables.get(variantId)
  if (wanted?.eventId !== item.eventId || wanted.event?.category !== item.hold.category) {
    return refuse('BAD_INPUT', { field: 'productVariantId', expected: 'a variant of the same pricing category' })
  }
  const refused = await refuseUnsellable(deps, [{ productVariantId: variantId, amount: item.amount }], sellables)
  if (refused) return refused
  const changed = { ...item, variantId, productId: wanted.productId }
  return {
    ok: true,
    shifted: false,
    state: {
      ...state,
      items: state.items.map((other) => (other === item ? changed : other)),
      version: state.version + 1,
    },
  }
}
