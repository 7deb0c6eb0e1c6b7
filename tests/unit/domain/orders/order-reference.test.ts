import { expect, it } from 'vitest'
import { newOrderReference } from '../../../../worker/domain/orders/order-reference.ts'

/** The sum of the digits with the weights 10 to 1, modulo 11. It is 0 for a correct reference. */
function remainder(reference: string): number {
  return [...reference].reduce((sum, digit, index) => sum + Number(digit) * (10 - index), 0) % 11
}

it('PAY-06 an order reference has ten digits, including a check digit that detects a wrong digit', () => {
  for (let round = 0; round < 300; round++) {
    const reference = newOrderReference()
    expect(reference).toMatch(/^[1-9]\d{9}$/)
    expect(remainder(reference)).toBe(0)
    const index = round % 10
    const slipped = reference.slice(0, index) + ((Number(reference[index]) + 3) % 10) + reference.slice(index + 1)
    expect(remainder(slipped)).not.toBe(0)
  }
})
