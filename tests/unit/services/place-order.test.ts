import { describe, expect, it } from 'vitest'
import { refuse } from '../../../schema/errors.ts'
import type { WriteOutcome } from '../../../worker/domain/orders/order-draft.ts'
import type { BookingAnswer, EventSeatsApi } from '../../../worker/domain/seats/seat-hold.ts'
import {
  MAX_ATTEMPTS,
  newSaga,
  type PlaceOrderDependencies,
  resumedSaga,
  runSaga,
  type Saga,
} from '../../../worker/services/place-order.ts'
import { buildDraft } from '../../support/order-draft-builder.ts'

const draft = buildDraft('ord_1')
const reserved = newSaga('key', draft)

/** Records all calls, and crashes or rejects as the options say. */
function fakeDependencies(
  options: {
    refuseEvent?: string
    outcomes?: (WriteOutcome | Error)[]
    dieAtBook?: boolean
    isUnreachable?: boolean
    neverUnbooks?: boolean
  } = {},
) {
  const booked = new Set<string>()
  const unbooked: string[] = []
  /** The steps that undo an order; the step that ended first comes first. */
  const undone: string[] = []
  const saved: Saga[] = []
  const written = new Map<string, string>()
  const abandoned: (string | null)[] = []
  const stuck: string[] = []
  const outcomes = [...(options.outcomes ?? [])]
  let dies = options.dieAtBook === true
  const deps: PlaceOrderDependencies = {
    now: 1,
    seats: (eventId) =>
      ({
        async book(): Promise<BookingAnswer> {
          if (eventId === options.refuseEvent) return refuse('HOLD_EXPIRED', {})
          booked.add(eventId)
          if (dies && eventId === 'two') {
            dies = false
            throw new Error('connection lost')
          }
          return { ok: true, holds: [] }
        },
        async unbook() {
          if (options.neverUnbooks) throw new Error('unreachable')
          undone.push(`unbook ${eventId}`)
          unbooked.push(eventId)
          booked.delete(eventId)
          return { ok: true, released: 1 }
        },
      }) as Pick<EventSeatsApi, 'book' | 'unbook'> as EventSeatsApi,
    async writeOrder({ order }) {
      const reference = written.get(order.id)
      const outcome = outcomes.shift() ?? (reference ? { reference } : 'written')
      if (outcome instanceof Error) {
        // The worst case: the batch succeeded and its answer was lost.
        written.set(order.id, order.reference)
        throw outcome
      }
      if (outcome === 'written') written.set(order.id, order.reference)
      return outcome
    },
    async abandonOrder({ order }, fault) {
      if (options.isUnreachable) throw new Error('unreachable')
      // A transaction takes a moment. Steps that wait for it come after it in `undone`.
      await Promise.resolve()
      undone.push('abandon')
      abandoned.push(fault)
      return written.get(order.id) ?? null
    },
    async reportUnreleasedSeats({ order }) {
      stuck.push(order.id)
    },
    newReference: () => '2000000000',
    saveSaga: (saga) => saved.push(saga),
  }
  return { deps, booked, unbooked, undone, saved, written, abandoned, stuck }
}

const noShirt: WriteOutcome = { refusal: refuse('ITEM_NOT_AVAILABLE', { variantId: 'shirt' }), fault: null }

/** Returns the saga after the given number of runs without a known outcome. */
function resumed(saga: Saga, times: number): Saga {
  let next = saga
  for (let time = 0; time < times; time++) next = resumedSaga(next, time * 1_000)
  return next
}

describe('runSaga', () => {
  it('CHK-09 books the seats, writes one order and returns it', async () => {
    const { deps, booked, written } = fakeDependencies()
    expect(await runSaga(deps, reserved)).toEqual({
      ok: true,
      orderId: 'ord_1',
      reference: '1000000000',
      totalCents: 9000,
      status: 'payment_pending',
      eventIds: ['one', 'two'],
    })
    expect([...booked]).toEqual(['one', 'two'])
    expect([...written.keys()]).toEqual(['ord_1'])
  })

  it('CHK-09 undoes every booking and writes nothing if one is rejected', async () => {
    const { deps, booked, written, saved } = fakeDependencies({ refuseEvent: 'two' })
    expect(await runSaga(deps, reserved)).toEqual({ ok: false, code: 'HOLD_EXPIRED', params: {} })
    expect([...booked]).toEqual([])
    expect([...written]).toEqual([])
    expect(saved.at(-1)?.step).toBe('undoing')
  })

  it('CHK-09 releases the seats if the stock is gone', async () => {
    const { deps, unbooked, abandoned } = fakeDependencies({ outcomes: [noShirt] })
    expect(await runSaga(deps, reserved)).toEqual({
      ok: false,
      code: 'ITEM_NOT_AVAILABLE',
      params: { variantId: 'shirt' },
    })
    expect(unbooked).toEqual(['one', 'two'])
    expect(abandoned).toEqual([])
  })

  it('CHK-09 writes one order when it is resumed after a lost answer', async () => {
    const { deps, written } = fakeDependencies({ outcomes: [new Error('answer lost')] })
    await expect(runSaga(deps, reserved)).rejects.toThrow('answer lost')
    expect(await runSaga(deps, reserved)).toMatchObject({ ok: true, orderId: 'ord_1' })
    expect(written.size).toBe(1)
  })

  it('CHK-09 completes the bookings when it is resumed after a crash', async () => {
    const { deps, booked } = fakeDependencies({ dieAtBook: true })
    await expect(runSaga(deps, reserved)).rejects.toThrow('connection lost')
    expect(await runSaga(deps, reserved)).toMatchObject({ ok: true })
    expect([...booked]).toEqual(['one', 'two'])
  })

  it('CHK-09 completes an interrupted undo with the same rejection', async () => {
    const { deps, unbooked } = fakeDependencies()
    const saga: Saga = { ...reserved, step: 'undoing', refusal: refuse('HOLD_EXPIRED', {}) }
    expect(await runSaga(deps, saga)).toEqual({ ok: false, code: 'HOLD_EXPIRED', params: {} })
    expect(unbooked).toEqual(['one', 'two'])
  })

  it('PAY-06 uses another reference if the first is taken', async () => {
    const { deps, saved } = fakeDependencies({ outcomes: ['reference_taken'] })
    expect(await runSaga(deps, reserved)).toMatchObject({ ok: true, reference: '2000000000' })
    expect(saved.at(-1)?.draft.order.reference).toBe('2000000000')
  })

  it('CHK-09 returns the reference that was written, not that of a later run', async () => {
    const { deps } = fakeDependencies({ outcomes: [new Error('answer lost'), 'reference_taken'] })
    await expect(runSaga(deps, reserved)).rejects.toThrow('answer lost')
    expect(await runSaga(deps, resumed(reserved, 1))).toMatchObject({ ok: true, reference: '1000000000' })
  })

  it('CHK-09 abandons a possibly written order in the database before it releases the seats of the order', async () => {
    const { deps, undone, abandoned } = fakeDependencies({ outcomes: [noShirt] })
    expect(await runSaga(deps, resumed(reserved, 1))).toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
    expect(abandoned).toEqual([null])
    expect(undone).toEqual(['abandon', 'unbook one', 'unbook two'])
  })

  it('CHK-09 gives up after a bounded number of runs, releases the seats and reports the fault', async () => {
    const { deps, unbooked, abandoned } = fakeDependencies({ outcomes: [] })
    const last = resumed(reserved, MAX_ATTEMPTS)
    expect(last.step).toBe('reserved')
    const over = resumedSaga(last, 0)
    expect(over).toMatchObject({ step: 'undoing', mayBeWritten: true })
    expect(await runSaga(deps, over)).toEqual({ ok: false, code: 'ORDER_FAILED', params: {} })
    expect(abandoned).toEqual(['no known outcome'])
    expect(unbooked).toEqual(['one', 'two'])
  })

  it('CHK-09 returns the order instead of giving up if an earlier run has written it', async () => {
    const { deps, unbooked, written } = fakeDependencies()
    written.set('ord_1', '1000000000')
    expect(await runSaga(deps, resumed(reserved, MAX_ATTEMPTS + 1))).toMatchObject({
      ok: true,
      reference: '1000000000',
    })
    expect(unbooked).toEqual([])
  })

  it('CHK-09 releases no seats while the database is unreachable', async () => {
    const { deps, unbooked } = fakeDependencies({ isUnreachable: true })
    await expect(runSaga(deps, resumed(reserved, 100))).rejects.toThrow('unreachable')
    expect(unbooked).toEqual([])
  })

  it('CHK-09 waits longer before each run, up to five minutes', () => {
    const pauses = [1, 2, 3, 4, 7, 8, 30].map((times) => resumedSaga(resumed(reserved, times - 1), 0).retryAt)
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 300_000, 300_000, 300_000])
  })

  it('CHK-09 ends the order and reports the seats if their release has failed many times', async () => {
    const { deps, stuck } = fakeDependencies({ neverUnbooks: true })
    await expect(runSaga(deps, resumed(reserved, 23))).rejects.toThrow('unreachable')
    expect(await runSaga(deps, resumed(reserved, 24))).toMatchObject({ code: 'ORDER_FAILED' })
    expect(stuck).toEqual(['ord_1'])
  })

  it('CHK-09 rejects the order if an unknown constraint fails, and reports the fault', async () => {
    const fault = 'CHECK constraint failed: orders_total_is_sum'
    const { deps, unbooked, abandoned } = fakeDependencies({
      outcomes: [{ refusal: refuse('ORDER_FAILED', {}), fault }],
    })
    expect(await runSaga(deps, reserved)).toMatchObject({ code: 'ORDER_FAILED' })
    expect(abandoned).toEqual([fault])
    expect(unbooked).toEqual(['one', 'two'])
  })
})
