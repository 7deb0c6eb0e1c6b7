/**
 * schema.org data of a page, from the answer that the page shows (SEO-01). Prices are in EUR, an event's times have the
 * offset of the venue's time zone, and addresses are absolute.
 */
import type { EventMeta } from '../../schema/catalogue-values.ts'
import type { ArtistPageQuery, EventPageQuery, TourPageQuery } from '../../schema/generated/operations.ts'
import { decimalEuros } from '../../schema/money.ts'
import { plainText } from '../../schema/page-description.ts'
import { ticketName } from '../../schema/rules/category-name.ts'
import { likelyEndOf } from '../../schema/rules/event-end.ts'
import { isMoved, isSoldHere, type SaleState, saleState, showsDate } from '../../schema/rules/event-sale.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { SOCIAL_KINDS } from '../../schema/social-kinds.ts'
import type { Chapter } from '../../schema/texts/text.ts'

export type JsonLd = { '@context'?: 'https://schema.org'; '@type': string } & Record<string, unknown>

type Event = NonNullable<EventPageQuery['event']>
type Image = { key: string; widths: number[] }

/** The address of an image's widest JPEG, for share previews and search engines. */
export function imageUrl(origin: string, image: Image | null | undefined): string | null {
  const width = image?.widths.at(-1)
  return image && width !== undefined ? `${origin}/images/${image.key}/${width}.jpg` : null
}

/** `2027-03-05T20:00:00+01:00`: local time with the zone's offset at that instant. */
export function localInstant(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00'
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}${offset}`
}

/**
 * A moved event counts as rescheduled if its page names the new date. The data of a postponed event keep the former date as the
 * start: https://developers.google.com/search/docs/appearance/structured-data/event.
 */
function statusOf(event: Event, meta: EventMeta): string {
  if (event.status === 'cancelled') return 'https://schema.org/EventCancelled'
  if (!isMoved(event)) return 'https://schema.org/EventScheduled'
  return showsDate({ status: event.status, meta })
    ? 'https://schema.org/EventRescheduled'
    : 'https://schema.org/EventPostponed'
}

const SOLD_OUT = { availability: 'https://schema.org/SoldOut' }
const AVAILABILITY: Record<SaleState, { availability?: string }> = {
  cancelled: SOLD_OUT,
  soldOut: SOLD_OUT,
  // The shop does not know how many tickets another seller has.
  external: {},
  ended: SOLD_OUT,
  presale: { availability: 'https://schema.org/PreOrder' },
  open: { availability: 'https://schema.org/InStock' },
}

export function eventData(event: Event, page: { origin: string; url: string; now: number }): JsonLd {
  const zone = event.venue.timeZone
  const image = imageUrl(page.origin, event.image ?? event.artist.squareImage)
  const offers = offersOf(event, page)
  const { former_date: formerDate } = event.meta as EventMeta
  const organizer = event.localOrganizer ?? companyOf(event.owningCompanyAddress)
  const performers = [...new Set([event.artist, ...event.artists].map((artist) => artist.displayName))]
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: event.descriptiveName,
    description: plainText(event.description) || `${event.descriptiveName}, ${event.venue.name}, ${event.venue.city}`,
    url: page.url,
    ...timesOf(event),
    ...(formerDate === undefined || !isMoved(event) ? {} : { previousStartDate: localInstant(formerDate, zone) }),
    eventStatus: statusOf(event, event.meta as EventMeta),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(image ? { image: [image] } : {}),
    location: {
      '@type': 'MusicVenue',
      name: event.venue.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: event.venue.address,
        postalCode: event.venue.postCode,
        addressLocality: event.venue.postalCity,
        addressCountry: event.venue.countryCode.toUpperCase(),
      },
    },
    performer: performers.map((name) => ({ '@type': 'MusicGroup', name })),
    // If the catalogue names no other organiser, the band itself is.
    organizer: organizer
      ? { '@type': 'Organization', name: organizer }
      : { '@type': 'MusicGroup', name: event.artist.displayName },
    ...(offers.length > 0 ? { offers } : {}),
  }
}

/** Tickets that are sold at the door or elsewhere are no offers: the shop does not know whether any are left. */
function offersOf(event: Event, { url, now }: { url: string; now: number }): JsonLd[] {
  const state = saleState(event, now)
  const { external_link: seller } = event.meta as EventMeta
  // If a partner sells the tickets, the partner sets the prices, so the offer contains none.
  if (seller !== undefined) return [{ '@type': 'Offer', url: seller, ...AVAILABILITY[state] }]
  return event.pricingCategories
    .filter((category) => isSoldHere(category, event))
    .flatMap((category) =>
      category.variants
        .filter((variant) => variant.active)
        .map((variant) => ({
          '@type': 'Offer',
          name: ticketName(category.name, variant.description),
          price: decimalEuros(variant.priceCents),
          priceCurrency: 'EUR',
          url,
          // The value 0 means that the sale has no start date.
          ...(event.presaleAt > 0 ? { validFrom: localInstant(event.presaleAt, event.venue.timeZone) } : {}),
          ...AVAILABILITY[state === 'open' && !category.available ? 'soldOut' : state],
        })),
    )
}

function timesOf(event: Event) {
  const { happeningFromAt, happeningUntilAt, doorAt } = event
  const { timeZone } = event.venue
  // EVT-16: the server answers no times of a secret date.
  if (happeningFromAt === null) return {}
  return {
    startDate: localInstant(happeningFromAt, timeZone),
    endDate: localInstant(likelyEndOf({ happeningFromAt, happeningUntilAt }), timeZone),
    ...(doorAt === null ? {} : { doorTime: localInstant(doorAt, timeZone) }),
  }
}

/** `address` is JSON from the catalogue with the fields of `CompanyAddress`. */
function companyOf(address: unknown): string | null {
  if (typeof address !== 'object' || address === null || !('company' in address)) return null
  return typeof address.company === 'string' ? address.company : null
}

export function artistData(
  artist: NonNullable<ArtistPageQuery['artist']>,
  page: { origin: string; url: string },
): JsonLd {
  const image = imageUrl(page.origin, artist.landscapeImage ?? artist.squareImage)
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicGroup',
    name: artist.displayName,
    url: page.url,
    ...(artist.abstract ? { description: plainText(artist.abstract) } : {}),
    ...(image ? { image } : {}),
  }
}

export function tourData(tour: NonNullable<TourPageQuery['tour']>, page: { url: string }): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'EventSeries',
    name: tour.name,
    description: plainText(tour.description),
    url: page.url,
    startDate: localInstant(tour.startAt, SHOP_ZONE).slice(0, 10),
    ...(tour.endAt === null ? {} : { endDate: localInstant(tour.endAt, SHOP_ZONE).slice(0, 10) }),
    performer: tour.artists.map((artist) => ({ '@type': 'MusicGroup', name: artist.displayName })),
  }
}

/** Data about the site with its search, and about its publisher, which is a band or a company. */
export function shopData(
  shop: { name: string; isBand: boolean; meta: unknown },
  page: { url: string; locale: string },
): JsonLd[] {
  const { socials = [] } = shop.meta as { socials?: Partial<Record<string, string>>[] }
  // Only web pages of the band or company, not its email addresses.
  const sameAs = socials
    .flatMap((entry) => SOCIAL_KINDS.flatMap((kind) => entry[kind] ?? []))
    .filter((address) => /^https?:/.test(address))
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: shop.name,
      url: page.url,
      inLanguage: page.locale,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${page.url.replace(/\/$/, '')}/search/{search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': shop.isBand ? 'MusicGroup' : 'Organization',
      name: shop.name,
      url: page.url,
      ...(sameAs.length > 0 ? { sameAs } : {}),
    },
  ]
}

/** Questions and answers as plain text. An answer's paragraphs and list items are joined by spaces. */
export function faqData(questions: Chapter[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, blocks }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: blocks.flat().join(' ') },
    })),
  }
}

export function breadcrumbs(steps: { name: string; url: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}
