import { expect, it } from 'vitest'
import { OrderEvents } from '../../../../web/routes/checkout/order-events.tsx'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { NOW } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

const AFTER_PAYMENT = 'Deine Tickets mit den Codes findest du hier, sobald die Zahlung da ist.'

const EVENT = {
  id: 'evt_1',
  slug: 'zwoelf-naechte',
  name: 'Zwölf Nächte',
  status: 'active',
  happeningFromAt: NOW,
  doorAt: null,
  formerDate: null,
  timeZone: 'Europe/Berlin',
  venueName: 'Redoutentheater',
  venueAddress: 'Klostergasse 9, 04109 Leipzig',
}

const markupOf = (order: Partial<Order>) =>
  shopMarkup(
    <OrderEvents
      order={{ id: 'ord_1', events: [EVENT], tickets: [], items: [], ...order } as unknown as Order}
      secret={{ key: 'k' }}
    />,
  )

it('DONE-01 an unpaid order promises its tickets after the payment, and one that nobody can pay any more does not', () => {
  const unpaid = { paidAt: null, balanceCents: 4800 }
  expect(markupOf({ ...unpaid, status: 'payment_pending' })).toContain(AFTER_PAYMENT)
  for (const status of ['cancelled', 'refunded'] as const)
    expect(markupOf({ ...unpaid, status })).not.toContain(AFTER_PAYMENT)
  expect(markupOf({ paidAt: NOW, balanceCents: 0, status: 'processing' })).not.toContain(AFTER_PAYMENT)
})

it('DONE-01, TIX-03 a checked-in ticket says so and links to its page for the entrance, and another one offers the check-in', () => {
  const ticket = { id: 'tck_1', eventId: EVENT.id, code: null, holder: 'Ida Brandt', checkInKey: 'tck_1', wallets: [] }
  const event = { ...EVENT, isCheckInOpen: true, checkInStartAt: NOW, checkInEndAt: NOW }
  const order = { events: [event], paidAt: NOW, balanceCents: 0, status: 'done' } as unknown as Partial<Order>
  const withTicket = (state: object) =>
    markupOf({ ...order, tickets: [{ ...ticket, ...state }] as unknown as Order['tickets'] })
  const checkedIn = withTicket({ needsCheckIn: false, isCheckedIn: true })
  expect(checkedIn).toContain('Eingecheckt')
  expect(checkedIn).toMatch(/href="[^"]*\/checkin\?id=tck_1"[^>]*>Einlassseite öffnen/)
  expect(checkedIn).not.toContain('Einchecken')
  const due = withTicket({ needsCheckIn: true, isCheckedIn: false })
  expect(due).toMatch(/href="[^"]*\/checkin\?id=tck_1"[^>]*>Einchecken/)
  expect(due).not.toContain('Eingecheckt')
})

it.each([
  ['cancelled', { status: 'cancelled', formerDate: NOW }, 'Fällt aus'],
  ['moved to a known date', { formerDate: NOW }, 'Verlegt'],
  ['postponed without a new date', { status: 'postponed' }, 'Verschoben'],
  ['not moved', {}, null],
])('ORDER-02 the page of an order marks a concert that is %s as the lists of concerts do', (_, change, mark) => {
  const markup = markupOf({ events: [{ ...EVENT, ...change }] as unknown as Order['events'] })
  expect([...markup.matchAll(/<span class="tag[^"]*">([^<]*)</g)].map(([, text]) => text)).toEqual(mark ? [mark] : [])
})
