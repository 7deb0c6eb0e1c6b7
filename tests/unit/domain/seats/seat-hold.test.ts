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

type Wish = Parameters<typeof holdRequest>[0]

function decide(wish: Wish, claims: Parameters<typeof ledgerOf>[1] = []) {
  const ledger = ledgerOf(PLAN, claims)
  let ids = 0
  const request = holdRequest(wish)
  const refusal = refuseRequest(ledger.room, request)
  return refusal ?? decideHold(ledger, request, () => `new-${++ids}`).answer
}

describe('what no seat can mend', () => {
  it.each<{ field: string; wish: Wish; why: string }>([
    { field: 'amount', wish: { amount: 0 }, why: 'nothing' },
    { field: 'amount', wish: { amount: 1.5 }, why: 'half a ticket' },
    { field: 'amount', wish: { seatIds: ['A-1-1'], amount: 2 }, why: 'more tickets than seats' },
    { field: 'category', wish: { category: 9 }, why: 'an unknown category' },
    { field: 'seatIds', wish: { seatIds: ['A-1-1', 'A-1-1'] }, why: 'a seat twice' },
    { field: 'seatIds', wish: { seatIds: ['A-1-99'] }, why: 'an unknown seat' },
    { field: 'seatIds', wish: { seatIds: ['far-1-1'] }, why: 'a seat of another block' },
    { field: 'seatIds', wish: { seatIds: ['B-1-1'] }, why: 'a seat of another category' },
    { field: 'seatIds', wish: { seatIds: ['A-1-1'], sectionId: 'B' }, why: 'a seat of another section' },
    { field: 'sectionId', wish: { sectionId: 'far' }, why: 'a section of another block' },
    { field: 'sectionId', wish: { sectionId: 'far-floor', category: 2 }, why: 'an area of another block' },
    { field: 'sectionId', wish: { sectionId: 'B', rules: { forceSection: 'A' } }, why: 'not the forced section' },
    { field: 'seatIds', wish: { seatIds: ['A-1-1'], rules: { forceSection: 'B' } }, why: 'outside the forced section' },
  ])('SEAT-03 refuses $why, naming $field', ({ field, wish }) => {
    expect(decide(wish)).toMatchObject({ ok: false, code: 'BAD_INPUT', params: { field } })
  })
})

describe('limits', () => {
  const own = [{ place: 'A-1-1', cartId: 'cart-1' }]

  it('EVT-05 counts what the cart holds here and elsewhere, what comes next and what it bought', () => {
    const bought = [...own, { place: 'A-1-2', cartId: 'cart-1', orderId: 'order-1', epoch: 1 }]
    const wish = { seatIds: ['A-1-3'], heldElsewhere: 1, comingElsewhere: 1, boughtElsewhere: 1 }
    expect(decide({ ...wish, rules: { cartLimit: 6 } }, bought).ok).toBe(true)
    expect(decide({ ...wish, rules: { cartLimit: 5 } }, bought)).toMatchObject({ params: { limit: 5 } })
  })

  it('EVT-05 a forced amount judges the whole command, over blocks', () => {
    const rules = { forceAmount: 2 }
    expect(decide({ seatIds: ['A-1-1'], rules })).toMatchObject({ code: 'TICKET_AMOUNT_FORCED', params: { amount: 2 } })
    expect(decide({ seatIds: ['A-1-1'], comingElsewhere: 1, rules }).ok).toBe(true)
    expect(decide({ seatIds: ['A-1-2'], rules }, own).ok).toBe(true)
  })
})

describe('choosing places', () => {
  it('SEAT-03 one taken seat refuses the whole choice and is named, one’s own included', () => {
    const claims = [{ place: 'A-1-2' }, { place: 'A-1-3', cartId: 'cart-1' }]
    expect(decide({ seatIds: ['A-1-1', 'A-1-2', 'A-1-3'] }, claims)).toEqual({
      ok: false,
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-2', 'A-1-3'] },
    })
  })

  it('SEAT-07 tells that seats were shifted and which are held', () => {
    const answer = decide({ seatIds: ['A-1-2'], rules: { avoidSingleSeats: true } })
    expect(answer).toMatchObject({ ok: true, shifted: true, holds: [{ seatId: 'A-1-1' }] })
    expect(decide({ seatIds: ['A-1-3'], rules: { avoidSingleSeats: true } })).toMatchObject({ shifted: false })
  })

  it('SEAT-08 without a section the first that has room for all serves, never two', () => {
    const taken = [{ place: 'floor', kind: 'section' as const, amount: 2, category: 2 }]
    expect(decide({ category: 2, amount: 2 }, taken)).toMatchObject({ holds: [{ sectionId: 'floor', amount: 2 }] })
    expect(decide({ category: 2, amount: 5 }, taken)).toMatchObject({ holds: [{ sectionId: 'gallery', amount: 5 }] })
    expect(decide({ category: 2, amount: 7 }, taken)).toMatchObject({
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 6 },
    })
    expect(decide({ category: 2, amount: 3, sectionId: 'floor' }, taken)).toMatchObject({ params: { left: 2 } })
  })

  it('SEAT-08 a forced section serves where none was asked for', () => {
    const rules = { forceSection: 'gallery' }
    expect(decide({ category: 2, amount: 1, rules })).toMatchObject({ holds: [{ sectionId: 'gallery' }] })
    expect(decide({ category: 2, amount: 1, rules: { forceSection: 'far-floor' } })).toMatchObject({
      params: { left: 0 },
    })
  })

  it('SEAT-12 a category that this block has not is not available here', () => {
    const plan = seatPlan({ sections: [{ id: 'far', block: 1, rows: [{ row: '1', seats: 2 }] }] })
    const ledger = ledgerOf(plan)
    const request = holdRequest({ amount: 1 })
    expect(refuseRequest(ledger.room, request)).toBeNull()
    expect(decideHold(ledger, request, () => 'new').answer).toMatchObject({ code: 'TICKETS_NOT_AVAILABLE' })
  })
})

it('SEAT-10 a cart’s holds end together: a further one gets the end of the first', () => {
  const claims = [{ place: 'A-1-1', cartId: 'cart-1', heldUntil: NOW + MINUTE, extended: true }]
  const ledger = ledgerOf(PLAN, claims)
  const { answer, changes } = decideHold(ledger, holdRequest({ seatIds: ['A-1-2'] }), () => 'new')
  expect(answer).toMatchObject({ heldUntil: NOW + MINUTE })
  expect(changes).toMatchObject([{ after: { heldUntil: NOW + MINUTE, extended: true } }])
})
