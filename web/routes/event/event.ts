/**
 * The rules of the event page as pure functions: the kinds of tickets, the variants of a pricing category, and the amounts
 * that a visitor may choose.
 */
import type { EventPageQuery } from '../../../schema/generated/operations.ts'
import { DEFAULT_TICKET_AMOUNT } from '../../../schema/limits.ts'
import { isSoldHere, showsSeatMap } from '../../../schema/rules/event-sale.ts'
import { kindsAmong, type TicketKind, ticketKind } from '../../../schema/rules/ticket-kind.ts'
import { eventMeta } from '../../data/meta.ts'

export type PageEvent = NonNullable<EventPageQuery['event']>
export type PricingCategory = PageEvent['pricingCategories'][number]
export type TicketVariant = PricingCategory['variants'][number]

/** The kinds of tickets on sale. A single kind needs no choice (EVT-04). */
export function ticketKinds(event: PageEvent): TicketKind[] {
  return kindsAmong(event.pricingCategories.flatMap(activeVariants))
}

export function activeVariants(category: PricingCategory): TicketVariant[] {
  return category.variants.filter((variant) => variant.active).sort((a, b) => a.order - b.order)
}

/** The active variants of a category in the catalogue's order: of one kind, or of both kinds if `kind` is null. */
export function variantsOf(category: PricingCategory, kind: TicketKind | null): TicketVariant[] {
  return activeVariants(category).filter((variant) => kind === null || ticketKind(variant) === kind)
}

/** Whether the visitor still has to choose between online and hard tickets (EVT-04). */
export function kindIsMissing(event: PageEvent, kind: TicketKind | null): boolean {
  return kind === null && ticketKinds(event).length > 1
}

/**
 * The variant with which a new seat of the category with this number is held: the first of the kind. The visitor changes the
 * price of a held seat in the list of chosen seats. If there is no such variant, returns the reason.
 */
export function variantToHold(
  event: PageEvent,
  kind: TicketKind | null,
  number: number,
): TicketVariant | 'kindMissing' | 'kindNotSold' {
  if (kindIsMissing(event, kind)) return 'kindMissing'
  return variantsIn(event, kind, number)[0] ?? 'kindNotSold'
}

/** The active variants of the category with this number. */
export function variantsIn(event: PageEvent, kind: TicketKind | null, number: number): TicketVariant[] {
  const category = event.pricingCategories.find((each) => each.number === number)
  return category ? variantsOf(category, kind) : []
}

/** Whether visitors choose tickets on a seat map, and not by amount (SEAT-01, SEAT-08). */
export function hasMap(event: PageEvent): boolean {
  return showsSeatMap(event)
}

/** Whether the page only informs about prices, because all tickets are sold elsewhere, such as at the door (`hideButtons`). */
export function isSoldElsewhere(event: PageEvent): boolean {
  const priced = event.pricingCategories.filter((category) => activeVariants(category).length > 0)
  return priced.length > 0 && !priced.some((category) => isSoldHere(category, event))
}

/** EVT-02: the categories in the catalogue's order, but first those without a section, and then each section's together. */
export function inSections(categories: PricingCategory[]): PricingCategory[] {
  const sections = new Set([null, ...categories.map(({ section }) => section)])
  return [...sections].flatMap((section) => categories.filter((category) => category.section === section))
}

/** How many tickets a category has left; null while nobody has asked the seats. */
export type LeftOf = (category: PricingCategory) => number | null

/**
 * EVT-02: the lowest and highest price of the tickets that can be bought, without free ones. Null if all are gone. Until the
 * page knows how many tickets are left, the event's last known availability counts.
 */
export function priceSpan(event: PageEvent, leftOf: LeftOf): { lowest: number; highest: number } | null {
  const prices = event.pricingCategories
    .filter((category) => isBuyable(event, category, leftOf(category)))
    .flatMap((category) => activeVariants(category).map(({ priceCents }) => priceCents))
    .filter((price) => price > 0)
  return prices.length === 0 ? null : { lowest: Math.min(...prices), highest: Math.max(...prices) }
}

function isBuyable(event: PageEvent, category: PricingCategory, left: number | null): boolean {
  if (!isSoldHere(category, event)) return false
  // The number left counts all sections, so it says nothing about a forced one.
  return left === null || eventMeta(event).force_section ? category.available : left > 0
}

export type AmountRule = { step: number; minimum: 0; maximum: number }

/**
 * EVT-05: the step and the maximum of a ticket stepper. `chosenElsewhere` is the number of the event's tickets in the cart
 * and in the other steppers. With `force_amount`, step and maximum are that amount, but the maximum is 0 if tickets are
 * chosen elsewhere. Otherwise, the step is 1 and the maximum is the cart limit minus the tickets chosen elsewhere.
 */
export function amountRule(event: PageEvent, chosenElsewhere: number): AmountRule {
  const forced = eventMeta(event).force_amount
  if (forced) return { step: forced, minimum: 0, maximum: chosenElsewhere > 0 ? 0 : forced }
  return { step: 1, minimum: 0, maximum: Math.max(0, event.cartLimit - chosenElsewhere) }
}

/** The rule for a standing area (SEAT-08): the event's rule, limited to the tickets that the area has left. */
export function areaAmountRule(rule: AmountRule, left: number): AmountRule {
  return { ...rule, maximum: Math.min(rule.maximum, left) }
}

/** An amount of tickets that the visitor has chosen for a variant. */
export type ChosenTicket = { category: PricingCategory; variant: TicketVariant; amount: number }

/**
 * The amounts above 0 that the visitor has chosen for tickets of a kind, or of both kinds if `kind` is null. `isBlocked`
 * returns true if the variant has no tickets left, or if the cart contains tickets of it. The visitor's earlier choices of a
 * blocked variant are ignored.
 */
export function chosenTickets(
  categories: PricingCategory[],
  kind: TicketKind | null,
  amounts: Record<string, number>,
  isBlocked: (category: PricingCategory, variant: TicketVariant) => boolean,
): ChosenTicket[] {
  return categories
    .flatMap((category) => variantsOf(category, kind).map((variant) => ({ category, variant })))
    .filter(({ category, variant }) => !isBlocked(category, variant))
    .map((choice) => ({ ...choice, amount: amounts[choice.variant.id] ?? 0 }))
    .filter(({ amount }) => amount > 0)
}

/**
 * Limits the visitor's choices, by variant id, to the tickets that a category has left, which its variants share: if one
 * ticket is left, two cannot be preselected. A forced amount that is no longer left becomes 0. `leftOf` returns null while
 * the number is unknown.
 */
export function availableAmounts(
  event: PageEvent,
  amounts: Record<string, number>,
  leftOf: LeftOf,
): Record<string, number> {
  const { force_amount } = eventMeta(event)
  return Object.fromEntries(
    event.pricingCategories.flatMap((category) => {
      let left = leftOf(category) ?? Number.POSITIVE_INFINITY
      return category.variants.map(({ id }) => {
        const wanted = amounts[id] ?? 0
        const amount = wanted <= left ? wanted : force_amount ? 0 : left
        left -= amount
        return [id, amount]
      })
    }),
  )
}

/** EVT-06: the preselected tickets if the event has a single variant and no seat map; otherwise none. */
export function defaultAmounts(event: PageEvent): Record<string, number> {
  const meta = eventMeta(event)
  const [only, ...others] = event.pricingCategories.flatMap((category) =>
    activeVariants(category).map((variant) => ({ category, variant })),
  )
  if (hasMap(event) || !only || others.length > 0 || only.category.hideButtons) return {}
  const amount = Math.min(meta.force_amount ?? meta.default_amount ?? DEFAULT_TICKET_AMOUNT, event.cartLimit)
  return { [only.variant.id]: amount }
}
