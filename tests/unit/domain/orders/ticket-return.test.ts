import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ReturnableItem, refundFor, returnTickets } from '../../../../worker/domain/orders/ticket-return.ts'

const FREE = { feeCents: 0, keepsShipping: false }

function item(id: string, more: Partial<ReturnableItem> = {}): ReturnableItem {
  const amount = more.amount ?? 1
  const unitCents = more.unitCents ?? 4500
  const own = { id, eventId: 'evt_1', bundleRootId: null, voucherCents: 0, invalidatedAt: null }
  return { ...own, amount, unitCents, totalCents: amount * unitCents, ...more }
}

describe('the return of tickets', () => {
  it('SUP-01 splits an item of which only some tickets are returned, and its voucher without losing a cent', () => {
    const items = [item('a', { amount: 3, voucherCents: 1000 }), item('shirt', { eventId: null })]
    expect(returnTickets(items, new Map([['a', 1]]))).toEqual({
      voidItemIds: [],
      splits: [{ itemId: 'a', amount: 1, former: 3, voucherCents: 333 }],
      paidCents: 4167,
      isWhole: false,
    })
  })

  it("SUP-01 returns the bundle's own item with its last ticket, and keeps the merchandise", () => {
    const items = [
      item('root', { eventId: null, unitCents: 500 }),
      item('one', { bundleRootId: 'root' }),
      item('two', { bundleRootId: 'root' }),
      item('shirt', { eventId: null, bundleRootId: 'root', unitCents: 2000 }),
    ]
    expect(returnTickets(items, new Map([['one', 1]]))).toMatchObject({ voidItemIds: ['one'], paidCents: 4500 })
    const both = returnTickets(items, new Map(['one', 'two'].map((id) => [id, 1])))
    expect(both).toMatchObject({ voidItemIds: ['one', 'two', 'root'], paidCents: 9500, isWhole: false })
  })

  it('SUP-01 refunds the shipping with the last item, unless the organiser keeps it', () => {
    const whole = { paidCents: 9000, isWhole: true }
    const money = { leftCents: 9590, extraCents: 590 }
    expect(refundFor(whole, 2, money, FREE)).toBe(9590)
    expect(refundFor(whole, 2, money, { feeCents: 100, keepsShipping: true })).toBe(8800)
    expect(refundFor({ paidCents: 9000, isWhole: false }, 2, { leftCents: 4000, extraCents: 590 }, FREE)).toBe(4000)
    expect(refundFor(whole, 2, money, { feeCents: 9000, keepsShipping: false })).toBe(0)
  })

  it('SUP-01 keeps the fee of tickets that came back earlier when the last ticket comes back', () => {
    const fees = { feeCents: 250, keepsShipping: false }
    const last = { paidCents: 4500, isWhole: true }
    // Of 90.00, the first ticket brought back 42.50.
    expect(refundFor(last, 1, { leftCents: 4750, extraCents: 0 }, fees)).toBe(4250)
  })

  it('SUP-01 refunds exactly the paid amount in total if the buyer returns the tickets of an order one at a time', () => {
    const line = fc
      .record({
        amount: fc.integer({ min: 1, max: 6 }),
        unitCents: fc.integer({ min: 0, max: 9999 }),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ amount, unitCents, part }) => ({
        amount,
        unitCents,
        voucherCents: Math.floor(amount * unitCents * part),
      }))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        let items = lines.map((each, index) => item(`i${index}`, each))
        const owed = items.reduce((sum, { totalCents, voucherCents }) => sum + totalCents - voucherCents, 0)
        let paid = 0
        while (items.length > 0) {
          const [first] = items
          if (!first) break
          const { splits, paidCents } = returnTickets(items, new Map([[first.id, 1]]))
          expect(paidCents).toBeGreaterThanOrEqual(0)
          paid += paidCents
          const [split] = splits
          items = split
            ? items.map((each) =>
                each.id === split.itemId
                  ? item(each.id, {
                      amount: each.amount - split.amount,
                      unitCents: each.unitCents,
                      voucherCents: each.voucherCents - split.voucherCents,
                    })
                  : each,
              )
            : items.slice(1)
        }
        expect(paid).toBe(owed)
      }),
      { seed: 11, numRuns: 300 },
    )
  })
})
