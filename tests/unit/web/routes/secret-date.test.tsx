import { expect, it } from 'vitest'
import { DAY, HOUR } from '../../../../schema/limits.ts'
import { EventList } from '../../../../web/catalogue/event-list.tsx'
import { closedText } from '../../../../web/routes/check-in/closed-text.ts'
import { OrderEvents } from '../../../../web/routes/checkout/order-events.tsx'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { EventFacts } from '../../../../web/routes/event/event-facts.tsx'
import { EventTickets } from '../../../../web/routes/event/event-tickets.tsx'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

const START = NOW + 30 * DAY
const HIDDEN = { happeningFromAt: null, doorAt: null, checkInStartAt: null, checkInEndAt: null }
const SHOWN = {
  happeningFromAt: START,
  doorAt: START - HOUR,
  checkInStartAt: START - 5 * DAY,
  checkInEndAt: START - 6 * HOUR,
}
/** A time of day, or the year of `NOW`. */
const MOMENT = /\d\d:\d\d|2027/

const event = (more: object) => ({
  id: 'evt_1',
  slug: 'club',
  name: 'Phasenschieber',
  status: 'active',
  formerDate: null,
  timeZone: 'Europe/Berlin',
  checkInOpeningHours: 120,
  checkInClosingHours: 6,
  ...more,
})

it.each([
  [false, 'Er öffnet fünf Tage vor dem Konzert und ist bis sechs Stunden vor Beginn offen.'],
  [true, 'Er ist bis sechs Stunden vor Beginn offen.'],
])(
  'EVT-16, DONE-01 the order says in words when the check-in of a secret date is open (open now: %s)',
  (isCheckInOpen, text) => {
    const markup = (dates: object) => {
      const ticket = { id: 'tkt_1', eventId: 'evt_1', code: null, holder: null, needsCheckIn: true, wallets: [] }
      const order = { id: 'ord_1', items: [], tickets: [ticket], events: [event({ isCheckInOpen, ...dates })] }
      return shopMarkup(<OrderEvents order={order as unknown as Order} secret={{ key: 'k' }} />)
    }
    expect(markup(HIDDEN)).toContain(text)
    expect(markup(HIDDEN)).not.toMatch(MOMENT)
    expect(markup(SHOWN)).toMatch(MOMENT)
  },
)

it('EVT-16, TIX-03 the page of a closed check-in names no instant of a secret date', () => {
  const text = (state: 'NOT_YET' | 'CLOSED', dates: object) => {
    let shown = ''
    const Text = () => {
      shown = closedText(state, event(dates) as unknown as Parameters<typeof closedText>[1])
      return null
    }
    shopMarkup(<Text />)
    return shown
  }
  expect(text('NOT_YET', HIDDEN)).toBe('Der Check-in ist noch nicht offen. Er öffnet fünf Tage vor dem Konzert.')
  expect(text('CLOSED', HIDDEN)).toMatch(/^Der Check-in ist geschlossen\. Komm bitte/)
  for (const state of ['NOT_YET', 'CLOSED'] as const) {
    expect(text(state, HIDDEN)).not.toMatch(MOMENT)
    expect(text(state, SHOWN)).toMatch(MOMENT)
  }
})

it('EVT-16 the row, the facts and the tickets of a concert with a secret date contain no moment', () => {
  const markup = (dates: object, meta: object) => {
    const concert = pageEvent({ ...dates, meta, salesEndAt: 0, personalizationRequirement: 'check_in_required' })
    return [
      shopMarkup(<EventList events={[concert]} />),
      shopMarkup(<EventFacts event={concert} />),
      shopMarkup(<EventTickets event={concert} />),
    ].join('')
  }
  expect(markup(HIDDEN, { hideDate: true })).not.toMatch(MOMENT)
  expect(markup(HIDDEN, { hideDate: true })).not.toContain('Abendkasse')
  expect(markup(SHOWN, {})).toMatch(MOMENT)
})
