/**
 * Placing an order is a saga in the cart's own storage. Its draft fixes price, number and rows; every later step may be
 * repeated: booking names the order, the one D1 batch either holds all of it or nothing, and a batch that finds the order
 * there already has been run before. An unfinished saga is run on from its step after a crash. A refusal gives the seats
 * back to the cart and leaves it as it was. After `MOST_ATTEMPTS` runs without a known outcome the saga undoes itself and
 * is reported; the order is first locked out of the database, so that a lost batch can not write it afterwards. The audit
 * locks it out just the same before it frees seats of an order that does not exist.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { PlacedOrder } from '../domain/cart/cart.ts'
import type { OrderDraft, WriteOutcome } from '../domain/orders/order-draft.ts'
import { FIRST_STATUS } from '../domain/orders/order-status.ts'
import { type EventSeatsApi, PLACEMENT_EPOCH } from '../domain/seats/seat-hold.ts'

export type Saga = {
  key: string
  step: 'reserved' | 'booked' | 'undoing'
  draft: OrderDraft
  /** The waiting rooms whose passes the order ends. */
  rooms: string[]
  /** Why it is being undone. */
  refusal: Refusal | null
  /** Runs after the first one. */
  attempts: number
  /** No earlier than this (epoch milliseconds) is it run again. */
  retryAt: number
  /** An earlier run may have written the order without learning so. */
  mayBeWritten: boolean
  /** What operators must look at. */
  fault: string | null
}

export type PlaceOrderDependencies = {
  now: number
  seats(eventId: string, block: number): EventSeatsApi
  /** The one batch; throws where the outcome is not known. */
  writeOrder(draft: OrderDraft): Promise<WriteOutcome>
  /** Locks the order out of the database; the number of the order where it is written already. Throws out of reach. */
  abandonOrder(draft: OrderDraft, fault: string | null): Promise<string | null>
  /** Seats that stay sold to an order that does not exist: operators and the audit must know. */
  reportSeatsNotReturned(draft: OrderDraft): Promise<void>
  newReference(): string
  /** Durable before anything that follows. */
  saveSaga(saga: Saga): void
}

export const MOST_ATTEMPTS = 8
/** Seats that cannot be given back after so many runs are left to the audit, so that the cart is free again. */
const MOST_ATTEMPTS_TO_UNDO = 24
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000
const MOST_REFERENCES = 5

export function newSaga(key: string, draft: OrderDraft, rooms: string[] = []): Saga {
  return {
    key,
    step: 'reserved',
    draft,
    rooms,
    refusal: null,
    attempts: 0,
    retryAt: 0,
    mayBeWritten: false,
    fault: null,
  }
}

/**
 * The saga as it is run again at `now`: counted, with a growing pause before the next time, and after the last attempt on
 * its way back. Whatever a former run was at, the order may have been written.
 */
export function resumedSaga(saga: Saga, now: number): Saga {
  const attempts = saga.attempts + 1
  const retryAt = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1))
  if (saga.step === 'undoing') return { ...saga, attempts, retryAt }
  const next = { ...saga, attempts, retryAt, mayBeWritten: true }
  if (attempts <= MOST_ATTEMPTS) return next
  return { ...next, step: 'undoing', refusal: refuse('ORDER_FAILED', {}), fault: 'no known outcome' }
}

/** Runs a saga to its end. Throws only where an outcome is unknown: the saga then stays and is run again. */
export async function runSaga(deps: PlaceOrderDependencies, start: Saga): Promise<PlacedOrder | Refusal> {
  let saga = start
  if (saga.step === 'reserved') {
    const refusal = await book(deps, saga.draft)
    saga = refusal ? { ...saga, step: 'undoing', refusal } : { ...saga, step: 'booked' }
    if (refusal) deps.saveSaga(saga)
  }
  if (saga.step === 'booked') {
    const { outcome, draft } = await write(deps, saga)
    if (outcome === 'written') return placed(draft, draft.order.reference)
    if ('reference' in outcome) return placed(draft, outcome.reference)
    saga = { ...saga, draft, step: 'undoing', ...outcome }
    deps.saveSaga(saga)
  }
  if (saga.mayBeWritten || saga.fault !== null) {
    const reference = await deps.abandonOrder(saga.draft, saga.fault)
    if (reference !== null) return placed(saga.draft, reference)
  }
  try {
    await undo(deps, saga.draft)
  } catch (error) {
    if (saga.attempts < MOST_ATTEMPTS_TO_UNDO) throw error
    await deps.reportSeatsNotReturned(saga.draft)
  }
  return saga.refusal ?? refuse('ORDER_FAILED', {})
}

async function book(deps: PlaceOrderDependencies, { order, bookings }: OrderDraft): Promise<Refusal | null> {
  const answers = await Promise.all(
    bookings.map(({ eventId, block, holdIds, plan }) =>
      deps.seats(eventId, block).book({
        cartId: order.cartId,
        orderId: order.id,
        epoch: PLACEMENT_EPOCH,
        holdIds,
        ...(plan && { plan }),
        now: deps.now,
      }),
    ),
  )
  return answers.find((answer) => !answer.ok) ?? null
}

async function write(
  deps: PlaceOrderDependencies,
  saga: Saga,
): Promise<{ outcome: Exclude<WriteOutcome, 'reference_taken'>; draft: OrderDraft }> {
  let { draft } = saga
  for (let tried = 0; tried < MOST_REFERENCES; tried++) {
    const outcome = await deps.writeOrder(draft)
    if (outcome !== 'reference_taken') return { outcome, draft }
    draft = { ...draft, order: { ...draft.order, reference: deps.newReference() } }
    deps.saveSaga({ ...saga, draft })
  }
  throw new Error('no free order number was found')
}

async function undo(deps: PlaceOrderDependencies, { order, bookings }: OrderDraft): Promise<void> {
  await Promise.all(
    bookings.map(({ eventId, block }) => deps.seats(eventId, block).unbook(order.id, order.cartId, deps.now)),
  )
}

/** `reference` is the number that the order was written with, whatever the draft says by now. */
function placed({ order, bookings }: OrderDraft, reference: string): PlacedOrder {
  return {
    ok: true,
    orderId: order.id,
    reference,
    totalCents: order.totalCents,
    // The row of a free order begins as `payment_pending` too, but the outbox settles it within moments.
    status: order.totalCents === 0 ? 'processing' : FIRST_STATUS,
    eventIds: [...new Set(bookings.map(({ eventId }) => eventId))],
  }
}
