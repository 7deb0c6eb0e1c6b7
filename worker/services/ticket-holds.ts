/** Holds tickets for a cart in the event's seat objects, and releases them. */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import { isBeforePresale } from '../../schema/rules/event-sale.ts'
import type { CartItem, CartState, ObjectHolds } from '../domain/cart/cart.ts'
import type { Sellable, SellableEvent } from '../domain/catalogue/sellable.ts'
import type { HeldSeat, HoldRequest, ResizeAnswer } from '../domain/seats/seat-hold.ts'
import type { CartDependencies } from './cart-command.ts'
import { type BlockCalls, holdBlocks, type SeatBlockChoice } from './hold-blocks.ts'

type TicketHolds =
  | {
      ok: true
      heldUntil: number
      shifted: boolean
      holds: { hold: HeldSeat; block: number }[]
      taken: ObjectHolds[]
      presaleCodeId: string | null
    }
  | { ok: false; refusal: Refusal; taken: ObjectHolds[] }

/**
 * The holds in `taken` exist even if the answer is a refusal. A command that fails must pass them to `releaseHolds`.
 */
export async function holdTickets(
  deps: CartDependencies,
  state: CartState,
  sellable: Sellable,
  request: AddItemsRequest,
  key: string,
): Promise<TicketHolds> {
  const { event } = sellable
  if (!event) throw new Error('only tickets can be held')
  const seatIds = request.seatIds ?? []
  const choices = ownBlocksFirst(state, event, await deps.blocks(event, seatIds, request.sectionId ?? null))
  if (choices.length === 0) {
    return { ok: false, refusal: refuse('BAD_INPUT', { field: 'seatIds', expected: 'seats of this event' }), taken: [] }
  }
  // Once the public sale is open, a code is ignored, so that an old link with a wrong code does not block anyone.
  const typed = isBeforePresale(event.rules, deps.now) ? (request.presaleCode ?? null) : null
  const presaleCode = typed === null ? null : await deps.presaleCode(event.id, typed)
  if (typed !== null && !presaleCode) return { ok: false, refusal: refuse('PRESALE_CODE_INVALID', {}), taken: [] }
  const taken: ObjectHolds[] = []
  const holds: { hold: HeldSeat; block: number }[] = []
  let heldUntil = state.heldUntil
  let shifted = false
  const bought = await boughtByObject(deps, state, event)
  const requestFor = (
    choice: SeatBlockChoice,
    { amount, coming, together }: Parameters<BlockCalls['ask']>[1],
  ): HoldRequest => {
    const heldHere = holds.reduce((sum, { hold, block }) => sum + (block === choice.block ? 0 : hold.amount), 0)
    return {
      cartId: state.id,
      requestKey: `${deps.incarnation}:${key}:${choice.block}:${amount}${together ? ':together' : ''}`,
      plan: event.plan,
      // All holds of a cart expire together: a later hold gets only the remaining time.
      rules: heldUntil === null ? event.rules : { ...event.rules, holdSeconds: (heldUntil - deps.now) / 1000 },
      heldElsewhere: ticketsElsewhere(state, event.id, choice.block) + heldHere,
      boughtElsewhere: bought.reduce((sum, { block, tickets }) => sum + (block === choice.block ? 0 : tickets), 0),
      comingElsewhere: coming,
      category: event.category,
      seatIds: choice.seatIds,
      amount,
      together,
      sectionId: request.sectionId ?? null,
      presaleCode,
      now: deps.now,
    }
  }
  const ask: BlockCalls['ask'] = async (choice, part) => {
    deps.rememberSeatObject(event.id, choice.block)
    const answer = await deps.seatLoad.time(() => deps.seats(event.id, choice.block).hold(requestFor(choice, part)))
    if (!answer.ok) return inZoneOf(event, answer)
    taken.push({ eventId: event.id, block: choice.block, holdIds: answer.holds.map((hold) => hold.holdId) })
    holds.push(...answer.holds.map((hold) => ({ hold, block: choice.block })))
    heldUntil = Math.min(heldUntil ?? answer.heldUntil, answer.heldUntil)
    shifted ||= answer.shifted
    return null
  }
  const offers: BlockCalls['offers'] = async (asked, amount) => {
    const part = { amount, coming: 0, together: false }
    // The load counts holds only. The slowest of many objects would make each request look slow.
    const answers = await Promise.allSettled(
      asked.map((choice) => deps.seats(event.id, choice.block).offer(requestFor(choice, part))),
    )
    // The others have seats, too. Without any answer, the request fails as a hold would.
    const [failed] = answers.filter((answer) => answer.status === 'rejected')
    if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
    return answers.map((answer) => {
      if (answer.status === 'rejected') return null
      return answer.value.ok ? answer.value : inZoneOf(event, answer.value)
    })
  }
  const refusal = await holdBlocks(choices, request.amount, { ask, offers })
  if (refusal || heldUntil === null) {
    return { ok: false, refusal: refusal ?? refuse('TICKETS_NOT_AVAILABLE', { left: 0 }), taken }
  }
  return { ok: true, heldUntil, shifted, holds, taken, presaleCodeId: presaleCode?.id ?? null }
}

/**
 * Of blocks whose offers are equal, one in which the cart holds seats of the category comes first, because further seats
 * should be near them.
 */
function ownBlocksFirst({ items }: CartState, event: SellableEvent, choices: SeatBlockChoice[]): SeatBlockChoice[] {
  const isOwn = ({ block }: SeatBlockChoice) =>
    items.some(
      ({ eventId, hold }) =>
        eventId === event.id && hold?.block === block && hold.category === event.category && hold.seatId !== null,
    )
  return choices.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
}

/** Changes the amount of an item that is held in an area. */
export async function resizeHold(
  deps: CartDependencies,
  state: CartState,
  { hold, presaleCodeId }: CartItem & { hold: NonNullable<CartItem['hold']> },
  event: SellableEvent,
  amount: number,
): Promise<ResizeAnswer> {
  const { block, holdId } = hold
  const bought = await boughtByObject(deps, state, event)
  const needsCode = presaleCodeId !== null && isBeforePresale(event.rules, deps.now)
  const request = {
    cartId: state.id,
    holdId,
    amount,
    plan: event.plan,
    rules: event.rules,
    heldElsewhere: ticketsElsewhere(state, event.id, block),
    boughtElsewhere: bought.reduce((sum, each) => sum + (each.block === block ? 0 : each.tickets), 0),
    presaleCode: needsCode ? await deps.presaleCodeOfId(event.id, presaleCodeId) : null,
    now: deps.now,
  }
  const answer = await deps.seatLoad.time(() => deps.seats(event.id, block).resize(request))
  return answer.ok ? answer : inZoneOf(event, answer)
}

/** The text of this refusal states a time, which is that of the venue (L10N-03). */
function inZoneOf({ timeZone }: SellableEvent, refusal: Refusal): Refusal {
  return refusal.code === 'PRESALE_NOT_STARTED'
    ? refuse('PRESALE_NOT_STARTED', { ...refusal.params, timeZone })
    : refusal
}

/** The tickets of the event that the cart holds in other blocks. */
function ticketsElsewhere({ items }: CartState, eventId: string, block: number): number {
  return items
    .filter((item) => item.eventId === eventId && item.hold !== null && item.hold.block !== block)
    .reduce((sum, item) => sum + item.amount, 0)
}

/**
 * A seat object knows only the tickets that the cart bought from it. For an event with several objects, this asks all
 * objects from which the cart has bought.
 */
async function boughtByObject(
  { seats, now }: CartDependencies,
  state: CartState,
  event: SellableEvent,
): Promise<{ block: number; tickets: number }[]> {
  const blocks = (state.boughtFrom ?? []).flatMap(({ eventId, block }) => (eventId === event.id ? block : []))
  if (event.blockCount === 1) return []
  return Promise.all(
    blocks.map(async (block) => ({ block, tickets: await seats(event.id, block).boughtBy(state.id, now) })),
  )
}

export async function releaseHolds(
  { seats, now }: Pick<CartDependencies, 'seats' | 'now'>,
  cartId: string,
  taken: ObjectHolds[],
): Promise<void> {
  await Promise.all(taken.map(({ eventId, block, holdIds }) => seats(eventId, block).release(cartId, holdIds, now)))
}
