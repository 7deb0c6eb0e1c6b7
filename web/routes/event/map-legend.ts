/** The rows of the map's legend: each pricing category with its prices and its free seats, section by section (EVT-02). */
import { categoryIsHidden } from '../../../schema/rules/category-name.ts'
import { type TicketKind, ticketKind } from '../../../schema/rules/ticket-kind.ts'
import { kindName } from '../../catalogue/ticket-kind-text.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { LegendCategory } from '../../seatmap/category-legend.tsx'
import type { CategorySign } from '../../seatmap/category-signs.ts'
import { freeSeatsText } from '../../seatmap/free-seats-text.ts'
import { inSections, type PageEvent, variantsOf } from './event.ts'

/**
 * `leftOf` returns the number of free tickets of a category, or null if it is not known yet. Without `leftOf`, the legend has
 * no such numbers.
 */
export function legendCategories(
  event: PageEvent,
  kind: TicketKind | null,
  signs: ReadonlyMap<number, CategorySign>,
  leftOf: ((number: number) => number | null) | null,
): LegendCategory[] {
  return inSections(event.pricingCategories).flatMap((category) => {
    const variants = variantsOf(category, kind)
    const sign = signs.get(category.number)
    if (variants.length === 0 || !sign) return []
    const isMixed = new Set(variants.map(ticketKind)).size > 1
    const left = leftOf && (leftOf(category.number) ?? '')
    return {
      sign,
      section: category.section,
      name: categoryIsHidden(category.name) ? '' : category.name,
      prices: variants.map((variant) =>
        [variant.description, isMixed && kindName(ticketKind(variant)), formatPrice(variant.priceCents)]
          .filter(Boolean)
          .join(' '),
      ),
      left: typeof left !== 'number' ? left : left === 0 ? m.event_none_left() : freeSeatsText(left),
    }
  })
}
