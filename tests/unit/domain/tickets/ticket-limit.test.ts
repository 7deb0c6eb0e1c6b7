import { describe, expect, it } from 'vitest'
import { refuseByLimit } from '../../../../worker/domain/tickets/ticket-limit.ts'
import { holdRules } from '../../../support/hold-builder.ts'

describe('ticket limit of a cart', () => {
  it('EVT-05 allows as many tickets as the limit, and names the limit when it rejects more', () => {
    const rules = holdRules({ cartLimit: 4 })
    expect(refuseByLimit(rules, 4, 0)).toBeNull()
    expect(refuseByLimit(rules, 5, 0)).toEqual({ ok: false, code: 'TICKET_LIMIT_EXCEEDED', params: { limit: 4 } })
  })

  it('EVT-05 counts bought tickets, also with a forced amount', () => {
    const rules = holdRules({ cartLimit: 4 })
    expect(refuseByLimit(rules, 2, 2)).toBeNull()
    expect(refuseByLimit(rules, 1, 4)?.code).toBe('TICKET_LIMIT_EXCEEDED')
    const forced = holdRules({ forceAmount: 2, cartLimit: 4 })
    expect(refuseByLimit(forced, 2, 2)).toBeNull()
    expect(refuseByLimit(forced, 2, 4)?.code).toBe('TICKET_LIMIT_EXCEEDED')
  })

  it.each([
    { tickets: 1, code: 'TICKET_AMOUNT_FORCED' },
    { tickets: 2, code: undefined },
    { tickets: 3, code: 'TICKET_AMOUNT_FORCED' },
  ])('EVT-05 requires exactly the forced amount of 2: $tickets → $code', ({ tickets, code }) => {
    expect(refuseByLimit(holdRules({ forceAmount: 2, cartLimit: 8 }), tickets, 0)?.code).toBe(code)
  })
})
