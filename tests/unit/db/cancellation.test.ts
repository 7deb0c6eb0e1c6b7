import { beforeAll, describe, expect, it } from 'vitest'
import { cancelUnpaidOrder } from '../../../worker/db/cancellation.ts'
import { findOrder } from '../../../worker/db/order.ts'
import { cancelOverdueOrders } from '../../../worker/db/overdue-order.ts'
import { buildPaymentWorld, db, makeOverdue, placeOrder, setOrder } from '../../support/payment-helpers.ts'
import { stockLeft } from '../../support/seats-and-stock.ts'
import type { World } from '../../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

async function orderOf(id: string) {
  const whole = await findOrder(db, id)
  if (!whole) throw new Error('there is no order')
  return { ...whole.order, openPayments: [] }
}

describe('cancellation of an unpaid order', () => {
  it.each(['an operator', 'the sweep'])(
    'restores the stock once if %s read the order before its seats were booked again',
    async (who) => {
      const before = await stockLeft(world)
      const { id } = await placeOrder(world, { standing: 1, scarce: 1, method: 'bank_transfer' })
      const stale = await orderOf(id)
      await setOrder(id, { seatEpoch: stale.seatEpoch + 1 })
      await makeOverdue(id)
      await cancelOverdueOrders(db, [await orderOf(id)], Date.now())
      expect(await stockLeft(world)).toBe(before)
      if (who === 'the sweep') await cancelOverdueOrders(db, [stale], Date.now())
      else {
        const stock = [{ variantId: world.scarce, amount: 1 }]
        expect(await cancelUnpaidOrder(db, stale, [], stock, 'operator', Date.now())).toBe(false)
      }
      expect(await stockLeft(world)).toBe(before)
    },
  )
})
