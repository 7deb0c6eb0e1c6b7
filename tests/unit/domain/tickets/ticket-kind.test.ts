import { describe, expect, it } from 'vitest'
import { ticketKindIsSold } from '../../../../worker/domain/tickets/ticket-kind.ts'

describe('ticket kinds', () => {
  it('EVT-04 are both sold unless the event permits only one of them', () => {
    const kinds = (meta: Parameters<typeof ticketKindIsSold>[0]) => [
      ticketKindIsSold(meta, false),
      ticketKindIsSold(meta, true),
    ]
    expect(kinds({})).toEqual([true, true])
    expect(kinds({ only_online_tickets: true })).toEqual([true, false])
    expect(kinds({ only_hard_tickets: true })).toEqual([false, true])
  })
})
