/**
 * The choice of tickets without a seat map: an amount for each variant. One request adds all chosen tickets or none. If the
 * cart contains tickets of a variant, the visitor changes their number in place (EVT-10).
 */
import { useRef, useState } from 'react'
import { ticketName } from '../../../schema/rules/category-name.ts'
import type { TicketKind } from '../../../schema/rules/ticket-kind.ts'
import { openMinicart } from '../../cart/minicart-state.ts'
import { type CartItem, ticketsOfEvent, useAddItems, useCart } from '../../cart/use-cart.ts'
import { useRemoveItem } from '../../cart/use-remove-item.ts'
import { isWait } from '../../data/fetch.ts'
import { eventMeta } from '../../data/meta.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useAvailability } from '../../seatmap/use-availability.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { AllGone } from './all-gone.tsx'
import {
  amountRule,
  areaAmountRule,
  availableAmounts,
  chosenTickets,
  defaultAmounts,
  isSoldElsewhere,
  kindIsMissing,
  type PageEvent,
  type PricingCategory,
  type TicketVariant,
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
  const [wanted, setWanted] = useState(() => defaultAmounts(event))
  const [sections, setSections] = useState<Record<string, string>>({})
  const [notice, setNotice] = useState<Notice | null>(null)
  const choice = useRef<HTMLDivElement>(null)

  const items = cart?.items ?? []
  const held = ticketsOfEvent(items, event.id)
  /** Leaves out the tickets in bundles, because a visitor cannot remove them without the bundle. */
  const heldOf = (variant: TicketVariant) => items.filter((item) => item.productVariantId === variant.id)
  const leftOf = ({ number, available }: PricingCategory) => availability?.categories[number] ?? (available ? null : 0)
  const amounts = availableAmounts(event, wanted, leftOf)
  const isBlocked = (category: PricingCategory, variant: TicketVariant) =>
    category.hideButtons || leftOf(category) === 0 || heldOf(variant).length > 0
  const categories = event.pricingCategories.filter((category) => variantsOf(category, kind).length > 0)
  const chosen = chosenTickets(categories, kind, amounts, isBlocked)
  const isAllGone = event.pricingCategories.every((category) => category.hideButtons || leftOf(category) === 0)
  const isKindMissing = kindIsMissing(event, kind)
  const heldCount = held.reduce((sum, item) => sum + item.amount, 0)
  const hasNothing = isAllGone && heldCount === 0
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
      // On a low phone, the tickets may be below the window, and then the text would be wrong.
      choice.current?.scrollIntoView({ block: 'nearest' })
      choice.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
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
      openMinicart(chosen.map(({ variant }) => variant.id))
    } catch (error) {
      // The waiting room has its own screen. After it, the visitor presses the button again.
      if (!isWait(error)) setNotice({ tone: 'problem', text: () => errorText(error) })
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
      <div ref={choice} className="scroll-mt-24 scroll-mb-32">
        <PriceTable
          categories={categories}
          kind={kind}
          note={(category) => <TicketsLeft left={category.hideButtons ? null : leftOf(category)} />}
          isChosen={(category) => category.variants.some(({ id }) => held.some((item) => item.productVariantId === id))}
          action={(category, variant) => {
            if (isBlocked(category, variant)) return null
            const amount = amounts[variant.id] ?? 0
            const others = category.variants.reduce(
              (sum, { id }) => sum + (id === variant.id ? 0 : (amounts[id] ?? 0)),
              0,
            )
            const left = (leftOf(category) ?? Number.POSITIVE_INFINITY) - others
            const rule = amountRule(event, heldCount + chosenCount - amount)
            return (
              <TicketStepper
                ticket={ticketName(category.name, variant.description)}
                amount={amount}
                rule={areaAmountRule(rule, left)}
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
              {category.sections.length > 1 && !category.hideButtons && !eventMeta(event).force_section && (
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
              {category.variants.map((variant) => (
                <HeldTickets
                  key={variant.id}
                  ticket={ticketName(category.name, variant.description)}
                  detail={category.variants.length > 1 ? variant.description : ''}
                  items={heldOf(variant)}
                  moreAllowed={Math.max(0, event.cartLimit - heldCount - chosenCount)}
                  onRelease={() => releaseAll(heldOf(variant))}
                  onNotice={setNotice}
                  onMaximum={() => setNotice(limitNotice(event))}
                  onChanged={() => void refresh()}
                />
              ))}
            </>
          )}
        />
      </div>
      <AllGone event={event} isGone={hasNothing && !isSoldElsewhere(event)} />
      {hasNothing ? (
        isSoldElsewhere(event) && (
          <p role="status" className="mt-4 max-w-prose">
            {m.event_sold_elsewhere_text()}
          </p>
        )
      ) : (
        <SummaryBar
          count={heldCount + chosenCount}
          totalCents={chosenCents + held.reduce((sum, item) => sum + item.totalCents, 0)}
          notice={notice}
          isBusy={isPending}
          isInCart={heldCount > 0 && chosenCount === 0}
          onAct={() => void add()}
        />
      )}
    </>
  )
}

function TicketsLeft({ left }: { left: number | null }) {
  if (left === null || left > FEW) return null
  return <>{left === 0 ? m.event_none_left() : m.event_left({ count: left })}</>
}
