/**
 * The prices of tickets by pricing category and variant. The category name "Default" is not shown (EVT-02). `action` returns
 * the control of a variant: a stepper, or a radio button that selects the variant for seats of the category.
 */
import type { ReactNode } from 'react'
import { categoryIsHidden } from '../../../schema/rules/category-name.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { CategorySign } from '../../seatmap/category-signs.ts'
import { SignIcon } from '../../seatmap/sign-icon.tsx'
import { type PricingCategory, type TicketKind, type TicketVariant, ticketKind, variantsOf } from './event.ts'

type PriceTableProps = {
  categories: PricingCategory[]
  kind: TicketKind | null
  signs?: ReadonlyMap<number, CategorySign>
  /** A note beside the category's name, such as the number of tickets left. */
  note?: (category: PricingCategory) => ReactNode
  action?: (category: PricingCategory, variant: TicketVariant) => ReactNode
  /** Content below the category's variants. */
  footer?: (category: PricingCategory) => ReactNode
}

export function PriceTable({ categories, kind, signs, note, action, footer }: PriceTableProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {categories.map((category) => {
        const variants = variantsOf(category, kind)
        const sign = signs?.get(category.number)
        const isMixed = new Set(variants.map(ticketKind)).size > 1
        if (variants.length === 0) return null
        return (
          <li key={category.id} className="py-3">
            {(!categoryIsHidden(category.name) || sign) && (
              <div className="flex items-center gap-3">
                {sign && <SignIcon sign={sign} withLetter={(signs?.size ?? 0) > 1} />}
                <h3 className="grow font-semibold">{categoryIsHidden(category.name) ? '' : category.name}</h3>
                <span className="text-sm text-muted">{note?.(category)}</span>
              </div>
            )}
            {variants.map((variant) => (
              <div key={variant.id} className={`flex min-h-11 items-center gap-3 py-1 ${sign ? 'pl-9' : ''}`}>
                <span className="min-w-0 grow">
                  {variant.description}
                  {kind === null && isMixed && (
                    <span className="block text-sm text-muted">
                      {ticketKind(variant) === 'online' ? m.event_kind_online() : m.event_kind_hard()}
                    </span>
                  )}
                </span>
                <span className="font-semibold tabular-nums">{formatPrice(variant.priceCents)}</span>
                {action?.(category, variant)}
              </div>
            ))}
            {footer?.(category)}
          </li>
        )
      })}
    </ul>
  )
}
