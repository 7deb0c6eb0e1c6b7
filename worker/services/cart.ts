/**
 * The commands of one cart. The Cart object runs them one after the other and stores what they return; everything they
 * reach comes in as dependencies. A command either takes effect whole or returns a refusal and leaves nothing held:
 * holds taken by a command that fails are given back before it answers.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import { MAX_CART_LINES, MAX_ITEM_LIMIT } from '../../schema/limits.ts'
import { bundleIsComplete } from '../domain/bundle.ts'
import type { CartItem, CartState } from '../domain/cart.ts'
import type { EventSeatsApi, HeldSeat, PresaleCode } from '../domain/seat-hold.ts'
import type { Sellable, SellableEvent } from '../domain/sellable.ts'
import { ticketIsMissing } from '../domain/ticket-required.ts'
import { type AskBlock, holdBlocks, type SeatBlockChoice } from './hold-blocks.ts'

export type CartDependencies = {
  now: number
  sellables(variantIds: Iterable<string>): Promise<Map<string, Sellable>>
  stock(variantIds: string[]): Promise<Map<string, number>>
  seats(eventId: string, block: number): EventSeatsApi
  /** Chosen seats by the block that owns them; without seats every block that may serve the request, first choice first. */
  blocks(event: SellableEvent, seatIds: string[], sectionId: string | null): Promise<SeatBlockChoice[]>
  /** A presale code as typed; null where the event knows no such code. */
  presaleCode(eventId: string, code: string): Promise<PresaleCode | null>
  /** SHOP-02: a band shop sells what is its band's. */
  shopSells(sellable: Sellable): Promise<boolean>
  /** SHOP-10: the visitor has given one of the shop's discount codes. */
  discountsOpen: boolean
  /** Noted before the first hold, so that a cart that crashes knows where to look for holds it never noted. */
  noteSeatObject(eventId: string, block: number): void
  /** Part of every hold's request key: differs after a crash, when holds of unknown fate have been given back. */
  incarnation: string
  newItemId(): string
}

export type CommandAnswer = { ok: true; state: CartState; shifted: boolean } | Refusal

export function withoutExpiredHolds(state: CartState, now: number): CartState {
  if (state.heldUntil === null || state.heldUntil > now) return state
  const expired = state.items.filter((item) => item.hold !== null)
  const lostBundles = new Set(expired.flatMap((item) => item.bundleKey ?? []))
  const items = state.items.filter(
    (item) => item.hold === null && (item.bundleKey === null || !lostBundles.has(item.bundleKey)),
  )
  return { ...state, items, heldUntil: null, version: state.version + 1 }
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
  const refused =
    (await refuseUnsellable(deps, requests, sellables)) ??
    refuseWithoutTicket(requests, sellables) ??
    refuseOverLimits(state, requests, sellables) ??
    refuseBundle(requests, sellables) ??
    (await refuseOutOfStock(deps, state, requests, sellables))
  if (refused) return refused

  const taken: { eventId: string; block: number; holdIds: string[] }[] = []
  const giveBack = async () => {
    for (const { eventId, block, holdIds } of taken)
      await deps.seats(eventId, block).release(state.id, holdIds, deps.now)
  }
  const added: CartItem[] = []
  let heldUntil = state.heldUntil
  let shifted = false
  for (const [index, request] of requests.entries()) {
    const sellable = sellables.get(request.productVariantId)
    if (!sellable) continue
    const item = { ...emptyItem(deps, request, sellable) }
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
      await giveBack()
      return held.refusal
    }
    shifted ||= held.shifted
    heldUntil = Math.min(heldUntil ?? held.heldUntil, held.heldUntil)
    const { presaleCodeId } = held
    for (const { hold, block } of held.holds) {
      added.push({ ...item, id: deps.newItemId(), amount: hold.amount, hold: { ...hold, block }, presaleCodeId })
    }
  }
  if (state.items.length + added.length > MAX_CART_LINES) {
    await giveBack()
    return refuse('CART_FULL', { limit: MAX_CART_LINES })
  }
  return {
    ok: true,
    shifted,
    state: { ...state, items: [...state.items, ...added], heldUntil, version: state.version + 1 },
  }
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

async function refuseUnsellable(
  deps: CartDependencies,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Promise<Refusal | null> {
  for (const request of requests) {
    const sellable = sellables.get(request.productVariantId)
    if (!sellable?.active || !(await deps.shopSells(sellable))) {
      return refuse('ITEM_NOT_AVAILABLE', { variantId: request.productVariantId })
    }
    if (sellable.codeRequired && !deps.discountsOpen) return refuse('DISCOUNT_CODE_REQUIRED', {})
    if (sellable.event?.closed) return refuse('SALE_CLOSED', {})
    const seatIds = request.seatIds ?? []
    if (seatIds.length > 0 && (!sellable.event || seatIds.length !== request.amount)) {
      return refuse('BAD_INPUT', { field: 'seatIds', expected: 'one seat for each ticket' })
    }
    if (new Set(seatIds).size !== seatIds.length) {
      return refuse('BAD_INPUT', { field: 'seatIds', expected: 'each seat once' })
    }
    if (request.personalIdentifier && !sellable.personalised) {
      return refuse('BAD_INPUT', { field: 'personalIdentifier', expected: 'nothing, the article is not personalised' })
    }
  }
  return null
}

/** `sellables`: of what the cart holds and what is to come. */
function refuseWithoutTicket(requests: AddItemsRequest[], sellables: ReadonlyMap<string, Sellable>): Refusal | null {
  const asks = requests.some(({ productVariantId }) => sellables.get(productVariantId)?.ticketRequired)
  return asks && ticketIsMissing([...sellables.values()]) ? refuse('TICKET_REQUIRED', {}) : null
}

function refuseOverLimits(
  state: CartState,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Refusal | null {
  for (const [variantId, amount] of amountsByVariant(state, requests)) {
    const sellable = sellables.get(variantId)
    if (!sellable || sellable.event) continue
    const limit = Math.min(sellable.cartLimit, MAX_ITEM_LIMIT)
    if (limit === 0) return refuse('ITEM_NOT_AVAILABLE', { variantId })
    if (amount > limit) return refuse('ITEM_LIMIT_EXCEEDED', { limit })
  }
  return null
}

/** What each requested variant's amount in the cart would become. */
function amountsByVariant(state: CartState, requests: AddItemsRequest[]): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const { productVariantId, amount } of requests) {
    amounts.set(productVariantId, (amounts.get(productVariantId) ?? 0) + amount)
  }
  for (const item of state.items) {
    const known = amounts.get(item.variantId)
    if (known !== undefined) amounts.set(item.variantId, known + item.amount)
  }
  return amounts
}

async function refuseOutOfStock(
  deps: CartDependencies,
  state: CartState,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Promise<Refusal | null> {
  const amounts = amountsByVariant(state, requests)
  const merch = [...amounts.keys()].filter((id) => !sellables.get(id)?.event)
  if (merch.length === 0) return null
  const stock = await deps.stock(merch)
  for (const variantId of merch) {
    const left = stock.get(variantId)
    if (left !== undefined && left < (amounts.get(variantId) ?? 0)) return refuse('ITEM_NOT_AVAILABLE', { variantId })
  }
  return null
}

function refuseBundle(requests: AddItemsRequest[], sellables: ReadonlyMap<string, Sellable>): Refusal | null {
  const keys = new Set(requests.map((request) => request.bundleKey ?? null))
  for (const key of keys) {
    const members = requests.filter((request) => (request.bundleKey ?? null) === key)
    if (key === null) {
      if (members.some((request) => sellables.get(request.productVariantId)?.bundle))
        return refuse('BUNDLE_NOT_AVAILABLE', {})
      continue
    }
    const parts = members.flatMap((request) => {
      const sellable = sellables.get(request.productVariantId)
      return sellable ? [{ sellable, amount: request.amount, option: request.bundleOption ?? null }] : []
    })
    const answer = bundleIsComplete(parts)
    if (!answer.ok) return answer
  }
  return null
}

type TicketHolds =
  | {
      ok: true
      heldUntil: number
      shifted: boolean
      holds: { hold: HeldSeat; block: number }[]
      taken: TakenHolds[]
      presaleCodeId: string | null
    }
  | { ok: false; refusal: Refusal; taken: TakenHolds[] }
type TakenHolds = { eventId: string; block: number; holdIds: string[] }

async function holdTickets(
  deps: CartDependencies,
  state: CartState,
  sellable: Sellable,
  request: AddItemsRequest,
  key: string,
): Promise<TicketHolds> {
  const { event } = sellable
  if (!event) throw new Error('only tickets are held')
  const seatIds = request.seatIds ?? []
  const choices = await deps.blocks(event, seatIds, request.sectionId ?? null)
  if (choices.length === 0) {
    return { ok: false, refusal: refuse('BAD_INPUT', { field: 'seatIds', expected: 'seats of this event' }), taken: [] }
  }
  // Once the public sale is open a code plays no part, so that nobody's old link stands in the way.
  const typed = deps.now < event.rules.presaleAt ? (request.presaleCode ?? null) : null
  const presaleCode = typed === null ? null : await deps.presaleCode(event.id, typed)
  if (typed !== null && !presaleCode) return { ok: false, refusal: refuse('PRESALE_CODE_INVALID', {}), taken: [] }
  const taken: TakenHolds[] = []
  const holds: { hold: HeldSeat; block: number }[] = []
  let heldUntil = state.heldUntil
  let shifted = false
  const inCart = (block: number) =>
    state.items
      .filter((item) => item.eventId === event.id && item.hold !== null && item.hold.block !== block)
      .reduce((sum, item) => sum + item.amount, 0)
  const ask: AskBlock = async (choice, { amount, coming, together }) => {
    deps.noteSeatObject(event.id, choice.block)
    const heldHere = holds.reduce((sum, { hold, block }) => sum + (block === choice.block ? 0 : hold.amount), 0)
    const answer = await deps.seats(event.id, choice.block).hold({
      cartId: state.id,
      requestKey: `${deps.incarnation}:${key}:${choice.block}:${amount}${together ? ':together' : ''}`,
      planKey: event.planKey,
      // A cart's holds end together: what comes later gets only the time that is left.
      rules: heldUntil === null ? event.rules : { ...event.rules, holdSeconds: (heldUntil - deps.now) / 1000 },
      heldElsewhere: inCart(choice.block) + heldHere,
      comingElsewhere: coming,
      category: event.category,
      seatIds: choice.seatIds,
      amount,
      together,
      sectionId: request.sectionId ?? null,
      presaleCode,
      now: deps.now,
    })
    if (!answer.ok) return answer
    taken.push({ eventId: event.id, block: choice.block, holdIds: answer.holds.map((hold) => hold.holdId) })
    holds.push(...answer.holds.map((hold) => ({ hold, block: choice.block })))
    heldUntil = Math.min(heldUntil ?? answer.heldUntil, answer.heldUntil)
    shifted ||= answer.shifted
    return null
  }
  const refusal = await holdBlocks(choices, request.amount, ask)
  if (refusal || heldUntil === null) {
    return { ok: false, refusal: refusal ?? refuse('TICKETS_NOT_AVAILABLE', { left: 0 }), taken }
  }
  return { ok: true, heldUntil, shifted, holds, taken, presaleCodeId: presaleCode?.id ?? null }
}

export async function removeItem(deps: CartDependencies, state: CartState, itemId: string): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  const goes =
    item.bundleKey !== null
      ? state.items.filter(({ bundleKey }) => bundleKey === item.bundleKey)
      : isPlainMerch(item)
        ? state.items.filter((other) => other.variantId === item.variantId && isPlainMerch(other))
        : [item]
  return { ok: true, shifted: false, state: await releaseItems(deps, state, goes) }
}

/** Takes items out and gives their holds back. */
async function releaseItems(deps: CartDependencies, state: CartState, goes: CartItem[]): Promise<CartState> {
  const byObject = new Map<string, { eventId: string; block: number; holdIds: string[] }>()
  for (const { eventId, hold } of goes) {
    if (!eventId || !hold) continue
    const object = `${eventId}/${hold.block}`
    const entry = byObject.get(object) ?? { eventId, block: hold.block, holdIds: [] }
    entry.holdIds.push(hold.holdId)
    byObject.set(object, entry)
  }
  await Promise.all(
    [...byObject.values()].map(({ eventId, block, holdIds }) =>
      deps.seats(eventId, block).release(state.id, holdIds, deps.now),
    ),
  )
  const gone = new Set(goes)
  const items = state.items.filter((item) => !gone.has(item))
  const heldUntil = items.some((item) => item.hold !== null) ? state.heldUntil : null
  return { ...state, items, heldUntil, version: state.version + 1 }
}

function isPlainMerch(item: CartItem): boolean {
  return item.hold === null && item.bundleKey === null && item.personalIdentifier === null
}

export async function changeAmount(
  deps: CartDependencies,
  state: CartState,
  itemId: string,
  amount: number,
): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  if (amount === 0) return removeItem(deps, state, itemId)
  const sellable = (await deps.sellables([item.variantId])).get(item.variantId)
  if (!sellable?.active) return refuse('ITEM_NOT_AVAILABLE', { variantId: item.variantId })
  if (!isPlainMerch(item) || sellable.personalised) {
    return refuse('BAD_INPUT', { field: 'amount', expected: 'the fixed amount of this line' })
  }
  const limit = Math.min(sellable.cartLimit, MAX_ITEM_LIMIT)
  if (amount > limit) return refuse('ITEM_LIMIT_EXCEEDED', { limit })
  const left = (await deps.stock([item.variantId])).get(item.variantId)
  if (left !== undefined && left < amount) return refuse('ITEM_NOT_AVAILABLE', { variantId: item.variantId })
  const items = state.items
    .filter((other) => other === item || other.variantId !== item.variantId || !isPlainMerch(other))
    .map((other) => (other === item ? { ...item, amount } : other))
  return { ok: true, shifted: false, state: { ...state, items, version: state.version + 1 } }
}

export async function updatePersonalIdentifier(
  deps: CartDependencies,
  state: CartState,
  itemId: string,
  text: string,
): Promise<CommandAnswer> {
  const item = state.items.find(({ id }) => id === itemId)
  if (!item) return refuse('NOT_FOUND', { what: 'item' })
  const sellable = (await deps.sellables([item.variantId])).get(item.variantId)
  const takesName =
    sellable?.personalised === true ||
    (sellable?.event && sellable.event.personalizationRequirement !== 'no_personalization_required')
  if (!takesName) return refuse('BAD_INPUT', { field: 'itemId', expected: 'an item that is personalised' })
  const items = state.items.map((other) => (other === item ? { ...item, personalIdentifier: text } : other))
  return { ok: true, shifted: false, state: { ...state, items, version: state.version + 1 } }
}
