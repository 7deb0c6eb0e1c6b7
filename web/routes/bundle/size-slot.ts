/**
 * The sizes of one product, if a bundle's combinations differ in nothing else. The page then offers them like the sizes of any
 * other part, instead of a list of combinations.
 */
import { areSizes } from '../../../schema/rules/variant-size.ts'
import {
  type Bundle,
  type BundleProduct,
  combinationIsAvailable,
  createSlot,
  EMPTY_SELECTION,
  type Selection,
  type Slot,
  slotsOf,
  totalSpanCents,
} from './selection.ts'

/**
 * The slot of the product of which each combination contains another size; null if the combinations differ in more. Its
 * variants cost what the whole bundle costs with them.
 */
export function sizeSlot(product: BundleProduct, bundle: Bundle, option: number | null): Slot | null {
  const { combinations } = bundle
  const slots = combinations.flatMap(({ parts: [part, ...others] }, index) =>
    part?.product && others.length === 0 ? createSlot(optionSlotId(index), part) : [],
  )
  const [first] = slots
  const sizes = slots.flatMap(({ variants: [variant, ...others] }) => (variant && others.length === 0 ? variant : []))
  const isOneProduct = slots.every(({ part }) => part.product?.id === first?.part.product?.id)
  const isComplete = combinations.length > 1 && new Set(sizes.map(({ id }) => id)).size === combinations.length
  if (!first || !isOneProduct || !isComplete || !areSizes(sizes)) return null

  const totals = combinations.map(
    (_, index) => totalSpanCents(product, bundle, { ...EMPTY_SELECTION, option: index })?.lowest ?? null,
  )
  const known = totals.flatMap((total, index) => (total === null ? [] : [{ total, index }]))
  const buyable = known.filter(({ index }) => combinationIsAvailable(bundle, index))
  const cheapest = Math.min(...(buyable.length > 0 ? buyable : known).map(({ total }) => total))
  return {
    ...first,
    id: optionSlotId(option ?? 0),
    variants: sizes.map((size, order) => {
      const available = combinationIsAvailable(bundle, order)
      // A size that is sold out names no price.
      const priceCents = (available ? totals[order] : null) ?? cheapest
      return {
        ...{ ...size, order, priceCents, additionalPriceCents: priceCents - cheapest, available },
        message: available ? null : (combinations[order]?.soldOutMessage ?? null),
      }
    }),
  }
}

const optionSlotId = (option: number) => `option-${option}-0`

/** The slots that the page lists: those of `slotsOf`, with the slot of the sizes in the combination's place. */
export function listedSlots(bundle: Bundle, option: number | null, sizes: Slot | null): Slot[] {
  const slots = slotsOf(bundle, option)
  return sizes ? slots.toSpliced(bundle.commonItems.length, option === null ? 0 : 1, sizes) : slots
}

/** The selection with another size. The text of a personalised product stays. */
export function withSize({ id, variants }: Slot, selection: Selection, variantId: string): Selection {
  const option = variants.findIndex((variant) => variant.id === variantId)
  const { [id]: text, ...texts } = selection.texts
  return { ...selection, option, texts: text === undefined ? texts : { ...texts, [optionSlotId(option)]: text } }
}

/** The selection as the slot of the sizes shows it: the chosen combination is the chosen size. */
export function sizeSelection({ id, variants }: Slot, selection: Selection): Selection {
  const chosen = selection.option === null ? undefined : variants[selection.option]
  return chosen ? { ...selection, variants: { ...selection.variants, [id]: chosen.id } } : selection
}
