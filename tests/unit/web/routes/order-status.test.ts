/**
 * Tests the first sentences on the page of an order if its concerts do not take place as planned, and the first method on the
 * page to pay the order.
 */
import { expect, it } from 'vitest'
import { m } from '../../../../web/i18n/messages.ts'
import { methodAtFirst } from '../../../../web/routes/checkout/order-state.ts'
import { concertText, returnedText } from '../../../../web/routes/order/order-status.ts'

type Page = Parameters<typeof concertText>[0]
type TicketOrder = Page['order']

/** The page of an order of one ticket for each of the events. */
function pageOf(...changes: Partial<TicketOrder['events'][number]>[]): Page {
  const events = changes.map((change, index) => ({
    id: `event-${index}`,
    status: 'active',
    formerDate: null,
    acceptsReturns: false,
    returnsArePaused: false,
    ...change,
  }))
  const ofEvents = events.map(({ id }) => ({ eventId: id }))
  return { order: { status: 'done', events, tickets: ofEvents, items: ofEvents }, timeline: [] }
}

it('ORDER-01, EVT-12 the page of an order says that the concert is cancelled, and whether its tickets can be returned now, later or not at all', () => {
  const status = 'cancelled'
  expect(concertText(pageOf({ status, acceptsReturns: true }))).toEqual({
    title: m.order_page_cancelled_title(),
    text: m.order_page_cancelled_return(),
  })
  expect(concertText(pageOf({ status, acceptsReturns: true, returnsArePaused: true }))?.text).toBe(
    m.order_page_cancelled_paused(),
  )
  const returnable = { status, acceptsReturns: true }
  expect(concertText(pageOf(returnable, { ...returnable, returnsArePaused: true }))?.text).toBe(
    m.order_page_cancelled_return(),
  )
  expect(concertText(pageOf({ status }, { status }))).toEqual({
    title: m.order_page_cancelled_titles(),
    text: m.order_page_cancelled_text(),
  })
})

it('ORDER-01, EVT-12 says that a postponed concert has no date yet', () => {
  const status = 'postponed'
  expect(concertText(pageOf({ status }))?.text).toBe(m.order_page_postponed_text())
  expect(concertText(pageOf({ status, acceptsReturns: true }))?.text).toBe(m.order_page_postponed_return())
  expect(concertText(pageOf({ status, acceptsReturns: true, returnsArePaused: true }))?.text).toBe(
    m.order_page_postponed_text(),
  )
})

it('ORDER-01, EVT-14 says that a moved concert has a new date, and whether its tickets can be returned', () => {
  for (const status of ['active', 'postponed']) {
    expect(concertText(pageOf({ status, formerDate: 1 }))).toEqual({
      title: m.order_page_moved_title(),
      text: m.order_page_moved_text(),
    })
    expect(concertText(pageOf({ status, formerDate: 1, acceptsReturns: true }))?.text).toBe(m.order_page_moved_return())
    expect(concertText(pageOf({ status, formerDate: 1, acceptsReturns: true, returnsArePaused: true }))?.text).toBe(
      m.order_page_moved_text(),
    )
  }
  expect(concertText(pageOf({ formerDate: 1 }, { formerDate: 1 }))?.title).toBe(m.order_page_moved_titles())
  expect(concertText(pageOf({ formerDate: 1 }, {}))).toBeNull()
})

it('ORDER-02 the page of an order says first that the concert is cancelled or moved, and then where the parcel of the goods is; without goods, it mentions no parcel', () => {
  const withGoods = (
    event: Partial<TicketOrder['events'][number]>,
    status: string,
    timeline: Page['timeline'] = [],
  ) => {
    const { order } = pageOf(event)
    return concertText({ order: { ...order, status, items: [...order.items, { eventId: null }] }, timeline })
  }
  const cancelled = { status: 'cancelled', acceptsReturns: true }
  expect(withGoods(cancelled, 'processing')).toEqual({
    title: m.order_page_cancelled_title(),
    text: `${m.order_page_cancelled_return()} ${m.order_page_parcel_next()}`,
  })
  expect(withGoods({ formerDate: 1 }, 'fulfillment')).toEqual({
    title: m.order_page_moved_title(),
    text: `${m.order_page_moved_text()} ${m.order_page_packing_title()}.`,
  })
  const moved = (...timeline: Page['timeline']) => withGoods({ formerDate: 1 }, 'done', timeline)?.text
  expect(moved({ kind: 'SHIPPED' })).toBe(`${m.order_page_moved_text()} ${m.order_page_shipped_title()}.`)
  expect(moved({ kind: 'SHIPPED' }, { kind: 'DELIVERED' })).toBe(
    `${m.order_page_moved_text()} ${m.order_page_delivered_title()}.`,
  )
  expect(moved({ kind: 'PAID' })).toBe(m.order_page_moved_text())
  expect(withGoods({}, 'processing')).toBeNull()
  const { order, timeline } = pageOf({ formerDate: 1 })
  expect(concertText({ order: { ...order, status: 'processing' }, timeline })?.text).toBe(m.order_page_moved_text())
})

it('ORDER-01 the page of an order shows its own progress if a concert takes place, or if the order contains no valid ticket', () => {
  const { order, timeline } = pageOf({ status: 'cancelled' })
  expect(concertText(pageOf({}))).toBeNull()
  expect(concertText(pageOf({ status: 'cancelled' }, {}))).toBeNull()
  expect(concertText({ order: { ...order, tickets: [] }, timeline })).toBeNull()
})

it('ORDER-01 says that all tickets were returned, but not of a past concert, and not if something else was ordered', () => {
  const order = {
    items: [{ eventId: 'event-0' }],
    tickets: [] as { eventId: string }[],
    events: [{ happeningFromAt: 2000 as number | null }],
    totalCents: 5200,
    refundedCents: 4800,
    refundingCents: 0,
  }
  const returned = {
    title: m.order_page_returned_title(),
    text: m.order_page_returned_text({ amount: '52,00\u00a0€' }),
  }
  expect(returnedText(order, 1000)).toEqual(returned)
  expect(returnedText({ ...order, refundedCents: 0, refundingCents: 4800 }, 1000)).toEqual(returned)
  expect(returnedText({ ...order, events: [{ happeningFromAt: null }] }, 1000)).toEqual(returned)
  expect(returnedText(order, 2000)).toBeNull()
  expect(returnedText({ ...order, refundedCents: 0 }, 1000)).toBeNull()
  expect(returnedText({ ...order, tickets: [{ eventId: 'event-0' }] }, 1000)).toBeNull()
  expect(returnedText({ ...order, items: [...order.items, { eventId: null }] }, 1000)).toBeNull()
  expect(returnedText({ ...order, items: [] }, 1000)).toBeNull()
})

it('LATER-02 the page to pay later opens with the method that a link names, or else with the order’s own, if the order offers it', () => {
  const order = { paymentMethod: 'bank_transfer', paymentMethods: [{ id: 'bank_transfer' }, { id: 'credit_card' }] }
  expect(methodAtFirst(order, null)).toBe('bank_transfer')
  expect(methodAtFirst(order, 'credit_card')).toBe('credit_card')
  expect(methodAtFirst(order, 'paypal')).toBe('bank_transfer')
  expect(methodAtFirst({ ...order, paymentMethod: 'apple_pay' }, null)).toBe('bank_transfer')
  expect(methodAtFirst({ paymentMethod: 'apple_pay', paymentMethods: [] }, null)).toBe('apple_pay')
})
