/**
 * Placing an order is a saga in the cart's own storage. `begin` fixes price, number and rows; every later step may be
 * repeated: booking names the order, the one D1 batch either holds all of it or nothing, and a batch that finds the order
 * there already has been run before. Whoever finds an unfinished saga after a crash runs it on from its step. A refusal
 * gives the seats back to the cart and leaves it as it was.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { PlacedOrder } from '../domain/cart.ts'
import type { OrderDraft, WriteOutcome } from '../domain/order-draft.ts'
import { type EventSeatsApi, PLACEMENT_EPOCH } from '../domain/seat-hold.ts'

export type Saga = {
  key: string
  step: 'reserved' | 'booked' | 'undoing'
  draft: OrderDraft
  /** Why it is being undone. */
  refusal: Refusal | null
}

export type PlaceOrderDependencies = {
  now: number
  seats(eventId: string, block: number): EventSeatsApi
  /** The one batch; throws where the outcome is not known. */
  writeOrder(draft: OrderDraft): Promise<WriteOutcome>
  newReference(): string
  /** Durable before anything that follows. */
  saveSaga(saga: Saga): void
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
    if (outcome === 'written' || outcome === 'already_written') return placed(draft)
    saga = { ...saga, draft, step: 'undoing', refusal: outcome.refusal }
    deps.saveSaga(saga)
  }
  await undo(deps, saga.draft)
  return saga.refusal ?? refuse('ADD_TO_CART_FAILED', {})
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
  for (;;) {
    const outcome = await deps.writeOrder(draft)
    if (outcome !== 'reference_taken') return { outcome, draft }
    draft = { ...draft, order: { ...draft.order, reference: deps.newReference() } }
    deps.saveSaga({ ...saga, draft })
  }
}

async function undo(deps: PlaceOrderDependencies, { order, bookings }: OrderDraft): Promise<void> {
  await Promise.all(
    bookings.map(({ eventId, block }) => deps.seats(eventId, block).unbook(order.id, order.cartId, deps.now)),
  )
}

function placed({ order }: OrderDraft): PlacedOrder {
  return {
    ok: true,
    orderId: order.id,
    reference: order.reference,
    totalCents: order.totalCents,
    status: order.totalCents === 0 ? 'processing' : 'payment_pending',
  }
}
