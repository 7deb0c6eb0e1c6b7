/**
 * The choice of tickets without a seat map: an amount for each variant. One request adds all chosen tickets. If the cart
 * contains tickets of a category, the visitor changes their number in place, or releases them before choosing others (EVT-10).
 */
import { useState } from 'react'
import { ticketName } from '../../../schema/rules/category-name.ts'
import { openMinicart } from '../../cart/minicart-state.ts'
import { type CartItem, ticketsOfEvent, useAddItems, useCart, useRemoveItem } from '../../cart/use-cart.ts'
import { eventMeta } from '../../data/meta.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useAvailability } from '../../seatmap/use-availability.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import {
  activeVariants,
  amountRule,
  areaAmountRule,
  availableAmounts,
  chosenTickets,
  defaultAmount,
  kindIsMissing,
  type PageEvent,
  type PricingCategory,
  type TicketKind,
  variantsOf,
} from './event.ts'
import { HeldTickets } from './held-tickets.tsx'
import { limitNotice } from './limit-notice.ts'
import { PriceTable } from './price-table.tsx'
import { SummaryBar } from './summary-bar.tsx'
import { TicketStepper } from './ticket-stepper.tsx'

type AmountTicketsProps = { event: PageEvent; kind: TicketKind | null; onMissingKind: () => void }

/** If a category has at most this many tickets left, the price table shows the number. */
const FEW = 20

export function AmountTickets({ event, kind, onMissingKind }: AmountTicketsProps) {
  const { data: cart } = useCart()
  const { addItems, isPending } = useAddItems()
  const { removeItem } = useRemoveItem()
  const { availability, refresh } = useAvailability(event.id)
  const [wanted, setWanted] = useState<Record<string, number>>(() => firstAmounts(event))
  const [sections, setSections] = useState<Record<string, string>>({})
  const [notice, setNotice] = useState<Notice | null>(null)

  const items = cart?.items ?? []
  const held = ticketsOfEvent(items, event.id)
  /** Leaves out the tickets in bundles, because a visitor cannot remove them without the bundle. */
  const heldOf = (category: PricingCategory) =>
    items.filter((item) => category.variants.some((variant) => variant.id === item.productVariantId))
  const leftOf = ({ number }: PricingCategory) => availability?.categories[number] ?? null
  const amounts = availableAmounts(event, wanted, leftOf)
  const isBlocked = (category: PricingCategory) => heldOf(category).length > 0 || leftOf(category) === 0
  const categories = event.pricingCategories.filter((category) => variantsOf(category, kind).length > 0)
  const chosen = chosenTickets(categories, kind, amounts, isBlocked)
  const isKindMissing = kindIsMissing(event, kind)
  const heldCount = held.reduce((sum, item) => sum + item.amount, 0)
  const chosenCount = chosen.reduce((sum, { amount }) => sum + amount, 0)
  const chosenCents = chosen.reduce((sum, { amount, variant }) => sum + amount * variant.priceCents, 0)

  async function add(): Promise<void> {
    if (isPending) return
    if (isKindMissing) {
      onMissingKind()
      return
    }
    if (chosen.length === 0) {
      setNotice({ tone: 'problem', text: () => m.event_none_chosen() })
      return
    }
    setNotice(null)
    try {
      await addItems(
        chosen.map(({ category, variant, amount }) => {
          const sectionId = sections[category.id] ?? eventMeta(event).force_section
          return { productVariantId: variant.id, amount, ...(sectionId ? { sectionId } : {}) }
        }),
      )
      setWanted({})
      openMinicart(true)
    } catch (error) {
      setNotice({ tone: 'problem', text: () => errorText(error) })
    }
    await refresh()
  }

  async function releaseAll(items: CartItem[]): Promise<void> {
    try {
      for (const item of items) await removeItem(item.id)
      setNotice(null)
    } catch (error) {
      setNotice({ tone: 'problem', text: () => errorText(error) })
    }
    await refresh()
  }

  return (
    <>
      <PriceTable
        categories={categories}
        kind={kind}
        note={(category) => <TicketsLeft left={leftOf(category)} />}
        action={(category, variant) => {
          // The stepper of the held tickets replaces this one.
          if (heldOf(category).some(({ fixedAmount }) => !fixedAmount)) return null
          const isDisabled = isBlocked(category)
          const amount = isDisabled ? 0 : (amounts[variant.id] ?? 0)
          const left = leftOf(category) ?? Number.POSITIVE_INFINITY
          const rule = amountRule(event, heldCount + chosenCount - amount)
          return (
            <TicketStepper
              ticket={ticketName(category.name, variant.description)}
              amount={amount}
              rule={areaAmountRule(rule, left)}
              isDisabled={isDisabled}
              onChange={(next) => {
                if (isKindMissing) {
                  onMissingKind()
                  return
                }
                setNotice(null)
                setWanted({ ...amounts, [variant.id]: next })
              }}
              onMaximum={() => {
                // If only the tickets left prevent a larger amount, the price table says how many they are.
                if (rule.maximum <= left || left < rule.step) setNotice(limitNotice(event))
              }}
            />
          )
        }}
        footer={(category) => (
          <>
            {category.sections.length > 1 && !eventMeta(event).force_section && (
              <label className="mt-2 block text-sm">
                <span className="sr-only">{m.event_section_of({ ticket: category.name })}</span>
                <select
                  className="field"
                  value={sections[category.id] ?? ''}
                  onChange={(change) => setSections({ ...sections, [category.id]: change.target.value })}
                >
                  <option value="">{m.event_section_any()}</option>
                  {category.sections.map((section) => (
                    <option key={section.id} value={section.id}>
                      {section.name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <HeldTickets
              ticket={ticketName(category.name, heldOf(category)[0]?.variantName ?? '')}
              items={heldOf(category)}
              moreAllowed={event.cartLimit - heldCount}
              onRelease={() => releaseAll(heldOf(category))}
              onNotice={setNotice}
              onMaximum={() => setNotice(limitNotice(event))}
              onChanged={() => void refresh()}
            />
          </>
        )}
      />
      <SummaryBar
        count={heldCount + chosenCount}
        totalCents={chosenCents + held.reduce((sum, item) => sum + item.totalCents, 0)}
        notice={notice}
        isBusy={isPending}
        isInCart={heldCount > 0 && chosenCount === 0}
        onAct={() => void add()}
      />
    </>
  )
}

function firstAmounts(event: PageEvent): Record<string, number> {
  const amount = defaultAmount(event)
  const [variant] = event.pricingCategories.flatMap((category) => activeVariants(category))
  return variant && amount > 0 ? { [variant.id]: amount } : {}
}

function TicketsLeft({ left }: { left: number | null }) {
  if (left === null || left > FEW) return null
  return <>{left === 0 ? m.event_none_left() : m.event_left({ count: left })}</>
}
