import { describe, expect, it } from 'vitest'
import { eventState } from '../../../../web/catalogue/event-state.ts'
import {
  amountRule,
  defaultAmount,
  hasMap,
  hidesHeader,
  type PageEvent,
  priceSpan,
  ticketKinds,
  variantsOf,
} from '../../../../web/routes/event/event.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

function event(changes: Partial<PageEvent> = {}): PageEvent {
  const variant = (id: string, priceCents: number, physical: boolean) => ({
    id,
    description: id,
    priceCents,
    order: 1,
    physical,
    active: true,
  })
  return {
    id: 'evt_1',
    slug: 'nachtwerk-berlin',
    href: '/events/nachtwerk-berlin',
    status: 'active',
    name: 'Berlin',
    descriptiveName: 'Nachtwerk – Berlin',
    happeningFromAt: NOW + 48 * HOUR,
    happeningUntilAt: null,
    doorAt: null,
    stageAt: null,
    presaleCodesFrom: null,
    checkInStartAt: NOW - 72 * HOUR,
    checkInEndAt: NOW + 42 * HOUR,
    presaleAt: NOW - HOUR,
    salesEndAt: NOW + 48 * HOUR,
    lowestPriceCents: 3900,
    highestPriceCents: 4900,
    soldOutMessage: null,
    meta: {},
    artist: {
      id: 'cat_1',
      slug: 'n',
      href: '/artists/n',
      displayName: 'Nachtwerk',
      subtitle: null,
      featured: [],
      squareImage: null,
    },
    venue: {
      id: 'ven_1',
      name: 'Halle',
      city: 'Berlin',
      timeZone: 'Europe/Berlin',
      address: 'Weg 1',
      postCode: '10999',
      countryCode: 'de',
    },
    image: null,
    description: '',
    htmlDetails: null,
    seatmapUrl: null,
    displayMap: false,
    cartLimit: 6,
    holdSeconds: 1200,
    kulturpassUrl: null,
    personalizationRequirement: 'no_personalization_required',
    localOrganizer: null,
    owningCompanyAddress: null,
    artists: [],
    relatedArtists: [],
    tours: [],
    pricingCategories: [
      {
        id: 'pca_1',
        number: 1,
        name: 'Parkett',
        mapColor: '#c0392b',
        expanded: true,
        hideButtons: false,
        section: null,
        variants: [variant('var_online', 3900, false), variant('var_hard', 4900, true)],
        sections: [],
      },
    ],
    related: [],
    ...changes,
  }
}

describe('state of a sale', () => {
  it('EVT-03 is “presale” until the instant of the presale', () => {
    expect(eventState(event({ presaleAt: NOW + 1 }), NOW)).toBe('presale')
    expect(eventState(event({ presaleAt: NOW }), NOW)).toBe('open')
  })

  it('EVT-03 is “ended” after the sale, and “soldOut” with a sold-out message', () => {
    expect(eventState(event({ salesEndAt: NOW }), NOW)).toBe('ended')
    expect(eventState(event({ soldOutMessage: 'Ausverkauft' }), NOW)).toBe('soldOut')
  })

  it('EVT-11 is “external” for an external event unless it is cancelled', () => {
    const meta = { external_link: 'https://tickets.example/1' }
    expect(eventState(event({ meta }), NOW)).toBe('external')
    expect(eventState(event({ meta, status: 'cancelled' }), NOW)).toBe('cancelled')
  })
})

describe('ticket kinds and prices', () => {
  it('EVT-04 offer a choice only between two kinds', () => {
    expect(ticketKinds(event())).toEqual(['online', 'hard'])
    const [category] = event().pricingCategories
    const online = category ? [{ ...category, variants: category.variants.slice(0, 1) }] : []
    expect(ticketKinds(event({ pricingCategories: online }))).toEqual(['online'])
  })

  it('EVT-02 span the prices of the chosen kind', () => {
    const [category] = event().pricingCategories
    if (!category) throw new Error('the builder has one category')
    expect(priceSpan(category, null)).toEqual([3900, 4900])
    expect(priceSpan(category, 'hard')).toEqual([4900, 4900])
    expect(variantsOf(category, 'online').map(({ id }) => id)).toEqual(['var_online'])
    expect(hidesHeader({ name: 'Default' })).toBe(true)
  })
})

describe('ticket amount', () => {
  it('EVT-05 is limited to the rest of the event’s limit', () => {
    expect(amountRule(event(), 0)).toEqual({ step: 1, minimum: 0, maximum: 6 })
    expect(amountRule(event(), 4)).toEqual({ step: 1, minimum: 0, maximum: 2 })
    expect(amountRule(event(), 9).maximum).toBe(0)
  })

  it('EVT-05 allows a forced amount only as a whole', () => {
    const forced = event({ meta: { force_amount: 2 } })
    expect(amountRule(forced, 0)).toEqual({ step: 2, minimum: 0, maximum: 2 })
    expect(amountRule(forced, 2).maximum).toBe(0)
  })

  it('EVT-06 defaults to two tickets if there is one variant and no map', () => {
    const [category] = event().pricingCategories
    const single = category ? [{ ...category, variants: category.variants.slice(0, 1) }] : []
    expect(defaultAmount(event())).toBe(0)
    expect(defaultAmount(event({ pricingCategories: single }))).toBe(2)
    expect(defaultAmount(event({ pricingCategories: single, meta: { default_amount: 4 } }))).toBe(4)
    expect(defaultAmount(event({ pricingCategories: single, cartLimit: 1 }))).toBe(1)
    const mapped = event({ pricingCategories: single, seatmapUrl: '/seatmaps/1.json', displayMap: true })
    expect(hasMap(mapped)).toBe(true)
    expect(defaultAmount(mapped)).toBe(0)
    expect(hasMap({ ...mapped, meta: { hide_map: true } })).toBe(false)
  })
})
