/**
 * The commands of one cart. The Cart object runs them one after the other, passes their dependencies and stores their
 * answers. A command either takes effect completely, or returns a refusal and leaves the cart as it was. Before a refused
 * command answers, it releases the holds that it took.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import { type AddItemsRequest, personalIdentifierSchema } from '../../schema/inputs/cart.ts'
import { completeNames } from '../../schema/inputs/holder.ts'
import { MAX_CART_LINES } from '../../schema/limits.ts'
import type { CartItem, CartState, Removal } from '../domain/cart/cart.ts'
import { holdsByObject, type ObjectHolds } from '../domain/cart/cart.ts'
import { itemsAreTooLarge } from '../domain/cart/cart-size.ts'
import type { Sellable } from '../domain/catalogue/sellable.ts'
import type { HeldSeat } from '../domain/seats/seat-hold.ts'
import type { CartDependencies, CommandAnswer } from './cart-command.ts'
import { refuseItems } from './refuse-items.ts'
import { holdTickets, releaseHolds } from './ticket-holds.ts'

export function withoutExpiredHolds(state: CartState, now: number): CartState {
  if (state.heldUntil === null || state.heldUntil > now) return state
  return { ...without(state, (item) => item.hold !== null), heldUntil: null, ticketsExpired: true }
}

/**
 * `live` contains the holds that the seat objects have for the cart. All tickets in the cart expire when the first of these
 * holds expires.
 */
export function withoutLostHolds(
  state: CartState,
  live: { holds: { holdId: string }[]; heldUntil: number | null }[],
): CartState {
  const holdIds = new Set(live.flatMap(({ holds }) => holds.map(({ holdId }) => holdId)))
  const isLost = ({ hold }: CartItem) => hold !== null && !holdIds.has(hold.holdId)
  const remaining = state.items.some(isLost) ? without(state, isLost) : state
  if (!remaining.items.some(({ hold }) => hold !== null))
    return remaining.heldUntil === null ? remaining : { ...remaining, heldUntil: null }
  const held = new Set(remaining.items.flatMap(({ hold }) => hold?.holdId ?? []))
  const ends = live.flatMap(({ holds, heldUntil }) =>
    holds.some(({ holdId }) => held.has(holdId)) ? (heldUntil ?? []) : [],
  )
  const heldUntil = Math.min(...ends)
  return heldUntil === remaining.heldUntil ? remaining : { ...remaining, heldUntil }
}

/** If a part of a bundle is lost, the whole bundle is removed. */
function without(state: CartState, isLost: (item: CartItem) => boolean): CartState {
  const lostBundles = new Set(state.items.filter(isLost).flatMap(({ bundleKey }) => bundleKey ?? []))
  const items = state.items.filter(
    (item) => !isLost(item) && (item.bundleKey === null || !lostBundles.has(item.bundleKey)),
  )
  return { ...state, items, version: state.version + 1 }
}

export async function addItems(
  deps: CartDependencies,
  state: CartState,
  requests: AddItemsRequest[],
  key: string,
): Promise<CommandAnswer> {
  const sellables = await deps.sellables([
    ...requests.map((request) => request.productVariantId),
    ...state.items.map((item) => item.variantId),
  ])
  const refused = await refuseItems(deps, state, requests, sellables)
  if (refused) return refused

  const taken: ObjectHolds[] = []
  const added: CartItem[] = []
  let heldUntil = state.heldUntil
  let shifted = false
  for (const [index, request] of requests.entries()) {
    const sellable = sellables.get(request.productVariantId)
    if (!sellable) continue
    const item = emptyItem(deps, request, sellable)
    if (!sellable.event) {
      added.push(item)
      continue
    }
    const held = await holdTickets(
      deps,
      { ...state, heldUntil, items: [...state.items, ...added] },
      sellable,
      request,
      `${key}:${index}`,
    )
    taken.push(...held.taken)
    if (!held.ok) {
      await releaseHolds(deps, state.id, taken)
      return withFreedTickets(held.refusal, sellable, added)
    }
    shifted ||= held.shifted
    heldUntil = Math.min(heldUntil ?? held.heldUntil, held.heldUntil)
    const { presaleCodeId } = held
    for (const { hold, block } of held.holds) {
      added.push({ ...item, id: deps.newItemId(), amount: hold.amount, hold: { ...hold, block }, presaleCodeId })
    }
  }
  const items = [...state.items, ...added]
  if (items.length > MAX_CART_LINES || itemsAreTooLarge(items)) {
    await releaseHolds(deps, state.id, taken)
    return refuse('CART_FULL', { limit: MAX_CART_LINES })
  }
  return {
    ok: true,
    shifted,
    state: { ...state, items, heldUntil, version: state.version + 1 },
  }
}

/** The command gives back the tickets that it has taken before it is refused, so they are left, too. */
function withFreedTickets(refusal: Refusal, { event }: Sellable, added: CartItem[]): Refusal {
  if (refusal.code !== 'TICKETS_NOT_AVAILABLE') return refusal
  const isSame = ({ eventId, hold }: CartItem) => eventId === event?.id && hold?.category === event?.category
  const freed = added.filter(isSame).reduce((sum, { amount }) => sum + amount, 0)
  return refuse('TICKETS_NOT_AVAILABLE', { left: refusal.params.left + freed })
}

function emptyItem(deps: CartDependencies, request: AddItemsRequest, sellable: Sellable): CartItem {
  return {
    id: deps.newItemId(),
    variantId: sellable.variantId,
    productId: sellable.productId,
    eventId: sellable.eventId,
    amount: request.amount,
    hold: null,
    bundleKey: request.bundleKey ?? null,
    bundleProductId: request.bundleProductId ?? null,
    bundleOption: request.bundleOption ?? null,
    personalIdentifier: request.personalIdentifier ?? null,
    presaleCodeId: null,
    addedAt: deps.now,
  }
}

export async function removeItem(
  deps: CartDependencies,
  state: CartState,
  itemId: string,
  key: string,
): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  const removed =
    item.bundleKey !== null
      ? state.items.filter(({ bundleKey }) => bundleKey === item.bundleKey)
      : isPlainMerch(item)
        ? state.items.filter((other) => other.variantId === item.variantId && isPlainMerch(other))
        : [item]
  const seated = removed.filter(({ hold }) => hold?.seatId)
  const sellables =
    seated.length > 0 ? await deps.sellables(seated.map(({ variantId }) => variantId)) : new Map<string, Sellable>()
  const tidyEvents = new Set(
    seated.flatMap(({ variantId }) => {
      const { event } = sellables.get(variantId) ?? {}
      return event?.rules.avoidSingleSeats ? [event.id] : []
    }),
  )
  const releases = holdsByObject(removed).map((holds) => ({ ...holds, isTidy: tidyEvents.has(holds.eventId) }))
  const removal = { key, itemIds: removed.map(({ id }) => id), releases }
  if (tidyEvents.size > 0) deps.saveRemoval(removal)
  return finishRemoval(deps, state, removal)
}

/** Idempotent, because a crashed removal runs again. For the same key, a seat object returns the same moved seats. */
export async function finishRemoval(
  { seats, now }: Pick<CartDependencies, 'seats' | 'now'>,
  state: CartState,
  { key, itemIds, releases }: Removal,
): Promise<Extract<CommandAnswer, { ok: true }>> {
  const answers = await Promise.all(
    releases.map(({ eventId, block, holdIds, isTidy }) =>
      isTidy
        ? seats(eventId, block).release(state.id, holdIds, now, `remove:${key}:${holdIds[0]}`)
        : seats(eventId, block).release(state.id, holdIds, now),
    ),
  )
  const moved = answers.flatMap((answer) => answer.moved ?? [])
  const items = withMovedSeats(state, moved).items.filter(({ id }) => !itemIds.includes(id))
  const heldUntil = items.some((item) => item.hold !== null) ? state.heldUntil : null
  return { ok: true, shifted: moved.length > 0, state: { ...state, items, heldUntil, version: state.version + 1 } }
}

/** Updates the items whose holds have moved to other seats, or have another amount because an answer was lost. */
export function withMovedSeats(state: CartState, held: HeldSeat[]): CartState {
  const byId = new Map(held.map((seat) => [seat.holdId, seat]))
  let isMoved = false
  const items = state.items.map((item) => {
    const seat = byId.get(item.hold?.holdId ?? '')
    if (!item.hold || !seat || (seat.seatId === item.hold.seatId && seat.amount === item.amount)) return item
    isMoved = true
    return { ...item, amount: seat.amount, hold: { ...seat, block: item.hold.block } }
  })
  return isMoved ? { ...state, items, version: state.version + 1 } : state
}

export function isPlainMerch(item: CartItem): boolean {
  return item.hold === null && item.bundleKey === null && item.personalIdentifier === null
}

/**
 * Stores the text of a personalised product, or the names of a line's tickets. All tickets of a line are named together, so
 * a stored text is complete.
 */
export async function updatePersonalIdentifier(
  deps: CartDependencies,
  state: CartState,
  itemId: string,
  text: string,
): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  const sellable = (await deps.sellables([item.variantId])).get(item.variantId)
  const names = sellable?.event?.names
  const takesNames = names !== undefined && names.requirement !== 'no_personalization_required'
  if (!sellable?.personalised && !takesNames) {
    return refuse('BAD_INPUT', { field: 'itemId', expected: 'an item that is personalised' })
  }
  const personalIdentifier = takesNames
    ? completeNames(text, item.amount, names)
    : (personalIdentifierSchema.safeParse(text).data ?? null)
  if (personalIdentifier === null) {
    const expected = takesNames ? `the names of ${item.amount} tickets` : 'a line of at most 80 characters'
    return refuse('BAD_INPUT', { field: 'personalIdentifier', expected })
  }
  const items = state.items.map((other) => (other === item ? { ...item, personalIdentifier } : other))
  if (itemsAreTooLarge(items)) return refuse('CART_FULL', { limit: MAX_CART_LINES })
  return { ok: true, shifted: false, state: { ...state, items, version: state.version + 1 } }
}
