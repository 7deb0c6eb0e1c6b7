import { describe, expect, it } from 'vitest'
import { refuseByClock } from '../../../../worker/domain/tickets/presale.ts'
import { holdRules } from '../../../support/hold-builder.ts'

describe('refuseByClock', () => {
  const rules = holdRules({ presaleAt: 100, salesEndAt: 200 })

  it.each([
    { now: 99, code: 'PRESALE_NOT_STARTED' },
    { now: 100, code: undefined },
    { now: 199, code: undefined },
    { now: 200, code: 'SALE_CLOSED' },
  ])('EVT-03 permits sales from `presaleAt` until just before `salesEndAt`: $now → $code', ({ now, code }) => {
    expect(refuseByClock(rules, 1, null, now)?.code).toBe(code)
  })

  it('EVT-03 names `presaleAt` in the rejection', () => {
    expect(refuseByClock(rules, 1, null, 0)?.params).toEqual({ presaleAt: 100 })
  })

  it.each([
    { code: { category: null, validFromAt: 50 }, now: 50, refusal: undefined },
    { code: { category: 1, validFromAt: 50 }, now: 99, refusal: undefined },
    { code: { category: 1, validFromAt: 50 }, now: 49, refusal: 'PRESALE_NOT_STARTED' },
    { code: { category: 2, validFromAt: 50 }, now: 99, refusal: 'PRESALE_CODE_INVALID' },
    { code: { category: 2, validFromAt: 150 }, now: 100, refusal: undefined },
  ])(
    'EVT-03 requires a valid presale code for the category, but only before `presaleAt`: $code at $now → $refusal',
    ({ code, now, refusal }) => {
      expect(refuseByClock(rules, 1, { id: 'psc', uses: 1, ...code }, now)?.code).toBe(refusal)
    },
  )
})
