import { describe, expect, it } from 'vitest'
import { refuse } from '../../../schema/errors.ts'
import type { OrderDraft, WriteOutcome } from '../../../worker/domain/order-draft.ts'
import type { BookingAnswer, EventSeatsApi } from '../../../worker/domain/seat-hold.ts'
import { type PlaceOrderDependencies, runSaga, type Saga } from '../../../worker/services/place-order.ts'

const draft: OrderDraft = {
  order: {
    id: 'ord_1',
    reference: '1000000000',
    shopId: 'shop',
    cartId: 'cart',
    status: 'payment_pending',
    locale: 'de',
    countryCode: 'de',
    email: 'ida@example.org',
    shippingAddress: {
      firstName: 'I',
      lastName: 'B',
      company: '',
      address: 'H 1',
      address2: '',
      postCode: '1',
      city: 'H',
      countryCode: 'de',
    },
    billingAddress: {
      firstName: 'I',
      lastName: 'B',
      company: '',
      address: 'H 1',
      address2: '',
      postCode: '1',
      city: 'H',
      countryCode: 'de',
    },
    shippingMethod: '-1',
    shippingName: '',
    paymentMethod: 'bank_transfer',
    subtotalCents: 9000,
    shippingCents: 0,
    totalCents: 9000,
    vatCents: 1437,
    termsAcceptedAt: 1,
    placedAt: 1,
    dueAt: 2,
  },
  items: [],
  stock: [{ variantId: 'shirt', amount: 1 }],
  bookings: [
    { eventId: 'one', block: 0, holdIds: ['a'] },
    { eventId: 'two', block: 0, holdIds: ['b'] },
  ],
}
const reserved: Saga = { key: 'key', step: 'reserved', draft, refusal: null }

/** A world that remembers what it was told, and dies or refuses where it is asked to. */
function world(options: { refuseEvent?: string; outcomes?: (WriteOutcome | Error)[]; dieAtBook?: boolean } = {}) {
  const booked = new Set<string>()
  const unbooked: string[] = []
  const saved: Saga[] = []
  const written = new Set<string>()
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
          unbooked.push(eventId)
          booked.delete(eventId)
          return { ok: true, released: 1 }
        },
      }) as Pick<EventSeatsApi, 'book' | 'unbook'> as EventSeatsApi,
    async writeOrder({ order }) {
      const outcome = outcomes.shift() ?? (written.has(order.id) ? 'already_written' : 'written')
      if (outcome instanceof Error) {
        // The worst case: the batch went through, its answer did not.
        written.add(order.id)
        throw outcome
      }
      if (outcome === 'written') written.add(order.id)
      return outcome
    },
    newReference: () => '2000000000',
    saveSaga: (saga) => saved.push(saga),
  }
  return { deps, booked, unbooked, saved, written }
}

describe('placing an order', () => {
  it('CHK-09 books, writes once and answers with the order', async () => {
    const { deps, booked, written } = world()
    expect(await runSaga(deps, reserved)).toEqual({
      ok: true,
      orderId: 'ord_1',
      reference: '1000000000',
      totalCents: 9000,
      status: 'payment_pending',
    })
    expect([...booked]).toEqual(['one', 'two'])
    expect([...written]).toEqual(['ord_1'])
  })

  it('CHK-09 undoes every booking where one is refused, and writes nothing', async () => {
    const { deps, booked, written, saved } = world({ refuseEvent: 'two' })
    expect(await runSaga(deps, reserved)).toEqual({ ok: false, code: 'HOLD_EXPIRED', params: {} })
    expect([...booked]).toEqual([])
    expect([...written]).toEqual([])
    expect(saved.at(-1)?.step).toBe('undoing')
  })

  it('CHK-09 gives the seats back where the stock is gone', async () => {
    const { deps, unbooked } = world({ outcomes: [{ refusal: refuse('ITEM_NOT_AVAILABLE', { variantId: 'shirt' }) }] })
    expect(await runSaga(deps, reserved)).toEqual({
      ok: false,
      code: 'ITEM_NOT_AVAILABLE',
      params: { variantId: 'shirt' },
    })
    expect(unbooked).toEqual(['one', 'two'])
  })

  it('CHK-09 runs on after a crash whose batch had gone through, and has one order', async () => {
    const { deps, written } = world({ outcomes: [new Error('answer lost')] })
    await expect(runSaga(deps, reserved)).rejects.toThrow('answer lost')
    expect(await runSaga(deps, reserved)).toMatchObject({ ok: true, orderId: 'ord_1' })
    expect(written.size).toBe(1)
  })

  it('CHK-09 runs on after a crash in the middle of booking', async () => {
    const { deps, booked } = world({ dieAtBook: true })
    await expect(runSaga(deps, reserved)).rejects.toThrow('connection lost')
    expect(await runSaga(deps, reserved)).toMatchObject({ ok: true })
    expect([...booked]).toEqual(['one', 'two'])
  })

  it('CHK-09 finishes an undoing that a crash interrupted with the same refusal', async () => {
    const { deps, unbooked } = world()
    const saga: Saga = { ...reserved, step: 'undoing', refusal: refuse('HOLD_EXPIRED', {}) }
    expect(await runSaga(deps, saga)).toEqual({ ok: false, code: 'HOLD_EXPIRED', params: {} })
    expect(unbooked).toEqual(['one', 'two'])
  })

  it('PAY-06 takes another number where the first is in use', async () => {
    const { deps, saved } = world({ outcomes: ['reference_taken'] })
    expect(await runSaga(deps, reserved)).toMatchObject({ ok: true, reference: '2000000000' })
    expect(saved.at(-1)?.draft.order.reference).toBe('2000000000')
  })
})
