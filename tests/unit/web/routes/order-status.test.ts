/** Tests what the page of an order says first if its concerts do not take place as planned. */
import { expect, it } from 'vitest'
import { m } from '../../../../web/i18n/messages.ts'
import { concertText, returnedText } from '../../../../web/routes/order/order-status.ts'

type TicketOrder = Parameters<typeof concertText>[0]

/** An order of one ticket for each of the events. */
function orderOf(...changes: Partial<TicketOrder['events'][number]>[]): TicketOrder {
  const events = changes.map((change, index) => ({
    id: `event-${index}`,
    status: 'active',
    formerDate: null,
    acceptsReturns: false,
    ...change,
  }))
  const ofEvents = events.map(({ id }) => ({ eventId: id }))
  return { events, tickets: ofEvents, items: ofEvents }
}

it('ORDER-01, EVT-12 says that the concert is cancelled, and whether its tickets can be returned', () => {
  const status = 'cancelled'
  expect(concertText(orderOf({ status, acceptsReturns: true }))).toEqual({
    title: m.order_page_cancelled_title(),
    text: m.order_page_cancelled_return(),
  })
  expect(concertText(orderOf({ status }, { status }))).toEqual({
    title: m.order_page_cancelled_titles(),
    text: m.order_page_cancelled_text(),
  })
})

it('ORDER-01, EVT-12 says that a postponed concert has no date yet', () => {
  const status = 'postponed'
  expect(concertText(orderOf({ status }))?.text).toBe(m.order_page_postponed_text())
  expect(concertText(orderOf({ status, acceptsReturns: true }))?.text).toBe(m.order_page_postponed_return())
})

it('ORDER-01, EVT-14 says that a moved concert has a new date, and whether its tickets can be returned', () => {
  for (const status of ['active', 'postponed']) {
    expect(concertText(orderOf({ status, formerDate: 1 }))).toEqual({
      title: m.order_page_moved_title(),
      text: m.order_page_moved_text(),
    })
    expect(concertText(orderOf({ status, formerDate: 1, acceptsReturns: true }))?.text).toBe(
      m.order_page_moved_return(),
    )
  }
  expect(concertText(orderOf({ formerDate: 1 }, { formerDate: 1 }))?.title).toBe(m.order_page_moved_titles())
  expect(concertText(orderOf({ formerDate: 1 }, {}))).toBeNull()
})

it('ORDER-01 tells the order’s own progress if a concert takes place, or the order contains goods or no valid ticket', () => {
  const cancelled = orderOf({ status: 'cancelled' })
  expect(concertText(orderOf({}))).toBeNull()
  expect(concertText(orderOf({ status: 'cancelled' }, {}))).toBeNull()
  expect(concertText({ ...cancelled, items: [...cancelled.items, { eventId: null }] })).toBeNull()
  expect(concertText({ ...cancelled, tickets: [] })).toBeNull()
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
