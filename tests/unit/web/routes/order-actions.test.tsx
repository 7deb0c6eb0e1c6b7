import { expect, it } from 'vitest'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { FirstAction, OrderActions } from '../../../../web/routes/order/order-actions.tsx'
import { shopMarkup } from '../shop-markup.tsx'

const LATER = 'Versuch es bitte in zwei bis drei Tagen noch einmal.'
const EVENT = { id: 'evt_1', name: 'Zwölf Nächte', status: 'active', acceptsReturns: true, returnsArePaused: false }

function markupOf(...events: Partial<typeof EVENT>[]) {
  const order = {
    ...{ id: 'ord_1', email: 'ida@example.org', tickets: [], items: [], bankTransfer: null },
    events: events.map((event, index) => ({ ...EVENT, id: `evt_${index}`, ...event })),
  } as unknown as Order
  const ofOrder = { order, actions: ['RETURN_TICKETS'] as const, orderKey: 'k' }
  return { first: shopMarkup(<FirstAction {...ofOrder} />), further: shopMarkup(<OrderActions {...ofOrder} />) }
}

it('SUP-01 while the returns of a concert are paused, a note with no link says when they will be possible', () => {
  const open = markupOf({}).further
  expect(open).toMatch(/href="[^"]*\/refund\/request\?[^>]*>Tickets zurückgeben/)
  expect(open).not.toContain(LATER)
  const paused = { returnsArePaused: true }
  for (const note of [markupOf(paused).further, markupOf({ ...paused, status: 'cancelled' }).first]) {
    expect(note).toContain('Tickets zurückgeben')
    expect(note).toContain(LATER)
    expect(note).not.toContain('href')
  }
})

it('SUP-01 while the returns of one concert are paused, the link of the other concert stays', () => {
  const { further } = markupOf({ name: 'Leipzig', returnsArePaused: true }, { name: 'Berlin' })
  expect(further).toContain(LATER)
  expect(further).toMatch(/href="[^"]*product_id=evt_1[^>]*>Tickets zurückgeben: Berlin/)
  expect(further).not.toContain('product_id=evt_0')
})
