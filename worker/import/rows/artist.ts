/** The wanted rows of categories, venues and tours. An artist is a category of type ARTIST. */
import type { CategoryMeta } from '../../../schema/catalogue-values.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { type Build, flag, imageJson, json, refer, referArtist, referCategory, reportFault, want } from '../build.ts'
import type { ArtistValue, CategoryValue, Entry, Origin } from '../catalogue.ts'
import { sanitiseLocalised } from '../html.ts'
import { entityId } from '../ids.ts'
import { resolveMoment } from '../moments.ts'

export function wantCategories(build: Build): void {
  for (const entry of build.catalogue.lists.artists) wantCategory(build, entry, 'ARTIST', null)
  for (const entry of build.catalogue.lists.categories) {
    const { artist } = entry.value
    const artistId = artist === undefined ? null : referArtist(build, artist, entry.origin, ['artist'])
    wantCategory(build, entry, entry.value.type ?? 'CATEGORY', artistId)
  }
}

function wantCategory(
  build: Build,
  { value, origin }: Entry<ArtistValue | CategoryValue>,
  type: string,
  artistId: string | null,
): void {
  const id = entityId('category', type, value.slug)
  const owner = type === 'ARTIST' ? id : artistId
  const children = (value.subcategories ?? []).map((reference, index) => ({
    parent_id: id,
    child_id: referCategory(build, reference, origin, ['subcategories', index]),
    sort_order: index,
  }))
  want(build, {
    kind: 'category',
    label: `${type.toLowerCase()} ${value.slug}`,
    origin,
    row: {
      id,
      type,
      slug: value.slug,
      name: json(value.name),
      display_name: json(value.displayName),
      alternative_names: json(value.alternativeNames ?? []),
      description: json(value.description && sanitiseLocalised(value.description)),
      subtitle: json(value.subtitle),
      abstract: json(value.abstract),
      sort_order: value.order ?? 0,
      main_category: flag(value.mainCategory ?? true),
      artist_id: artistId,
      landscape_image: imageJson(build, value.landscapeImage, origin, value.name, owner),
      square_image: imageJson(build, value.squareImage, origin, value.name, owner),
      ticket_image: imageJson(build, value.ticketImage, origin, value.name, owner),
      featured: json(value.featured ?? []),
      sort_order_ticket_top_left: value.sortOrderTicket?.ticketTopLeft ?? null,
      sort_order_ticket_top_right: value.sortOrderTicket?.ticketTopRight ?? null,
      sort_order_ticket_bottom: value.sortOrderTicket?.ticketBottom ?? null,
      meta: json(categoryMeta(build, value, origin)),
    },
    children: [{ table: 'subcategories', parentColumn: 'parent_id', rows: children }],
  })
}

function categoryMeta(build: Build, value: ArtistValue | CategoryValue, origin: Origin): CategoryMeta {
  const meta = 'meta' in value ? value.meta : undefined
  for (const [index, slug] of (meta?.door_slugs ?? []).entries())
    refer(build, 'product', [slug], origin, ['meta', 'door_slugs', index], 'product or bundle')
  if ((meta?.door_slugs?.length ?? 0) > (meta?.changesAt?.length ?? 0))
    reportFault(build, origin, ['meta', 'door_slugs'], 'expected a time in changesAt for each door')
  const changesAt = meta?.changesAt?.map((moment) => resolveMoment(moment, SHOP_ZONE, build.now))
  return {
    ...(meta?.special && { special: meta.special }),
    ...(changesAt && { changesAt: changesAt.sort((a, b) => a - b) }),
    ...(meta?.door_slugs && { door_slugs: meta.door_slugs }),
  }
}

export function wantVenues(build: Build): void {
  for (const { value, origin } of build.catalogue.lists.venues) {
    const id = entityId('venue', value.slug)
    want(build, {
      kind: 'venue',
      label: `venue ${value.slug}`,
      origin,
      row: {
        id,
        slug: value.slug,
        name: value.name,
        address: value.address,
        city: value.city,
        post_code: value.postCode,
        country_code: value.countryCode,
        time_zone: value.timeZone ?? SHOP_ZONE,
        access_info: json(value.accessInfo),
      },
    })
  }
}

/** `starts` contains, by the tour's slug, the start of each tour's first event that shows its date: the tour's default start. */
export function wantTours(build: Build, starts: Map<string, number>): void {
  for (const { value, origin } of build.catalogue.lists.tours) {
    const id = entityId('tour', value.slug)
    const artists = value.artists.map((slug, index) => ({
      tour_id: id,
      artist_id: referArtist(build, slug, origin, ['artists', index]),
      sort_order: index,
    }))
    // The images of a tour with several artists belong to no single artist.
    const owner = artists.length === 1 ? (artists[0]?.artist_id ?? null) : null
    const instant = (moment: Parameters<typeof resolveMoment>[0]) => resolveMoment(moment, SHOP_ZONE, build.now)
    const startAt = value.startAt === undefined ? starts.get(value.slug) : instant(value.startAt)
    if (startAt === undefined) {
      reportFault(
        build,
        origin,
        ['startAt'],
        'expected a start: no event of these files names this tour and shows its date',
      )
    }
    const { endAt, sortOrder } = value
    want(build, {
      kind: 'tour',
      label: `tour ${value.slug}`,
      origin,
      row: {
        id,
        slug: value.slug,
        name: json(value.name),
        subtitle: json(value.subtitle),
        description: json(sanitiseLocalised(value.description ?? { de: '', en: '' })),
        artist_names: value.artistNames ?? '',
        ticket_image: imageJson(build, value.ticketImage, origin, value.name, owner),
        start_at: startAt ?? 0,
        end_at: endAt === undefined || endAt === null || endAt === '0000-00-00' ? null : instant(endAt),
        sort_order_homepage: sortOrder?.homepage ?? null,
        sort_order_ticket_top_left: sortOrder?.ticketTopLeft ?? null,
        sort_order_ticket_top_right: sortOrder?.ticketTopRight ?? null,
        sort_order_ticket_bottom: sortOrder?.ticketBottom ?? null,
      },
      children: [{ table: 'tour_artists', parentColumn: 'tour_id', rows: artists }],
    })
  }
}
