import { describe, expect, it } from 'vitest'
import type { PersonalizationRequirement } from '../../../../schema/catalogue-values.ts'
import { DAY, HOUR } from '../../../../schema/limits.ts'
import { orderHasTicketService } from '../../../../worker/domain/tickets/ticket-service.ts'

const NOW = Date.UTC(2026, 10, 23)
type Serviced = Parameters<typeof orderHasTicketService>[1]

function orderWith(status: Serviced['order']['status'], ...startsIn: number[]): Serviced {
  const events = startsIn.map((duration, index) => ({
    id: `evt_${index}`,
    event: {
      ...{ status: 'scheduled', happeningFromAt: NOW + duration, meta: {} },
      personalizationRequirement: 'no_personalization_required' as const,
    },
  }))
  return {
    order: { status },
    items: [{ eventId: null, invalidatedAt: null }, ...events.map(({ id }) => ({ eventId: id, invalidatedAt: null }))],
    events: new Map(events.map(({ id, event }) => [id, event])),
  }
}

describe('the ticket service of an order', () => {
  it('SUP-04 is offered for a paid order until the last deadline of its valid tickets, unless the shop has closed it', () => {
    const offered = (whole: Serviced, shop = {}) => orderHasTicketService('cancel', whole, shop, NOW)
    expect(offered(orderWith('done', 3 * DAY))).toBe(true)
    expect(offered(orderWith('payment_pending', 3 * DAY))).toBe(false)
    expect(offered(orderWith('done'))).toBe(false)
    expect(offered(orderWith('done', 2 * DAY - HOUR))).toBe(false)
    expect(offered(orderWith('done', 2 * DAY - HOUR, 9 * DAY))).toBe(true)
    expect(offered(orderWith('done', 3 * DAY), { cancel_form_closed: true })).toBe(false)
    expect(offered(orderWith('done', 3 * DAY), { change_form_closed: true })).toBe(true)
    const refunded = orderWith('done', 3 * DAY)
    const items = refunded.items.map((item) => ({ ...item, invalidatedAt: NOW }))
    expect(offered({ ...refunded, items })).toBe(false)
  })

  it('SUP-04 changes are offered for tickets with the names of persons or of a group, and for no others', () => {
    const whole = orderWith('done', 3 * DAY)
    const isOffered = (personalizationRequirement: PersonalizationRequirement) => {
      const events = new Map([...whole.events].map(([id, event]) => [id, { ...event, personalizationRequirement }]))
      return orderHasTicketService('change', { ...whole, events }, {}, NOW)
    }
    expect(isOffered('check_in_required')).toBe(true)
    expect(isOffered('group_personalization_required')).toBe(true)
    expect(isOffered('no_personalization_required')).toBe(false)
  })
})
