/** Changes the amount of a line: of merch, or of tickets without seats. A refused change leaves the line as it was. */
import { refuse } from '../../schema/errors.ts'
import { lineLimit } from '../../schema/rules/line-limit.ts'
import type { AmountChange, CartItem, CartState } from '../domain/cart/cart.ts'
import { ticketAmountIsFixed } from '../domain/cart/cart-line.ts'
import type { Sellable } from '../domain/catalogue/sellable.ts'
import { isPlainMerch, removeItem } from './cart.ts'
import type { CartDependencies, CommandAnswer } from './cart-command.ts'
import { refuseItems } from './refuse-items.ts'
import { resizeHold } from './ticket-holds.ts'

export async function changeAmount(
  deps: CartDependencies,
  state: CartState,
  change: AmountChange,
  key: string,
): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === change.itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  if (change.amount === 0) return removeItem(deps, state, change.itemId, key)
  const sellables = await deps.sellables(state.items.map(({ variantId }) => variantId))
  const sellable = sellables.get(item.variantId)
  if (!sellable?.active) return refuse('ITEM_NOT_AVAILABLE', { variantId: item.variantId })
  return sellable.event
    ? changeTickets(deps, state, { ...change, item, sellables })
    : changeMerch(deps, state, item, sellable, change.amount)
}

async function changeMerch(
  deps: CartDependencies,
  state: CartState,
  item: CartItem,
  sellable: Sellable,
  amount: number,
): Promise<CommandAnswer> {
  if (!isPlainMerch(item) || sellable.personalised) return refuseFixed()
  const limit = lineLimit(sellable.cartLimit)
  // Pieces of the same variant in bundles count too, though they are on other lines.
  const bundled = state.items
    .filter((other) => other.variantId === item.variantId && !isPlainMerch(other))
    .reduce((sum, other) => sum + other.amount, 0)
  if (bundled + amount > limit) return refuse('ITEM_LIMIT_EXCEEDED', { limit })
  const left = (await deps.stock([item.variantId])).get(item.variantId)
  if (left !== undefined && left < bundled + amount) return refuse('ITEM_NOT_AVAILABLE', { variantId: item.variantId })
  const items = state.items
    .filter((other) => other === item || other.variantId !== item.variantId || !isPlainMerch(other))
    .map((other) => (other === item ? { ...item, amount } : other))
  return { ok: true, shifted: false, state: { ...state, items, version: state.version + 1 } }
}

type TicketChange = AmountChange & { item: CartItem; sellables: ReadonlyMap<string, Sellable> }

/**
 * More tickets must pass the same checks as added ones, including the waiting rooms of the event. Tickets can be given back
 * at any time.
 */
async function changeTickets(
  deps: CartDependencies,
  state: CartState,
  { item, amount, admittedVariantId, sellables }: TicketChange,
): Promise<CommandAnswer> {
  const sellable = sellables.get(item.variantId)
  if (!sellable?.event || !item.hold || ticketAmountIsFixed(item, sellable)) return refuseFixed()
  const more = amount - item.amount
  if (more > 0) {
    if (admittedVariantId !== item.variantId) {
      return refuse('BAD_INPUT', { field: 'productVariantId', expected: 'the variant of the line' })
    }
    const refused = await refuseItems(deps, state, [{ productVariantId: item.variantId, amount: more }], sellables)
    if (refused) return refused
  }
  const answer = await resizeHold(deps, state, { ...item, hold: item.hold }, sellable.event, amount)
  if (!answer.ok) return answer
  const { hold, heldUntil } = answer
  const changed = { ...item, amount: hold.amount, hold: { ...hold, block: item.hold.block } }
  return {
    ok: true,
    shifted: false,
    state: {
      ...state,
      items: state.items.map((other) => (other === item ? changed : other)),
      heldUntil: Math.min(state.heldUntil ?? heldUntil, heldUntil),
      version: state.version + 1,
    },
  }
}

function refuseFixed() {
  return refuse('BAD_INPUT', { field: 'amount', expected: 'the fixed amount of this line' })
}
