/** Builds an event as its page receives it. The sale opened an hour before `NOW`. There are online and hard tickets. */
import type { PageEvent } from '../../web/routes/event/event.ts'

export const NOW = 1_800_000_000_000
const HOUR = 3_600_000

export function pageEvent(changes: Partial<PageEvent> = {}): PageEvent {
  const variant = (id: string, priceCents: number, physical: boolean) => ({
    id,
    description: id,
    subline: null,
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
    isSoldOut: false,
    lowestPriceCents: 3900,
    priceVaries: false,
    soldOutMessage: null,
    meta: {},
    artist: {
      id: 'cat_1',

      href: '/artists/n',
      displayName: 'Nachtwerk',
      hasPage: true,
      subtitle: null,
      squareImage: null,
    },
    venue: {
      id: 'ven_1',
      name: 'Halle',
      city: 'Berlin',
      postalCity: 'Berlin',
      timeZone: 'Europe/Berlin',
      address: 'Weg 1',
      postCode: '10999',
      countryCode: 'de',
      accessInfo: null,
    },
    image: null,
    description: '',
    htmlDetails: null,
    seatmapUrl: null,
    displayMap: false,
    seatmapRatio: null,
    accessibleSections: [],
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
        available: true,
        variants: [variant('var_online', 3900, false), variant('var_hard', 4900, true)],
        sections: [],
      },
    ],
    related: [],
    otherDates: [],
    // The server would send only some keys of `meta` here.
    tileMeta: (changes.meta ?? {}) as PageEvent['tileMeta'],
    ...changes,
  }
}
