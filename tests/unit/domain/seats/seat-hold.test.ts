import { describe, expect, it } from 'vitest'
import { decideHold, refuseRequest } from '../../../../worker/domain/seats/hold-decision.ts'
import { holdRequest, MINUTE, NOW } from '../../../support/hold-builder.ts'
import { ledgerOf } from '../../../support/seat-ledger-builder.ts'
import { seatPlan } from '../../../support/seat-plan-builder.ts'

const PLAN = seatPlan({
  sections: [
    { id: 'A', rows: [{ row: '1', seats: 6 }] },
    { id: 'B', rows: [{ row: '1', seats: 2, category: 3 }] },
    { id: 'far', block: 1, rows: [{ row: '1', seats: 2 }] },
  ],
  allotments: [
    { sectionId: 'floor', capacity: 4 },
    { sectionId: 'gallery', capacity: 6 },
    { sectionId: 'far-floor', capacity: 6, block: 1 },
  ],
})

type HoldInput = Parameters<typeof holdRequest>[0]

function decide(input: HoldInput, claims: Parameters<typeof ledgerOf>[1] = []) {
  const ledger = ledgerOf(PLAN, claims)
  let ids = 0
  const request = holdRequest(input)
  const refusal = refuseRequest(ledger.layout, request)
  return refusal ?? decideHold(ledger, request, () => `new-${++ids}`).answer
}

describe('invalid hold requests', () => {
  it.each<{ field: string; input: HoldInput; why: string }>([
    { field: 'amount', input: { amount: 0 }, why: 'no tickets' },
    { field: 'amount', input: { amount: 1.5 }, why: 'half a ticket' },
    { field: 'amount', input: { seatIds: ['A-1-1'], amount: 2 }, why: 'more tickets than seats' },
    { field: 'category', input: { category: 9 }, why: 'an unknown category' },
    { field: 'seatIds', input: { seatIds: ['A-1-1', 'A-1-1'] }, why: 'a seat twice' },
    { field: 'seatIds', input: { seatIds: ['A-1-99'] }, why: 'an unknown seat' },
    { field: 'seatIds', input: { seatIds: ['far-1-1'] }, why: 'a seat of another block' },
    { field: 'seatIds', input: { seatIds: ['B-1-1'] }, why: 'a seat of another category' },
    { field: 'seatIds', input: { seatIds: ['A-1-1'], sectionId: 'B' }, why: 'a seat of another section' },
    { field: 'sectionId', input: { sectionId: 'far' }, why: 'a section of another block' },
    { field: 'sectionId', input: { sectionId: 'far-floor', category: 2 }, why: 'an area of another block' },
    {
      field: 'sectionId',
      input: { sectionId: 'B', rules: { forceSection: 'A' } },
      why: 'a section other than the forced one',
    },
    {
      field: 'seatIds',
      input: { seatIds: ['A-1-1'], rules: { forceSection: 'B' } },
      why: 'a seat outside the forced section',
    },
  ])('SEAT-03 are rejected for $why, and the error names the field $field', ({ field, input }) => {
    expect(decide(input)).toMatchObject({ ok: false, code: 'BAD_INPUT', params: { field } })
  })
})

describe('ticket limits', () => {
  const own = [{ place: 'A-1-1', cartId: 'cart-1' }]

  it('EVT-05 count held, requested and bought tickets in all blocks', () => {
    const bought = [...own, { place: 'A-1-2', cartId: 'cart-1', orderId: 'order-1', epoch: 1 }]
    const input = { seatIds: ['A-1-3'], heldElsewhere: 1, comingElsewhere: 1, boughtElsewhere: 1 }
    expect(decide({ ...input, rules: { cartLimit: 6 } }, bought).ok).toBe(true)
    expect(decide({ ...input, rules: { cartLimit: 5 } }, bought)).toMatchObject({ params: { limit: 5 } })
  })

  it('EVT-05 apply a forced amount to the sum of held and requested tickets in all blocks', () => {
    const rules = { forceAmount: 2 }
    expect(decide({ seatIds: ['A-1-1'], rules })).toMatchObject({ code: 'TICKET_AMOUNT_FORCED', params: { amount: 2 } })
    expect(decide({ seatIds: ['A-1-1'], comingElsewhere: 1, rules }).ok).toBe(true)
    expect(decide({ seatIds: ['A-1-2'], rules }, own).ok).toBe(true)
  })
})

describe('decideHold', () => {
  it('SEAT-03 rejects the whole choice and names the taken seats, also those of the cart itself', () => {
    const claims = [{ place: 'A-1-2' }, { place: 'A-1-3', cartId: 'cart-1' }]
    expect(decide({ seatIds: ['A-1-1', 'A-1-2', 'A-1-3'] }, claims)).toEqual({
      ok: false,
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-2', 'A-1-3'] },
    })
  })

  it('SEAT-07 reports a shift and the seats held instead', () => {
    const answer = decide({ seatIds: ['A-1-2'], rules: { avoidSingleSeats: true } })
    expect(answer).toMatchObject({ ok: true, shifted: true, holds: [{ seatId: 'A-1-1' }] })
    expect(decide({ seatIds: ['A-1-3'], rules: { avoidSingleSeats: true } })).toMatchObject({ shifted: false })
  })

  it('SEAT-08 uses the first area with enough capacity and never two areas', () => {
    const taken = [{ place: 'floor', kind: 'section' as const, amount: 2, category: 2 }]
    expect(decide({ category: 2, amount: 2 }, taken)).toMatchObject({ holds: [{ sectionId: 'floor', amount: 2 }] })
    expect(decide({ category: 2, amount: 5 }, taken)).toMatchObject({ holds: [{ sectionId: 'gallery', amount: 5 }] })
    expect(decide({ category: 2, amount: 7 }, taken)).toMatchObject({
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 6 },
    })
    expect(decide({ category: 2, amount: 3, sectionId: 'floor' }, taken)).toMatchObject({ params: { left: 2 } })
  })

  it('SEAT-08 uses the forced section if the request names no section, and refuses a forced section of another block', () => {
    const rules = { forceSection: 'gallery' }
    expect(decide({ category: 2, amount: 1, rules })).toMatchObject({ holds: [{ sectionId: 'gallery' }] })
    expect(decide({ category: 2, amount: 1, rules: { forceSection: 'far-floor' } })).toMatchObject({
      params: { left: 0 },
    })
  })

  it('SEAT-12 refuses a category that only another block sells', () => {
    const plan = seatPlan({ sections: [{ id: 'far', block: 1, rows: [{ row: '1', seats: 2 }] }] })
    const ledger = ledgerOf(plan)
    const request = holdRequest({ amount: 1 })
    expect(refuseRequest(ledger.layout, request)).toBeNull()
    expect(decideHold(ledger, request, () => 'new').answer).toMatchObject({ code: 'TICKETS_NOT_AVAILABLE' })
  })
})

it('SEAT-10 decideHold gives a further hold the expiry of the cart’s first hold', () => {
  const claims = [{ place: 'A-1-1', cartId: 'cart-1', heldUntil: NOW + MINUTE, extended: true }]
  const ledger = ledgerOf(PLAN, claims)
  const { answer, changes } = decideHold(ledger, holdRequest({ seatIds: ['A-1-2'] }), () => 'new')
  expect(answer).toMatchObject({ heldUntil: NOW + MINUTE })
  expect(changes).toMatchObject([{ after: { heldUntil: NOW + MINUTE, extended: true } }])
})
