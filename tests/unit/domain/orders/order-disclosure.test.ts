import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../schema/limits.ts'
import { disclosedOrder, withoutAddressesOfMain } from '../../../../worker/domain/orders/order-disclosure.ts'

const ORDER = {
  placedAt: 1_000,
  email: 'ida@example.org',
  shippingAddress: { lastName: 'Luczak' },
  billingAddress: { lastName: 'Luczak' },
}

describe('order link', () => {
  it('shows personal data for 28 days', () => {
    expect(disclosedOrder(ORDER, ORDER.placedAt + 28 * DAY - 1)).toMatchObject({ ...ORDER, isDisclosed: true })
  })

  it('shows a masked email address and no postal address after 28 days', () => {
    expect(disclosedOrder(ORDER, ORDER.placedAt + 28 * DAY)).toEqual({
      placedAt: ORDER.placedAt,
      email: 'i…@example.org',
      shippingAddress: {},
      billingAddress: {},
      isDisclosed: false,
    })
  })

  it('MERGE-01 shows the addresses of a main order for 28 days after that order', () => {
    const mainPlacedAt = 500
    expect(withoutAddressesOfMain(ORDER, mainPlacedAt, mainPlacedAt + 28 * DAY - 1)).toEqual(ORDER)
    const later = withoutAddressesOfMain(ORDER, mainPlacedAt, mainPlacedAt + 28 * DAY)
    expect(later).toEqual({ ...ORDER, shippingAddress: {}, billingAddress: {} })
    expect(withoutAddressesOfMain(ORDER, null, mainPlacedAt + 28 * DAY)).toEqual(ORDER)
  })
})
