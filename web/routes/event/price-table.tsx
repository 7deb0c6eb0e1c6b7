/**
 * The prices of tickets by pricing category and variant. The category name "Default" is not shown (EVT-02). Categories of one
 * `section` stand together below its name. A category that is not `expanded` shows its tickets when it is opened. `action`
 * returns the stepper of a variant.
 */
import { type ReactNode, useState } from 'react'
import { categoryIsHidden } from '../../../schema/rules/category-name.ts'
import { type TicketKind, ticketKind } from '../../../schema/rules/ticket-kind.ts'
import { kindName } from '../../catalogue/ticket-kind-text.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { inSections, type PricingCategory, type TicketVariant, variantsOf } from './event.ts'

type PriceTableProps = {
  categories: PricingCategory[]
  kind: TicketKind | null
  /** A note beside the category's name, such as the number of tickets left. */
  note?: (category: PricingCategory) => ReactNode
  action?: (category: PricingCategory, variant: TicketVariant) => ReactNode
  /** Content below the category's variants. */
  footer?: (category: PricingCategory) => ReactNode
  /** Whether a category must be open, because the visitor has chosen tickets of it. */
  isChosen?: (category: PricingCategory) => boolean
}

export function PriceTable({ categories, ...options }: PriceTableProps) {
  const shown = inSections(categories.filter((category) => variantsOf(category, options.kind).length > 0))
  return (
    <ul className="divide-y divide-line border-y border-line">
      {shown.map((category, index) => {
        const { section } = category
        const isFirst = section !== null && section !== (shown[index - 1]?.section ?? null)
        return (
          <li key={category.id} className="py-3">
            {isFirst && <h3 className="label mb-2 text-muted">{section}</h3>}
            <Category category={category} {...options} />
          </li>
        )
      })}
    </ul>
  )
}

function Category({ category, kind, note, action, footer, isChosen }: CategoryProps) {
  const variants = variantsOf(category, kind)
  const isMixed = kind === null && new Set(variants.map(ticketKind)).size > 1
  const Heading = category.section === null ? 'h3' : 'h4'
  const heading = (
    <>
      <Heading className="grow font-semibold">{categoryIsHidden(category.name) ? '' : category.name}</Heading>
      <span className="text-sm text-muted">{note?.(category)}</span>
    </>
  )
  const tickets = (
    <>
      {variants.map((variant) => (
        <div key={variant.id} className="flex min-h-11 items-center gap-3 py-1">
          <span className="min-w-0 grow">
            {variant.description}
            {variant.subline && <span className="block text-sm text-muted">{variant.subline}</span>}
            {isMixed && <span className="block text-sm text-muted">{kindName(ticketKind(variant))}</span>}
          </span>
          <span className="font-semibold whitespace-nowrap tabular-nums">{formatPrice(variant.priceCents)}</span>
          {action?.(category, variant)}
        </div>
      ))}
      {footer?.(category)}
    </>
  )
  // Without a name, nothing would say what a closed category contains.
  if (!category.expanded && !categoryIsHidden(category.name)) {
    return (
      <ClosedCategory heading={heading} variants={variants} isChosen={isChosen?.(category) ?? false}>
        {tickets}
      </ClosedCategory>
    )
  }
  return (
    <>
      {!categoryIsHidden(category.name) && <div className="flex items-center gap-3">{heading}</div>}
      {tickets}
    </>
  )
}

type ClosedCategoryProps = { heading: ReactNode; variants: TicketVariant[]; isChosen: boolean; children: ReactNode }

function ClosedCategory({ heading, variants, isChosen, children }: ClosedCategoryProps) {
  // Stays open when the visitor takes the last ticket back.
  const [isOpen, setIsOpen] = useState(false)
  const prices = variants.map(({ priceCents }) => priceCents)
  const lowest = formatPrice(Math.min(...prices))
  return (
    <details
      className="group"
      open={isOpen || isChosen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        {heading}
        <span className="whitespace-nowrap tabular-nums">
          {prices.every((price) => price === prices[0]) ? lowest : `${m.price_from()} ${lowest}`}
        </span>
        <Icon name="down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

type CategoryProps = Omit<PriceTableProps, 'categories'> & { category: PricingCategory }
