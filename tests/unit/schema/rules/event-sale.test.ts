import { describe, expect, it } from 'vitest'
import { isBeforePresale, type SaleState, saleClosure, saleState } from '../../../../schema/rules/event-sale.ts'
import type { PageEvent } from '../../../../web/routes/event/event.ts'
import { refuseByClock, refuseByClosure } from '../../../../worker/domain/tickets/presale.ts'
import { eventData } from '../../../../worker/http/structured-data.ts'
import { NOW, pageEvent } from '../../../support/page-event.ts'

const SELLER = 'https://tickets.example/1'
const external = { external_link: SELLER }

type Row = { event: string; change: Partial<PageEvent>; state: SaleState; cart: string | null; offer: string }

/** `cart` is the code with which the worker refuses tickets, or null. `offer` is the availability or URL for search engines. */
const TABLE: Row[] = [
  { event: 'on sale', change: {}, state: 'open', cart: null, offer: 'InStock' },
  { event: 'postponed', change: { status: 'postponed' }, state: 'open', cart: null, offer: 'InStock' },
  { event: 'opening now', change: { presaleAt: NOW }, state: 'open', cart: null, offer: 'InStock' },
  {
    event: 'a moment before its presale',
    change: { presaleAt: NOW + 1 },
    state: 'presale',
    cart: 'PRESALE_NOT_STARTED',
    offer: 'PreOrder',
  },
  {
    event: 'in its last moment on sale',
    change: { salesEndAt: NOW + 1 },
    state: 'open',
    cart: null,
    offer: 'InStock',
  },
  { event: 'over', change: { salesEndAt: NOW }, state: 'ended', cart: 'SALE_CLOSED', offer: 'SoldOut' },
  {
    event: 'over before its presale',
    change: { salesEndAt: NOW, presaleAt: NOW + 1 },
    state: 'ended',
    cart: 'SALE_CLOSED',
    offer: 'SoldOut',
  },
  {
    event: 'sold out',
    change: { soldOutMessage: 'Ausverkauft' },
    state: 'soldOut',
    cart: 'SALE_SOLD_OUT',
    offer: 'SoldOut',
  },
  {
    event: 'sold out before its presale',
    change: { soldOutMessage: 'Ausverkauft', presaleAt: NOW + 1 },
    state: 'soldOut',
    cart: 'SALE_SOLD_OUT',
    offer: 'SoldOut',
  },
  {
    event: 'sold out and over',
    change: { soldOutMessage: 'Ausverkauft', salesEndAt: NOW },
    state: 'soldOut',
    cart: 'SALE_SOLD_OUT',
    offer: 'SoldOut',
  },
  { event: 'external', change: { meta: external }, state: 'external', cart: 'SALE_CLOSED', offer: SELLER },
  {
    event: 'external and sold out',
    change: { meta: external, soldOutMessage: 'Ausverkauft' },
    state: 'soldOut',
    cart: 'SALE_SOLD_OUT',
    offer: 'SoldOut',
  },
  { event: 'cancelled', change: { status: 'cancelled' }, state: 'cancelled', cart: 'SALE_CANCELLED', offer: 'SoldOut' },
  {
    event: 'cancelled, external and sold out',
    change: { status: 'cancelled', meta: external, soldOutMessage: 'Ausverkauft' },
    state: 'cancelled',
    cart: 'SALE_CANCELLED',
    offer: 'SoldOut',
  },
]

/** Returns the worker’s refusal code. In the worker, db/sellable calls `saleClosure`, and EventSeats checks the time. */
function cartRefusal(event: PageEvent): string | null {
  const closure = saleClosure(event)
  if (closure !== null) return refuseByClosure(closure).code
  return refuseByClock(event, 1, null, NOW)?.code ?? null
}

function offersOf(event: PageEvent): string[] {
  const { offers = [] } = eventData(event, { origin: 'https://shop.example', url: 'https://shop.example/e', now: NOW })
  if (!Array.isArray(offers)) throw new Error('the event has no list of offers')
  return offers.map(({ availability, url }) => availability?.replace('https://schema.org/', '') ?? url)
}

describe('state of a sale', () => {
  it.each(TABLE)(
    'EVT-03 EVL-04 page, cart and structured data agree that the sale is $state (event: $event)',
    (row) => {
      const event = pageEvent(row.change)
      expect(saleState(event, NOW)).toBe(row.state)
      expect(cartRefusal(event)).toBe(row.cart)
      expect(new Set(offersOf(event))).toEqual(new Set([row.offer]))
    },
  )

  it('SEO-01 EVT-02 the structured data contain no offer of tickets that are sold elsewhere, whether or not the sale is open', () => {
    const [category] = pageEvent().pricingCategories
    if (!category) throw new Error('the event has no pricing category')
    const atTheDoor = { ...category, hideButtons: true, available: false }
    const onlyAtTheDoor = pageEvent({ pricingCategories: [atTheDoor] })
    expect(offersOf(onlyAtTheDoor)).toEqual([])
    expect(offersOf({ ...onlyAtTheDoor, presaleAt: NOW + 1 })).toEqual([])
    expect(offersOf({ ...onlyAtTheDoor, pricingCategories: [atTheDoor, category] })).toEqual(['InStock', 'InStock'])
    const withMap = { ...onlyAtTheDoor, seatmapUrl: '/map.json', displayMap: true }
    expect(offersOf(withMap)).toEqual(['SoldOut', 'SoldOut'])
    expect(offersOf({ ...withMap, meta: { hide_map: true } })).toEqual([])
  })

  it('EVT-03 the cart takes tickets exactly when the sale is “open”', () => {
    for (const { state, cart } of TABLE) expect(cart === null).toBe(state === 'open')
  })

  it('EVT-03 isBeforePresale is true until the presale starts', () => {
    expect(isBeforePresale({ presaleAt: NOW }, NOW - 1)).toBe(true)
    expect(isBeforePresale({ presaleAt: NOW }, NOW)).toBe(false)
  })
})
