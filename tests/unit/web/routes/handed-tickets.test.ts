/** Tests what the page of an order hands to the form that returns tickets. */
import { expect, it } from 'vitest'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { handedTickets, handOverTickets } from '../../../../web/routes/refund/handed-tickets.ts'

type Item = Order['items'][number]
type Ticket = Order['tickets'][number]

const ITEMS = [
  { id: 'alone', bundleItemId: null, variantName: 'Stehplatz', unitCents: 4200, seat: null },
  { id: 'part', bundleItemId: 'root', variantName: 'Paket', unitCents: 100, seat: null },
] as unknown as Item[]

const ticket = (eventId: string, code: string | null, change: Partial<Ticket> = {}) =>
  ({ eventId, code, orderItemId: 'alone', holder: null, isCheckedIn: false, ...change }) as Ticket

const NOTHING = { returnable: [], areAllChosen: false }

it('SUP-01 chooses all tickets of a cancelled event, without those on paper and of other events', () => {
  const tickets = [
    ticket('off', '1234567890123', { holder: 'Ida Ek' }),
    ticket('off', '2234567890123', { orderItemId: 'part', isCheckedIn: true }),
    ticket('off', null),
    ticket('other', '3234567890123'),
  ]
  const state: unknown = handOverTickets({ tickets, items: ITEMS }, { id: 'off', status: 'cancelled' })
  expect(handedTickets(state)).toEqual({
    returnable: [
      { code: '1234567890123', label: 'Stehplatz, Ida Ek, 1\u00a0234567\u00a0890123', priceCents: 4200 },
      { code: '2234567890123', label: 'Paket, 2\u00a0234567\u00a0890123', priceCents: null },
    ],
    areAllChosen: true,
  })
})

it('SUP-01 chooses the only unused ticket of a moved event, and leaves the choice among several to the fan', () => {
  const moved = { id: 'moved', status: 'postponed' }
  const handed = (...tickets: Ticket[]) => {
    const { returnable, areAllChosen } = handOverTickets({ tickets, items: ITEMS }, moved)
    return { codes: returnable.map(({ code }) => code), areAllChosen }
  }
  const first = ticket('moved', '1234567890123')
  expect(handed(first)).toEqual({ codes: ['1234567890123'], areAllChosen: true })
  const second = ticket('moved', '2234567890123')
  expect(handed(first, second)).toEqual({ codes: ['1234567890123', '2234567890123'], areAllChosen: false })
  expect(handed(first, { ...second, isCheckedIn: true })).toEqual({ codes: ['1234567890123'], areAllChosen: true })
})

it.each([
  null,
  undefined,
  'text',
  {},
  { returnable: 1, areAllChosen: true },
  { returnable: [null], areAllChosen: true },
  { returnable: [{ code: '1', label: 'a', priceCents: 'b' }], areAllChosen: true },
  { returnable: [] },
])('SUP-01 offers no ticket if the history entry contains %j', (state) => {
  expect(handedTickets(state)).toEqual(NOTHING)
})
