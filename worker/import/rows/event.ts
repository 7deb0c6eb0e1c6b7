/** The wanted rows of events with their pricing categories, tickets, standing areas, presale codes and seat plans. */

import type { EventMeta } from '../../../schema/catalogue-values.ts'
import {
  CHECK_IN_CLOSES_BEFORE,
  CHECK_IN_OPENS_BEFORE,
  DEFAULT_HOLD_SECONDS,
  MAX_ITEM_LIMIT,
} from '../../../schema/limits.ts'
import { STANDARD_VAT_BASIS_POINTS } from '../../../schema/money.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import {
  type Build,
  checkItems,
  flag,
  imageJson,
  joined,
  json,
  refer,
  referArtist,
  referCategory,
  reportFault,
  ticketSku,
  want,
} from '../build.ts'
import type { EventValue } from '../catalogue.ts'
import { sanitiseLocalised } from '../html.ts'
import { entityId } from '../ids.ts'
import { type Moment, resolveMoment, resolveOnDay } from '../moments.ts'
import { countBlocks } from '../seat-map/section-blocks.ts'
import type { Row } from '../target.ts'
import { allotmentRows, type EventEntry, planSeats, type Rooms } from './event-seats.ts'
import { codeRow } from './presale-voucher-code.ts'

/** Adds the wanted rows of all events. Returns the start of each tour's first event that shows its date, by the tour's slug. */
export async function wantEvents(build: Build, rooms: Rooms): Promise<Map<string, number>> {
  const starts = new Map<string, number>()
  const zones = new Map(build.catalogue.lists.venues.map(({ value }) => [value.slug, value.timeZone ?? SHOP_ZONE]))
  for (const entry of build.catalogue.lists.events) {
    const { value, origin } = entry
    const id = entityId('event', value.slug)
    const timeZone =
      zones.get(value.venue) ?? build.current.venueTimeZones.get(entityId('venue', value.venue)) ?? SHOP_ZONE
    const times = eventTimes(value, timeZone, build.now)
    for (const tour of value.meta?.hideDate === true ? [] : (value.tours ?? []))
      starts.set(tour, Math.min(starts.get(tour) ?? times.happening_from_at, times.happening_from_at))
    for (const [field, from, until] of [
      ['happeningUntilAt', times.happening_from_at, times.happening_until_at],
      ['checkInEndAt', times.check_in_start_at, times.check_in_end_at],
    ] as const) {
      if (until !== null && until < from)
        reportFault(build, origin, [field], 'expected a time that is not before the corresponding start time')
    }
    const meta = storedMeta(value.meta, timeZone, build.now)
    if (meta.former_date === times.happening_from_at)
      reportFault(build, origin, ['meta', 'former_date'], 'expected another time than happeningFromAt')
    const owner = entityId('category', 'ARTIST', value.artist)
    checkPrices(build, entry)
    if (value.meta?.contact_tracing && value.personalizationRequirement !== 'check_in_required')
      reportFault(build, origin, ['meta', 'contact_tracing'], 'expected personalizationRequirement: check_in_required')
    const seats = await planSeats(build, entry, id, rooms)
    checkItems(build, value.meta?.related_item_slugs, origin, ['meta', 'related_item_slugs'])
    checkItems(build, value.meta?.minicart_related_item_slugs, origin, ['meta', 'minicart_related_item_slugs'])
    const artists = (slugs: string[] | undefined, role: string, field: string): Row[] =>
      (slugs ?? []).map((slug, index) => ({
        event_id: id,
        artist_id: referArtist(build, slug, origin, [field, index]),
        role,
        sort_order: index,
      }))
    want(build, {
      kind: 'event',
      label: `event ${value.slug}`,
      origin,
      row: {
        id,
        slug: value.slug,
        artist_id: referArtist(build, value.artist, origin, ['artist']),
        venue_id: refer(build, 'venue', [value.venue], origin, ['venue'], 'venue'),
        status: value.status ?? 'active',
        name: json(value.name),
        descriptive_name: json(value.descriptiveName ?? joined([build.artistNames.get(owner), value.name], ' – ')),
        description: json(sanitiseLocalised(value.description ?? { de: '', en: '' })),
        html_details: json(value.htmlDetails && sanitiseLocalised(value.htmlDetails)),
        image: imageJson(build, value.image, origin, value.name, owner),
        ...times,
        seat_map_key: seats.mapKey,
        seat_map_ratio: seats.mapRatio,
        seat_plan_key: seats.planKey,
        seat_plan_version: seats.planVersion,
        block_count: countBlocks(seats.blocks),
        accessible_sections: json(seats.accessibleSections),
        display_map: flag(value.displayMap ?? seats.mapKey !== null),
        cart_limit: value.cartLimit ?? MAX_ITEM_LIMIT,
        hold_seconds: value.holdSeconds ?? DEFAULT_HOLD_SECONDS,
        sold_out_message: json(value.soldOutMessage),
        kulturpass_url: value.kulturpassUrl ?? null,
        personalization_requirement: value.personalizationRequirement ?? 'no_personalization_required',
        local_organizer: value.localOrganizer ?? null,
        owning_company_address: json(value.owningCompanyAddress),
        vat_basis_points: value.vatBasisPoints ?? STANDARD_VAT_BASIS_POINTS,
        meta: json(meta),
      },
      children: [
        {
          table: 'event_artists',
          parentColumn: 'event_id',
          rows: [
            ...artists(value.artists, 'featured', 'artists'),
            ...artists(value.relatedArtists, 'related', 'relatedArtists'),
          ],
        },
        {
          table: 'tour_events',
          parentColumn: 'event_id',
          rows: (value.tours ?? []).map((slug, index) => ({
            tour_id: refer(build, 'tour', [slug], origin, ['tours', index], 'tour'),
            event_id: id,
          })),
        },
        {
          table: 'event_categories',
          parentColumn: 'event_id',
          rows: (value.categories ?? []).map((reference, index) => ({
            event_id: id,
            category_id: referCategory(build, reference, origin, ['categories', index]),
          })),
        },
        { table: 'allotments', parentColumn: 'event_id', rows: allotmentRows(value, id, seats.areas) },
        {
          table: 'section_blocks',
          parentColumn: 'event_id',
          rows: [...seats.blocks].map(([section_id, block]) => ({ event_id: id, section_id, block })),
        },
        {
          table: 'withdrawn_seats',
          parentColumn: 'event_id',
          rows: seats.withdrawn.map(({ sectionId, seatId, capacity }) => ({
            event_id: id,
            section_id: sectionId,
            seat_id: seatId,
            capacity,
          })),
        },
      ],
    })
    wantPrices(build, entry, id, timeZone)
  }
  return starts
}

function eventTimes(value: EventValue, timeZone: string, now: number) {
  const at = (moment: Moment) => resolveMoment(moment, timeZone, now)
  const start = at(value.happeningFromAt)
  const onDay = (moment: Moment, after = false) => resolveOnDay(moment, start, timeZone, now, after)
  const until = value.happeningUntilAt
  return {
    happening_from_at: start,
    happening_until_at: until === undefined || until === null || until === '0000-00-00' ? null : onDay(until, true),
    door_at: value.doorAt === undefined ? null : onDay(value.doorAt),
    stage_at: value.stageAt === undefined ? null : onDay(value.stageAt),
    presale_at: value.presaleAt === undefined ? 0 : at(value.presaleAt),
    sales_end_at: value.salesEndAt === undefined ? start : onDay(value.salesEndAt),
    check_in_start_at: value.checkInStartAt === undefined ? start - CHECK_IN_OPENS_BEFORE : at(value.checkInStartAt),
    check_in_end_at: value.checkInEndAt === undefined ? start - CHECK_IN_CLOSES_BEFORE : onDay(value.checkInEndAt),
  }
}

/**
 * Reports variants, areas and presale codes of unknown pricing categories. An event without a link to another seller
 * must also have a pricing category, a variant for each pricing category, and a seat map or areas.
 */
function checkPrices(build: Build, { value, origin }: EventEntry): void {
  const fault = (path: PropertyKey[], message: string) => reportFault(build, origin, path, message)
  const categories = value.pricingCategories ?? []
  const variants = value.variants ?? []
  const numbers = new Set(categories.map(({ number }) => number))
  const expected = `expected the number of one of the event's pricing categories (${[...numbers].join(', ') || 'there is none'})`
  if (value.meta?.external_link === undefined) {
    if (categories.length === 0)
      fault(['pricingCategories'], 'expected at least one, or meta.external_link to another seller')
    if (!value.seatMap && !value.allotments?.length)
      fault([], 'expected a seatMap or allotments: the event has nothing to sell')
    for (const [index, { number }] of categories.entries()) {
      if (variants.some((variant) => variant.pricingCategory === number)) continue
      fault(['pricingCategories', index], `expected a variant of pricing category ${number}: it has no price`)
    }
  }
  for (const list of ['variants', 'allotments', 'presaleCodes'] as const) {
    for (const [index, { pricingCategory }] of (value[list] ?? []).entries()) {
      if (pricingCategory !== undefined && !numbers.has(pricingCategory))
        fault([list, index, 'pricingCategory'], expected)
    }
  }
}

function wantPrices(build: Build, { value, origin }: EventEntry, eventId: string, timeZone: string): void {
  for (const [index, category] of (value.pricingCategories ?? []).entries()) {
    const id = entityId('pricingCategory', value.slug, String(category.number))
    want(build, {
      kind: 'pricingCategory',
      label: `pricing category ${category.number} of ${value.slug}`,
      origin,
      row: {
        id,
        event_id: eventId,
        number: category.number,
        name: json(category.name),
        map_color: category.color,
        sort_order: category.order ?? index,
        expanded: flag(category.expanded ?? true),
        hide_buttons: flag(category.hideButtons ?? false),
        section: category.section?.de ?? null,
        section_en: category.section?.en ?? null,
      },
    })
  }
  for (const [index, variant] of (value.variants ?? []).entries()) {
    const sku = ticketSku(value.slug, variant)
    const id = entityId('variant', 'event', value.slug, sku)
    want(build, {
      kind: 'variant',
      label: `ticket ${sku}`,
      origin,
      row: {
        id,
        product_id: null,
        event_id: eventId,
        pricing_category_id: entityId('pricingCategory', value.slug, String(variant.pricingCategory)),
        sku,
        description: json(variant.description),
        sort_order: variant.order ?? index,
        price_cents: variant.price + (variant.additionalPrice ?? 0),
        additional_price_cents: variant.additionalPrice ?? 0,
        message: json(variant.message),
        physical: flag(variant.kind === 'hard'),
        active: flag(variant.active ?? true),
        gtin: null,
        options: '{}',
      },
    })
  }
  for (const [index, presale] of (value.presaleCodes ?? []).entries()) {
    const at = ['presaleCodes', index, 'code']
    const { id, hash } = codeRow(build, 'presaleCode', { id: eventId, slug: value.slug }, presale.code, origin, at)
    if (build.wantedIds.has(id)) {
      reportFault(build, origin, at, 'expected each code only once')
    }
    const { pricingCategory } = presale
    want(build, {
      kind: 'presaleCode',
      label: `presale code ${index + 1} of ${value.slug}`,
      origin,
      row: {
        id,
        event_id: eventId,
        pricing_category_id:
          pricingCategory === undefined ? null : entityId('pricingCategory', value.slug, String(pricingCategory)),
        code_hash: hash,
        uses: presale.uses ?? 1,
        valid_from_at: resolveMoment(presale.validFromAt, timeZone, build.now),
      },
    })
  }
}

function storedMeta(meta: EventValue['meta'], timeZone: string, now: number): EventMeta {
  if (!meta) return {}
  const { disclaimer_text, checkin, former_date, mass_refund, ...rest } = meta
  const { until, ...terms } = mass_refund ?? {}
  return {
    ...rest,
    ...(former_date !== undefined && { former_date: resolveMoment(former_date, timeZone, now) }),
    ...(mass_refund && {
      mass_refund: {
        ...terms,
        state: mass_refund.state,
        ...(until !== undefined && { until: resolveMoment(until, timeZone, now) }),
      },
    }),
    ...(disclaimer_text && { disclaimer_text: sanitiseLocalised(disclaimer_text) }),
    ...(checkin && {
      checkin: {
        ...checkin,
        items: checkin.items.map((item) =>
          item.content ? { ...item, content: sanitiseLocalised(item.content) } : item,
        ),
      },
    }),
  }
}
