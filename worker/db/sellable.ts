/**
 * Reads the data of variants that carts and orders need, in one shape for merchandise and tickets. An isolate caches it under
 * the catalogue version, so that the rush at a presale does not reach D1.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Locale, Localised } from '../../schema/locale.ts'
import { ticketName } from '../../schema/rules/category-name.ts'
import { saleClosure, showsDate } from '../../schema/rules/event-sale.ts'
import { promoterOf } from '../../schema/rules/promoter.ts'
import { products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events, pricingCategories, venues } from '../../schema/tables/event.ts'
import { productPath } from '../domain/catalogue/product-path.ts'
import type { Sellable } from '../domain/catalogue/sellable.ts'
import { splitDescription } from '../domain/catalogue/variant-description.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import { ticketKindIsSold, ticketKindName } from '../domain/tickets/ticket-kind.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'

const TICKET: Localised = { de: 'Ticket', en: 'Ticket' }
/** The weight of a hard ticket, which is sent as a letter. */
const HARD_TICKET_GRAMS = 20

const sellables = new PerVersion<string, Sellable>('sellable variants', 20_000)

function withoutSubline({ de, en }: Localised): Localised {
  return { de: splitDescription(de).name, en: splitDescription(en).name }
}

/** The subline of a ticket may name a condition, such as a proof at the door, that its buyer must know. */
function withSubline({ de, en }: Localised): Localised {
  const named = (description: string) => Object.values(splitDescription(description)).filter(Boolean).join(', ')
  return { de: named(de), en: named(en) }
}

/** Returns the variants by id, without unknown ids. Variants that are not cached cost one D1 round trip per 90. */
export async function loadSellables(
  db: Database,
  catalogueVersion: number,
  variantIds: Iterable<string>,
): Promise<Map<string, Sellable>> {
  const found = new Map<string, Sellable>()
  const missing: string[] = []
  for (const id of new Set(variantIds)) {
    const sellable = sellables.of(catalogueVersion).get(id)
    if (sellable) found.set(id, sellable)
    else missing.push(id)
  }
  for (let start = 0; start < missing.length; start += 90) {
    for (const sellable of await querySellables(db, missing.slice(start, start + 90))) {
      found.set(sellable.variantId, sellable)
      sellables.of(catalogueVersion).set(sellable.variantId, sellable)
    }
  }
  return found
}

const siblings = alias(variants, 'siblings')
/** Whether the event of a ticket has tickets of the other kind. */
const hasOtherKind = sql`exists (select 1 from ${variants} ${sql.identifier('siblings')}
  where ${siblings.eventId} = ${variants.eventId} and ${siblings.active} = 1 and ${siblings.physical} <> ${variants.physical})`

async function querySellables(db: Database, ids: string[]): Promise<Sellable[]> {
  const [merch, tickets] = await db.batch([
    db
      .select({
        variant: columnsOf(variants),
        product: columnsOf(products),
        artist: columnsOf(categories),
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .leftJoin(categories, eq(categories.id, products.artistId))
      .where(inArray(variants.id, ids)),
    db
      .select({
        variant: columnsOf(variants),
        event: columnsOf(events),
        number: sql<number>`${pricingCategories.number}`.as('category_number'),
        categoryName: columnsOf(pricingCategories).name,
        venueName: columnsOf(venues).name,
        city: columnsOf(venues).city,
        timeZone: columnsOf(venues).timeZone,
        countryCode: columnsOf(venues).countryCode,
        artist: columnsOf(categories),
        hasOtherKind: hasOtherKind.mapWith(Boolean).as('has_other_kind'),
      })
      .from(variants)
      .innerJoin(events, eq(events.id, variants.eventId))
      .innerJoin(pricingCategories, eq(pricingCategories.id, variants.pricingCategoryId))
      .innerJoin(venues, eq(venues.id, events.venueId))
      .innerJoin(categories, eq(categories.id, events.artistId))
      .where(inArray(variants.id, ids)),
  ])
  return [
    ...merch.map(({ variant, product, artist }): Sellable => {
      const images = [...product.images].sort((a, b) => a.order - b.order)
      return {
        variantId: variant.id,
        productId: product.id,
        eventId: null,
        artistId: product.artistId,
        artistName: artist.id ? (artist.displayName ?? artist.name) : null,
        slug: product.slug,
        path: productPath(product),
        name: product.name,
        descriptiveName: product.descriptiveName,
        productType: product.productType,
        color: product.color,
        variantName: withoutSubline(variant.description),
        image: images.find((image) => image.tags.includes('preview')) ?? images[0] ?? null,
        priceCents: variant.priceCents,
        originalPriceCents: product.originalPriceCents,
        vatBasisPoints: product.vatBasisPoints,
        cartLimit: product.cartLimit,
        physical: variant.physical,
        active: variant.active && product.active,
        ageRestricted: product.shippingRequirements.includes('over_18'),
        personalised: product.meta.personalised === true,
        personalLabel: product.meta.personal_label ?? null,
        allowsSameText: product.meta.allow_multiple_override === true,
        deliveryDays: product.meta.delivery_days ?? null,
        hidden: product.meta.hide === true,
        codeRequired: product.meta.code_required === true,
        ticketRequired: product.meta.ticket_required === true,
        giftVoucher: product.meta.gift_voucher === true,
        weightGrams: product.weightGrams,
        shippableFromAt: product.publicShippableFromAt,
        bundle: product.bundle,
        event: null,
      }
    }),
    ...tickets.map(
      ({
        variant,
        event,
        number,
        categoryName,
        venueName,
        city,
        timeZone,
        countryCode,
        artist,
        hasOtherKind,
      }): Sellable => ({
        variantId: variant.id,
        productId: null,
        eventId: event.id,
        artistId: event.artistId,
        artistName: artist.id ? (artist.displayName ?? artist.name) : null,
        slug: event.slug,
        path: `/events/${event.slug}`,
        name: event.name,
        descriptiveName: event.descriptiveName,
        productType: TICKET,
        color: null,
        variantName: ticketNames(
          categoryName,
          withSubline(variant.description),
          // Otherwise the event's two kinds of one price would look the same in the cart.
          hasOtherKind && ticketKindIsSold(event.meta, !variant.physical) ? ticketKindName(variant.physical) : null,
        ),
        image: event.image,
        priceCents: variant.priceCents,
        originalPriceCents: null,
        vatBasisPoints: event.vatBasisPoints,
        cartLimit: event.cartLimit,
        physical: variant.physical,
        active: variant.active && ticketKindIsSold(event.meta, variant.physical),
        ageRestricted: false,
        personalised: false,
        personalLabel: null,
        allowsSameText: false,
        deliveryDays: null,
        hidden: false,
        codeRequired: false,
        ticketRequired: false,
        giftVoucher: false,
        weightGrams: variant.physical ? HARD_TICKET_GRAMS : 0,
        shippableFromAt: null,
        bundle: null,
        event: {
          id: event.id,
          plan: { key: event.seatPlanKey, version: event.seatPlanVersion },
          blockCount: event.blockCount,
          category: number,
          rules: {
            presaleAt: event.presaleAt,
            salesEndAt: event.salesEndAt,
            cartLimit: event.cartLimit,
            holdSeconds: event.holdSeconds,
            forceAmount: event.meta.force_amount ?? null,
            forceSection: event.meta.force_section ?? null,
            distancing: event.meta.distancing?.amount ?? 0,
            avoidSingleSeats: event.meta.avoid_single_seats ?? true,
          },
          closure: saleClosure(event),
          happeningFromAt: event.happeningFromAt,
          hidesDate: !showsDate(event),
          timeZone,
          venueName,
          city,
          countryCode,
          promoter: promoterOf(event),
          transfers: {
            bank_transfer_after_hours: event.meta.bank_transfer_after_hours,
            bank_transfer_in_waiting_room: event.meta.bank_transfer_in_waiting_room,
          },
          maxTicketsPerBundle: event.meta.max_tickets_per_bundle ?? 1,
          names: {
            requirement: event.personalizationRequirement,
            asksContact: event.meta.contact_tracing === true,
          },
        },
      }),
    ),
  ]
}

function ticketNames(category: Localised, variant: Localised, kind: Localised | null): Localised {
  const named = (locale: Locale) =>
    [ticketName(category[locale], variant[locale]), kind?.[locale]].filter(Boolean).join(', ')
  return { de: named('de'), en: named('en') }
}

/** Returns the ids of the optional products among these (`bind_leave_empty`). A bundle is complete without them. */
export async function loadOptionalProducts(db: Database, productIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: products.id, meta: products.meta })
    .from(products)
    .where(inArray(products.id, productIds.slice(0, 90)))
  return new Set(rows.filter(({ meta }) => meta.bind_leave_empty === true).map(({ id }) => id))
}

/** The remaining stock by variant id, without variants that never sell out. The stock is never cached. */
export async function loadStock(db: Database, variantIds: string[]): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  for (let start = 0; start < variantIds.length; start += 90) {
    const rows = await db
      .select()
      .from(variantStock)
      .where(inArray(variantStock.variantId, variantIds.slice(start, start + 90)))
    for (const row of rows) left.set(row.variantId, row.available)
  }
  return left
}
