/** Events, tours and availability. */
import { isId } from '../../schema/ids.ts'
import { presaleCodeSchema } from '../../schema/inputs/cart.ts'
import { LIST_PAGE_SIZE } from '../../schema/limits.ts'
import { citiesNamed, cityName } from '../../schema/rules/city-name.ts'
import { dateIsSecret, shownInstant } from '../../schema/rules/event-sale.ts'
import { planText } from '../../schema/seat-map.ts'
import type { ShopContext } from '../context.ts'
import { eventBySlug, eventsOfTour, listEvents, listingInstant, seatSourceOf, tourCategories } from '../db/event.ts'
import { isShown } from '../db/range.ts'
import { correctedTerms, isFoundEvent } from '../db/search.ts'
import { artistsOfTour, listTours, tourBySlug } from '../db/tour.ts'
import { readSearchTerms, type SearchTerm } from '../domain/catalogue/search-terms.ts'
import { splitDescription } from '../domain/catalogue/variant-description.ts'
import { ticketKindIsSold } from '../domain/tickets/ticket-kind.ts'
import type { EventResolvers, QueryResolvers, TourResolvers, VenueResolvers } from '../generated/resolver-types.ts'
import { acceptPresaleCode } from '../services/presale-code.ts'
import { freeSeats } from '../services/seat-availability.ts'
import { ShopError } from '../services/shop-error.ts'
import { mainRange } from './artist-page.ts'
import { clampFirst, pageOf, readCursor } from './cursor.ts'
import { askForDetails, askForOtherDates, detailsOf } from './event-details.ts'
import { shownImage } from './image.ts'
import { localise, localiseDeep, localiseOrNull } from './localise.ts'
import type { ProductModel } from './models.ts'
import { productsBeside, productsInOrder } from './related-products.ts'
import { searchPhrases } from './search.ts'
import { eventTileMeta } from './tile-meta.ts'
import { isAlsoTour, tourLinks } from './tour-category.ts'

const MAX_EVENTS = 50
const RELATED = 8
const FAR_FUTURE = Date.UTC(2999, 0)

/** The names that the catalogue may have for a city of a page. */
function catalogueNames(city: string): string[] {
  return [city, ...citiesNamed((english) => english === city)]
}

const Query: Pick<
  QueryResolvers,
  'event' | 'events' | 'tours' | 'tourCategories' | 'tour' | 'availableSeatIds' | 'presaleCode'
> = {
  event: async (_root, { slug }, context) => {
    const details = askForDetails(context, slug)
    const otherDates = askForOtherDates(context, slug)
    const [event] = await context.reads.ask(eventBySlug(context.db, context.range, slug))
    return event ? { ...event, details, otherDates } : null
  },

  events: async (_root, args, context) => {
    const first = clampFirst(args.first ?? LIST_PAGE_SIZE, MAX_EVENTS)
    const cursor = readCursor(args.after)
    // EVL-02: events that have begun are not listed. For a page after the first, only events from the cursor on are
    // searched.
    const list = (terms: SearchTerm[] | null, after: typeof cursor) => {
      const days = {
        from: Math.max(args.from ?? 0, context.now),
        to: args.to ?? null,
        cities: args.city ? catalogueNames(args.city) : null,
        listedFrom: after?.[0] ?? 0,
      }
      const found = terms && isFoundEvent(context.db, context.range, terms, days)
      const page = { first: first + 1, after: after && { at: after[0], id: after[1] } }
      // EVT-16: among the concerts of chosen days, a secret date would be no secret.
      const omitsSecretDates = (args.from ?? args.to ?? null) !== null
      return context.reads.ask(listEvents(context.db, context.range, { ...days, found, omitsSecretDates }, page))
    }
    const terms = args.terms ? readSearchTerms(args.terms, searchPhrases(context)) : null
    if (terms?.length === 0) return { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } }
    let rows = await list(terms, cursor)
    // If nothing is found, a word may be misspelled. A later page may also be empty because the pages before it showed
    // all results, so the first page is checked too.
    if (terms && rows.length === 0 && (!cursor || (await list(terms, null)).length === 0)) {
      const meant = await correctedTerms(context.reads, terms)
      if (meant) rows = await list(meant, cursor)
    }
    return pageOf(rows, first, ({ event }) => [listingInstant(event), event.id])
  },

  tours: (_root, _args, context) => context.reads.ask(listTours(context.db, context.range)),

  tourCategories: async (_root, _args, { db, reads, range, locale, now }) => {
    const [tours, lists] = await Promise.all([
      reads.ask(listTours(db, range)),
      reads.ask(tourCategories(db, range, now)),
    ])
    return lists.filter(({ category }) => !isAlsoTour(category, tours, locale))
  },

  tour: async (_root, { slug }, context) => {
    const [tour] = await context.reads.ask(tourBySlug(context.db, context.range, slug))
    return tour ?? null
  },

  availableSeatIds: async (_root, { eventId }, context) => {
    if (!isId('event', eventId)) throw new ShopError('NOT_FOUND', { what: 'event' })
    const [source] = await context.reads.ask(seatSourceOf(context.db, context.range, eventId))
    if (!source) throw new ShopError('NOT_FOUND', { what: 'event' })
    return { eventId, ...(await freeSeats(context, { id: eventId, ...source })) }
  },

  presaleCode: async (_root, { eventId, code }, context) => {
    const typed = presaleCodeSchema.safeParse(code)
    const [source] = isId('event', eventId)
      ? await context.reads.ask(seatSourceOf(context.db, context.range, eventId))
      : []
    if (!source) throw new ShopError('NOT_FOUND', { what: 'event' })
    if (!typed.success) throw new ShopError('PRESALE_CODE_INVALID', {})
    const { validFromAt, category } = await acceptPresaleCode(context, eventId, typed.data)
    return { validFromAt, category }
  },
}

const Event: EventResolvers = {
  id: ({ event }) => event.id,
  slug: ({ event }) => event.slug,
  status: ({ event }) => event.status,
  name: ({ event }, _args, { locale }) => localise(event.name, locale),
  descriptiveName: ({ event }, _args, { locale }) => localise(event.descriptiveName, locale),
  description: ({ event }, _args, { locale }) => localise(event.description, locale),
  htmlDetails: ({ event }, _args, { locale }) => localiseOrNull(event.htmlDetails, locale),
  // ART-02: a coming event gives its artist a page.
  artist: ({ event, artist }, _args, { now }) => (event.happeningFromAt >= now ? { ...artist, hasPage: true } : artist),
  artists: async (model, _args, context) =>
    (await detailsOf(context, model).artists()).flatMap(({ role, artist, hasPage }) =>
      role === 'featured' && isShown(context.range, artist.id) ? { ...artist, hasPage } : [],
    ),
  relatedArtists: async (model, _args, context) =>
    (await detailsOf(context, model).artists()).flatMap(({ role, artist, hasPage }) =>
      role === 'related' && isShown(context.range, artist.id) ? { ...artist, hasPage } : [],
    ),
  image: ({ event }, _args, { locale }) => shownImage(event.image, locale),
  happeningFromAt: ({ event }) => shownInstant(event, event.happeningFromAt),
  happeningUntilAt: ({ event }) => shownInstant(event, event.happeningUntilAt),
  doorAt: ({ event }) => shownInstant(event, event.doorAt),
  stageAt: ({ event }) => shownInstant(event, event.stageAt),
  presaleAt: ({ event }) => event.presaleAt,
  presaleCodesFrom: async (model, _args, context) => {
    const [codes] = await detailsOf(context, model).codes()
    return codes?.from ?? null
  },
  salesEndAt: ({ event }, _args, { now }) => shownSalesEnd(event, now),
  lowestPriceCents: ({ lowestPriceCents }) => lowestPriceCents,
  priceVaries: ({ priceVaries }) => priceVaries,
  isSoldOut: ({ isSoldOut }) => isSoldOut,
  venue: ({ venue }) => venue,
  seatmapUrl: ({ event }) => (event.seatMapKey === null ? null : `/${event.seatMapKey}`),
  seatmapRatio: ({ event }) => event.seatMapRatio,
  displayMap: ({ event }) => event.displayMap,
  accessibleSections: ({ event }, _args, { locale }) =>
    event.accessibleSections.map((section) => planText(section, locale)),
  cartLimit: ({ event }) => event.cartLimit,
  holdSeconds: ({ event }) => event.holdSeconds,
  soldOutMessage: ({ event }, _args, { locale }) => localiseOrNull(event.soldOutMessage, locale),
  kulturpassUrl: ({ event }) => event.kulturpassUrl,
  personalizationRequirement: ({ event }) => event.personalizationRequirement,
  localOrganizer: ({ event }) => event.localOrganizer,
  owningCompanyAddress: ({ event }) => event.owningCompanyAddress,
  checkInStartAt: ({ event }) => shownInstant(event, event.checkInStartAt),
  checkInEndAt: ({ event }) => shownInstant(event, event.checkInEndAt),
  tours: async (model, _args, context) => {
    const details = detailsOf(context, model)
    const [tours, lists] = await Promise.all([details.tours(), details.tourCategories()])
    // After the concert, the page of a category would not list it.
    return tourLinks(tours, model.event.happeningFromAt >= context.now ? lists : [], context.locale)
  },
  pricingCategories: async (model, _args, context) => {
    const { locale } = context
    const { event } = model
    const details = detailsOf(context, model)
    const [categories, variants, areas] = await Promise.all([details.categories(), details.variants(), details.areas()])
    return categories.map((category) => ({
      id: category.id,
      number: category.number,
      name: localise(category.name, locale),
      mapColor: category.mapColor,
      expanded: category.expanded,
      hideButtons: category.hideButtons,
      section: (locale === 'en' ? category.sectionEn : null) ?? category.section,
      available: !model.soldOutCategories?.includes(category.number),
      variants: variants
        .filter((variant) => variant.pricingCategoryId === category.id)
        .map((variant) => ({
          id: variant.id,
          ...describedBy(localise(variant.description, locale)),
          priceCents: variant.priceCents,
          order: variant.sortOrder,
          physical: variant.physical,
          active: variant.active && ticketKindIsSold(event.meta, variant.physical),
        })),
      sections: areas
        .filter((area) => area.pricingCategoryId === category.id)
        .map((area) => ({ id: area.sectionId, name: localise(area.name, locale), capacity: area.capacity })),
    }))
  },
  meta: ({ event }, _args, { locale }) => localiseDeep(event.meta, locale),
  tileMeta: ({ event }, _args, { locale }) => eventTileMeta(event.meta, locale),
  related: ({ event }, _args, context) =>
    productsBeside(context, event.meta.related_item_slugs ?? event.meta.minicart_related_item_slugs, event.artistId),
  otherDates: ({ event, otherDates }, _args, context) => otherDates ?? askForOtherDates(context, event.slug),
  minicartRelated: ({ event }, _args, context) => namedProducts(context, event.meta.minicart_related_item_slugs),
  href: ({ event }) => `/events/${event.slug}`,
}

/** By default, the sale ends with the start of the concert, so its end would reveal a secret date. */
function shownSalesEnd(event: Parameters<typeof dateIsSecret>[0] & { salesEndAt: number }, now: number): number {
  if (!dateIsSecret(event)) return event.salesEndAt
  return now < event.salesEndAt ? FAR_FUTURE : 0
}

function describedBy(text: string): { description: string; subline: string | null } {
  const { name, subline } = splitDescription(text)
  return { description: name, subline }
}

function namedProducts(context: ShopContext, slugs: string[] = []): Promise<ProductModel[]> {
  return productsInOrder(context, slugs.slice(0, RELATED))
}

const Tour: TourResolvers = {
  name: (tour, _args, { locale }) => localise(tour.name, locale),
  subtitle: (tour, _args, { locale }) => localiseOrNull(tour.subtitle, locale),
  description: (tour, _args, { locale }) => localise(tour.description, locale),
  // SHOP-07: a billing text may name hidden artists, so it is used only if none is hidden.
  artistNames: ({ artistNames, billing }, _args, context) => {
    const shown = billing.filter(({ id }) => isShown(context.range, id))
    if (artistNames !== '' && shown.length === billing.length) return artistNames
    return shown.map(({ name }) => localise(name, context.locale)).join(', ')
  },
  ticketImage: (tour, _args, { locale }) => shownImage(tour.ticketImage, locale),
  endAt: ({ endAt, lastConcertAt }) => endAt ?? lastConcertAt,
  artists: async (tour, _args, context) =>
    (await context.reads.ask(artistsOfTour(context.db, mainRange(context), context.now, tour.id))).flatMap(
      ({ artist, hasPage }) => (isShown(context.range, artist.id) ? { ...artist, hasPage } : []),
    ),
  events: (tour, _args, context) => context.reads.ask(eventsOfTour(context.db, context.range, tour.id)),
}

const Venue: VenueResolvers = {
  city: ({ city }, _args, { locale }) => cityName(city, locale),
  postalCity: ({ city }) => city,
  accessInfo: ({ accessInfo }, _args, { locale }) => localiseOrNull(accessInfo, locale),
}

export const eventResolvers = { Query, Event, Tour, Venue }
