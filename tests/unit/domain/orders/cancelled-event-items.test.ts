import { describe, expect, it } from 'vitest'
import {
  type CancellableItem,
  itemsOfCancelledEvent,
  paidFor,
} from '../../../../worker/domain/orders/cancelled-event-items.ts'

const item = (id: string, more: Partial<CancellableItem> = {}): CancellableItem => ({
  id,
  eventId: null,
  bundleRootId: null,
  totalCents: 0,
  voucherCents: 0,
  invalidatedAt: null,
  ...more,
})
const ticket = (id: string, eventId: string, more: Partial<CancellableItem> = {}) =>
  item(id, { eventId, totalCents: 4500, ...more })
const ids = (items: CancellableItem[], eventId = 'munich') => itemsOfCancelledEvent(items, eventId).map(({ id }) => id)

describe('order items of a cancelled event', () => {
  it('EVT-12 include only the valid tickets of the event', () => {
    const order = [ticket('a', 'munich'), ticket('b', 'munich', { invalidatedAt: 1 }), ticket('c', 'berlin'), item('d')]
    expect(ids(order)).toEqual(['a'])
  })

  it('EVT-12 include a bundle’s root unless the bundle has a valid ticket of another event', () => {
    const inBundle = { bundleRootId: 'root' }
    const root = item('root', { totalCents: 500, voucherCents: 100 })
    const shirt = item('shirt', { ...inBundle, totalCents: 2000 })
    const order = [root, ticket('a', 'munich', inBundle), shirt]
    expect(ids(order)).toEqual(['root', 'a'])
    // Vouchers are not part of the sum.
    expect(paidFor(itemsOfCancelledEvent(order, 'munich'))).toBe(4900)
    expect(ids(order, 'berlin')).toEqual([])

    const twoCities = [...order, ticket('b', 'berlin', inBundle)]
    expect(ids(twoCities)).toEqual(['a'])
    const afterMunich = twoCities.map((one) => (one.id === 'a' ? { ...one, invalidatedAt: 1 } : one))
    expect(ids(afterMunich, 'berlin')).toEqual(['root', 'b'])
  })
})
