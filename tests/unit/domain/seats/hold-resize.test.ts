import { describe, expect, it } from 'vitest'
import { decideResize } from '../../../../worker/domain/seats/hold-resize.ts'
import type { HoldRules, ResizeRequest } from '../../../../worker/domain/seats/seat-hold.ts'
import { DEMO_PLAN, holdRules, MINUTE, NOW } from '../../../support/hold-builder.ts'
import { ledgerOf } from '../../../support/seat-ledger-builder.ts'
import { seatPlan } from '../../../support/seat-plan-builder.ts'

const PLAN = seatPlan({
  sections: [{ id: 'A', rows: [{ row: '1', seats: 6 }] }],
  allotments: [{ sectionId: 'floor', capacity: 6 }],
})
const OWN = { kind: 'section' as const, place: 'floor', holdId: 'own', cartId: 'cart-1', amount: 2 }

function resize(
  amount: number,
  more: Partial<Omit<ResizeRequest, 'rules'>> & { rules?: Partial<HoldRules> } = {},
  others: Parameters<typeof ledgerOf>[1] = [],
) {
  const ledger = ledgerOf(PLAN, [OWN, ...others])
  const { rules, ...wish } = more
  const verdict = decideResize(ledger, {
    cartId: 'cart-1',
    holdId: 'own',
    amount,
    plan: DEMO_PLAN,
    rules: holdRules(rules),
    heldElsewhere: 0,
    presaleCode: null,
    now: NOW,
    ...wish,
  })
  ledger.apply(verdict.changes)
  return { answer: verdict.answer, changes: verdict.changes, counts: ledger.counts() }
}

describe('changing the amount of a hold', () => {
  it('CART-05 takes the missing tickets or frees the surplus, and keeps the hold and its expiry', () => {
    const more = resize(5)
    expect(more.answer).toMatchObject({ ok: true, heldUntil: NOW + 20 * MINUTE, hold: { holdId: 'own', amount: 5 } })
    expect(more.counts).toMatchObject({ held: 5, free: 6 + 1 })
    expect(resize(1).counts).toMatchObject({ held: 1, free: 6 + 5 })
  })

  it('CART-05 changes nothing for the amount that is already held', () => {
    expect(resize(2)).toMatchObject({ answer: { ok: true, hold: { amount: 2 } }, changes: [] })
  })

  it.each<[string, number, Parameters<typeof resize>[1], Parameters<typeof ledgerOf>[1], object]>([
    [
      'too few tickets left',
      4,
      {},
      [{ kind: 'section', place: 'floor', amount: 3 }],
      { code: 'TICKETS_NOT_AVAILABLE', params: { left: 1 } },
    ],
    [
      'more than the limit',
      5,
      { rules: { cartLimit: 4 } },
      [],
      { code: 'TICKET_LIMIT_EXCEEDED', params: { limit: 4 } },
    ],
    [
      'the limit with tickets in other blocks',
      3,
      { rules: { cartLimit: 4 }, heldElsewhere: 2 },
      [],
      { code: 'TICKET_LIMIT_EXCEEDED' },
    ],
    [
      'the limit with bought tickets',
      3,
      { rules: { cartLimit: 4 }, boughtElsewhere: 2 },
      [],
      { code: 'TICKET_LIMIT_EXCEEDED' },
    ],
    ['more than a forced amount', 3, { rules: { forceAmount: 2 } }, [], { code: 'TICKET_AMOUNT_FORCED' }],
    ['fewer than a forced amount', 1, { rules: { forceAmount: 2 } }, [], { code: 'TICKET_AMOUNT_FORCED' }],
    ['more before the sale', 3, { rules: { presaleAt: NOW + 1 } }, [], { code: 'PRESALE_NOT_STARTED' }],
    ['more after the sale', 3, { rules: { salesEndAt: NOW } }, [], { code: 'SALE_CLOSED' }],
    [
      'a code whose uses are taken',
      3,
      { rules: { presaleAt: NOW + 1 }, presaleCode: { id: 'code', category: null, uses: 1, validFromAt: 0 } },
      [{ place: 'A-1-1', presaleCodeId: 'code' }],
      { code: 'PRESALE_CODE_USED' },
    ],
    ['the hold of another cart', 3, { cartId: 'cart-2' }, [], { code: 'HOLD_EXPIRED' }],
    ['an expired hold', 3, { holdId: 'gone' }, [], { code: 'HOLD_EXPIRED' }],
    ['a seat', 2, { holdId: 'seat' }, [{ place: 'A-1-1', holdId: 'seat', cartId: 'cart-1' }], { code: 'BAD_INPUT' }],
    ['half a ticket', 1.5, {}, [], { code: 'BAD_INPUT' }],
    ['no ticket', 0, {}, [], { code: 'BAD_INPUT' }],
    ['a huge amount', Number.MAX_SAFE_INTEGER, {}, [], { code: 'TICKET_LIMIT_EXCEEDED' }],
  ])('CART-05 refuses %s and changes nothing', (_why, amount, more, others, refusal) => {
    expect(resize(amount, more, others)).toMatchObject({ answer: { ok: false, ...refusal }, changes: [] })
  })

  it('CART-05 takes more with the presale code that admitted the tickets, and gives back at any time', () => {
    const code = { id: 'code', category: null, uses: 1, validFromAt: 0 }
    expect(resize(3, { rules: { presaleAt: NOW + 1 }, presaleCode: code }).answer.ok).toBe(true)
    expect(resize(1, { rules: { salesEndAt: NOW } }).answer.ok).toBe(true)
    expect(resize(1, { rules: { presaleAt: NOW + 1 } }).answer.ok).toBe(true)
    expect(resize(1, { rules: { cartLimit: 0 } }).answer.ok).toBe(true)
  })
})
