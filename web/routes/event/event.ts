/**
 * The event page's rules without the page: which kinds of tickets the event has, which variants belong to a kind and a
 * pricing category, and how many tickets a fan may take.
 */
import type { EventPageQuery } from '../../../schema/generated/operations.ts'
import { DEFAULT_TICKET_AMOUNT } from '../../../schema/limits.ts'
import { eventMeta } from '../../data/meta.ts'

export type PageEvent = NonNullable<EventPageQuery['event']>
export type PricingCategory = PageEvent['pricingCategories'][number]
export type TicketVariant = PricingCategory['variants'][number]

export type TicketKind = 'online' | 'hard'

export function kindOf(variant: TicketVariant): TicketKind {
  return variant.physical ? 'hard' : 'online'
}

/** Kinds on sale; one alone needs no choice (EVT-04). */
export function ticketKinds(event: PageEvent): TicketKind[] {
  const kinds = new Set(event.pricingCategories.flatMap((category) => activeVariants(category).map(kindOf)))
  return (['online', 'hard'] as const).filter((kind) => kinds.has(kind))
}

export function activeVariants(category: PricingCategory): TicketVariant[] {
  return category.variants.filter((variant) => variant.active).sort((a, b) => a.order - b.order)
}

/** Variants of a category by kind, cheapest first where the catalogue sets no order; all while no kind is chosen. */
export function variantsOf(category: PricingCategory, kind: TicketKind | null): TicketVariant[] {
  return activeVariants(category).filter((variant) => kind === null || kindOf(variant) === kind)
}

export function priceSpan(
  category: PricingCategory,
  kind: TicketKind | null,
): [lowest: number, highest: number] | null {
  const prices = variantsOf(category, kind).map((variant) => variant.priceCents)
  return prices.length === 0 ? null : [Math.min(...prices), Math.max(...prices)]
}

/** A category of this name is one that only the catalogue needs (EVT-02). */
export function hidesHeader(category: { name: string }): boolean {
  return category.name === 'Default'
}

/** Tickets that a fan picks on a map; else by amount (SEAT-01, SEAT-08). */
export function hasMap(event: PageEvent): boolean {
  return event.seatmapUrl !== null && event.displayMap && !eventMeta(event).hide_map
}

export type AmountRule = { step: number; minimum: 0; maximum: number }

/**
 * EVT-05: steps of the forced amount and no more than it, else one by one up to what the event's limit leaves.
 * `chosenElsewhere` counts the event's tickets in the cart and in the other spinners.
 */
export function amountRule(event: PageEvent, chosenElsewhere: number): AmountRule {
  const forced = eventMeta(event).force_amount
  if (forced) return { step: forced, minimum: 0, maximum: chosenElsewhere > 0 ? 0 : forced }
  return { step: 1, minimum: 0, maximum: Math.max(0, event.cartLimit - chosenElsewhere) }
}

/** EVT-06: two tickets stand ready where there is nothing to choose between. */
export function defaultAmount(event: PageEvent): number {
  const meta = eventMeta(event)
  const variants = event.pricingCategories.flatMap((category) => activeVariants(category))
  if (hasMap(event) || variants.length !== 1) return 0
  return Math.min(meta.force_amount ?? meta.default_amount ?? DEFAULT_TICKET_AMOUNT, event.cartLimit)
}
