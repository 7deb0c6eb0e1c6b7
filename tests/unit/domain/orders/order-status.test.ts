import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, PAID_STATUSES, PAYABLE_STATUSES } from '../../../../schema/rules/order-payable.ts'
import {
  FIRST_STATUS,
  isPayable,
  mayBecome,
  paidStatus,
  statusesBefore,
} from '../../../../worker/domain/orders/order-status.ts'

describe('order status', () => {
  it('LATER-01 changes from unpaid to paid only if it was payable or “cancelled”', () => {
    for (const goal of ['done', 'pending_fulfillment'] as const) {
      const unpaid = statusesBefore(goal).filter((status) => !PAID_STATUSES.includes(status))
      expect(unpaid.sort()).toEqual([...PAYABLE_STATUSES, 'cancelled'].sort())
    }
  })

  it('LATER-01 never changes from “refunded”, nor from a paid status to “cancelled” or “payment_pending”', () => {
    expect(ORDER_STATUSES.filter((to) => mayBecome('refunded', to))).toEqual([])
    for (const from of PAID_STATUSES) {
      expect(mayBecome(from, 'cancelled')).toBe(false)
      expect(mayBecome(from, 'payment_pending')).toBe(false)
    }
  })

  it('LATER-01 never changes to itself, and each status except that of a new order can be reached from another one', () => {
    for (const status of ORDER_STATUSES) {
      expect(mayBecome(status, status)).toBe(false)
      if (status !== FIRST_STATUS) expect(statusesBefore(status).length).toBeGreaterThan(0)
    }
  })

  it('LATER-01 is payable if it is “payment_pending” or “problem” and the order is not fully paid', () => {
    const order = (status: (typeof ORDER_STATUSES)[number], paidCents: number) => ({
      status,
      totalCents: 100,
      paidCents,
      isReserved: false,
    })
    expect(ORDER_STATUSES.filter((status) => isPayable(order(status, 99)))).toEqual(['payment_pending', 'problem'])
    expect(ORDER_STATUSES.filter((status) => isPayable(order(status, 100)))).toEqual([])
  })

  it('LATER-01 of a paid order is “pending_fulfillment” with physical items and “done” without', () => {
    expect(paidStatus([{ physical: false }, { physical: true }])).toBe('pending_fulfillment')
    expect(paidStatus([{ physical: false }])).toBe('done')
  })
})
