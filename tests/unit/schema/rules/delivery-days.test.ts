import { describe, expect, it } from 'vitest'
import { deliveryDaysOf, slowestDelivery, splitDelivery } from '../../../../schema/rules/delivery-days.ts'

describe('the time of delivery', () => {
  it('PROD-13 is that of the product, or else that of the shop', () => {
    const [own, shop] = [{ delivery_days: { from: 5, to: 7 } }, { delivery_days: { from: 2, to: 4 } }]
    expect([deliveryDaysOf(own, shop), deliveryDaysOf({}, shop), deliveryDaysOf({}, {})]).toEqual([
      own.delivery_days,
      shop.delivery_days,
      null,
    ])
  })

  it('PROD-13 of a parcel is that of its slowest goods, and unknown if the time of one of them is', () => {
    const [early, late] = [
      { from: 2, to: 8 },
      { from: 3, to: 4 },
    ]
    expect(slowestDelivery([early, late])).toEqual({ from: 3, to: 8 })
    expect([slowestDelivery([early, null]), slowestDelivery([])]).toEqual([null, null])
  })

  it.each([
    [
      { from: 2, to: 6 },
      { minimum: 0, maximum: 3 },
      { minimum: 2, maximum: 3 },
    ],
    [
      { from: 2, to: 4 },
      { minimum: 0, maximum: 2 },
      { minimum: 2, maximum: 2 },
    ],
    [
      { from: 3, to: 3 },
      { minimum: 0, maximum: 0 },
      { minimum: 3, maximum: 3 },
    ],
  ])('SEO-01 of %o is split into packing and transit, whose sums are the whole', (days, packing, transit) => {
    expect(splitDelivery(days, 3)).toEqual({ packing, transit })
    expect(packing.minimum + transit.minimum).toBe(days.from)
    expect(packing.maximum + transit.maximum).toBe(days.to)
  })
})
