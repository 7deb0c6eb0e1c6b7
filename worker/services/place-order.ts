/**
 * Placing an order is a saga: a sequence of steps that can be repeated or undone. The saga's state is in the cart's storage.
 * First, the draft fixes the prices and the rows. Then the seats are booked for the order. Then one D1 batch writes either
 * the whole order or nothing. These steps are idempotent, so after a crash, the saga resumes at its stored step. A refusal
 * returns the seats to the cart and leaves the cart as it was.
 *
 * If the outcome is still unknown after MAX_ATTEMPTS repetitions, the saga undoes its steps, and operators are told. It
 * first locks the order out of the database, so that a delayed batch cannot write the order afterwards. The audit does the
 * same before it frees seats of an order that does not exist.
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
  /** Why the saga is being undone; null if it is not. */
  refusal: Refusal | null
  /** Number of runs after the first. */
  attempts: number
  /** The earliest instant of the next run (epoch milliseconds). */
  retryAt: number
  /** An earlier run may have written the order without learning the result. */
  mayBeWritten: boolean
  /** The problem that operators must investigate. */
  fault: string | null
}

export type PlaceOrderDependencies = {
  now: number
  seats(eventId: string, block: number): EventSeatsApi
  /** Writes the order in one batch. Throws if the outcome is unknown. */
  writeOrder(draft: OrderDraft): Promise<WriteOutcome>
  /** Locks the order out of the database, or returns its reference if it is there already. Throws if D1 is unreachable. */
  abandonOrder(draft: OrderDraft, fault: string | null): Promise<string | null>
  /** Reports seats that stay sold to an order that does not exist, for operators and the audit. */
  reportUnreleasedSeats(draft: OrderDraft): Promise<void>
  newReference(): string
  /** Must be durable before the next step starts. */
  saveSaga(saga: Saga): void
}

export const MAX_ATTEMPTS = 8
/** After this many repetitions, unreleased seats are left to the audit, so that the cart becomes usable again. */
const MAX_ATTEMPTS_TO_UNDO = 24
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000
const MAX_REFERENCES = 5

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
 * Returns the saga for its next run, which starts at `now`. With each run, the pause before the following run doubles, up to
 * LONGEST_PAUSE_MS. After MAX_ATTEMPTS repetitions, the run undoes the saga. `mayBeWritten` becomes true if the saga was not
 * yet being undone, because an earlier run may have written the order without learning the result.
 */
export function resumedSaga(saga: Saga, now: number): Saga {
  const attempts = saga.attempts + 1
  const retryAt = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1))
  if (saga.step === 'undoing') return { ...saga, attempts, retryAt }
  const next = { ...saga, attempts, retryAt, mayBeWritten: true }
  if (attempts <= MAX_ATTEMPTS) return next
  return { ...next, step: 'undoing', refusal: refuse('ORDER_FAILED', {}), fault: 'no known outcome' }
}

/** Runs a saga to its end. Throws if a step fails or its outcome is unknown. The caller then runs the stored saga again. */
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
    if (saga.attempts < MAX_ATTEMPTS_TO_UNDO) throw error
    await deps.reportUnreleasedSeats(saga.draft)
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
  for (let tried = 0; tried < MAX_REFERENCES; tried++) {
    const outcome = await deps.writeOrder(draft)
    if (outcome !== 'reference_taken') return { outcome, draft }
    draft = { ...draft, order: { ...draft.order, reference: deps.newReference() } }
    deps.saveSaga({ ...saga, draft })
  }
  throw new Error(`found no unused order reference in ${MAX_REFERENCES} attempts`)
}

async function undo(deps: PlaceOrderDependencies, { order, bookings }: OrderDraft): Promise<void> {
  await Promise.all(
    bookings.map(({ eventId, block }) => deps.seats(eventId, block).unbook(order.id, order.cartId, deps.now)),
  )
}

/** `reference` is the reference with which the order was written. The draft may contain a newer one. */
function placed({ order, bookings }: OrderDraft, reference: string): PlacedOrder {
  return {
    ok: true,
    orderId: order.id,
    reference,
    totalCents: order.totalCents,
    // A free order is `payment_pending` at first too, but the outbox settles it within moments.
    status: order.totalCents === 0 && !order.isReserved ? 'processing' : FIRST_STATUS,
    eventIds: [...new Set(bookings.map(({ eventId }) => eventId))],
  }
}
