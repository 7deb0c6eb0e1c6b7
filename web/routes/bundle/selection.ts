/**
 * BND-03: what a fan has to choose in a bundle, and when it is whole: every common item, the parts of one combination, and
 * each additional product that may not be left empty. A part with one variant chooses itself. The sum is the root's price,
 * the combination's addition and the price of each chosen variant; the server counts anew.
 */
import type { AddItemRequest, BundlePageQuery } from '../../../schema/generated/operations.ts'
import { saleClosure } from '../../../schema/rules/event-sale.ts'
import { productMeta } from '../../data/meta.ts'

export type BundleProduct = NonNullable<BundlePageQuery['product']>
export type Bundle = NonNullable<BundleProduct['bundle']>
export type Part = Bundle['commonItems'][number]

export type PartVariant = {
  id: string
  description: string
  subline: string | null
  order: number
  priceCents: number
  available: boolean
}

/** Empty: left out on purpose. */
const LEFT_EMPTY = ''

export type Selection = {
  /** Index of the combination; null until one is picked. */
  option: number | null
  /** Variant by slot. */
  variants: Record<string, string>
  /** What stands on a personalised part, by slot. */
  texts: Record<string, string>
}

export const NOTHING: Selection = { option: null, variants: {}, texts: {} }

export type Slot = { id: string; part: Part; variants: PartVariant[]; mayBeEmpty: boolean; isPersonalised: boolean }

function partVariants(part: Part): PartVariant[] {
  const all = part.product
    ? part.product.variants
    : (part.event?.pricingCategories ?? []).flatMap((category, place) =>
        category.variants
          .filter(({ active }) => active)
          .map(({ id, description, priceCents }, order) => ({
            id,
            description:
              category.name === 'Default' ? description : [category.name, description].filter(Boolean).join(', '),
            subline: null,
            order: place * 100 + order,
            priceCents,
            available: part.event !== null && saleClosure(part.event) === null,
          })),
      )
  return part.variantIds.length === 0 ? all : all.filter(({ id }) => part.variantIds.includes(id))
}

function slot(id: string, part: Part, mayBeEmpty = false): Slot {
  const meta = part.product ? productMeta(part.product) : {}
  return {
    id,
    part,
    variants: partVariants(part),
    mayBeEmpty: mayBeEmpty || (id.startsWith('additional') && meta.bind_leave_empty === true),
    isPersonalised: meta.personalised === true,
  }
}

/** Everything that is to be chosen, in the order of the page; a combination's parts once it is picked. */
export function slotsOf(bundle: Bundle, option: number | null): Slot[] {
  const combination = option === null ? undefined : bundle.combinations[option]
  return [
    ...bundle.commonItems.map((part, index) => slot(`common-${index}`, part)),
    ...(combination?.parts ?? []).map((part, index) => slot(`option-${option}-${index}`, part)),
    ...bundle.additionalProducts.map((part, index) => slot(`additional-${index}`, part)),
  ]
}

/** The variant a slot stands at: the chosen one, or the only one there is. */
export function chosenVariant({ id, variants, mayBeEmpty }: Slot, selection: Selection): PartVariant | null {
  const chosen = variants.find((variant) => variant.id === selection.variants[id])
  if (chosen) return chosen
  const [only] = variants
  return variants.length === 1 && only?.available && !mayBeEmpty ? only : null
}

export function slotIsFilled(slot: Slot, selection: Selection): boolean {
  if (slot.mayBeEmpty && (selection.variants[slot.id] ?? LEFT_EMPTY) === LEFT_EMPTY) return true
  if (chosenVariant(slot, selection) === null) return false
  return !slot.isPersonalised || (selection.texts[slot.id] ?? '').trim() !== ''
}

/** The group is one choice among its products, or none. */
function groupSlot(bundle: Bundle, selection: Selection): Slot | null {
  const index = bundle.additionalProductGroup.findIndex(
    (_part, place) => (selection.variants[`group-${place}`] ?? '') !== '',
  )
  const part = bundle.additionalProductGroup[index]
  return part ? slot(`group-${index}`, part, true) : null
}

export function groupSlots(bundle: Bundle): Slot[] {
  return bundle.additionalProductGroup.map((part, index) => slot(`group-${index}`, part, true))
}

export function bundleIsWhole(bundle: Bundle, selection: Selection): boolean {
  const needsOption = bundle.combinations.length > 0
  if (needsOption && selection.option === null) return false
  const group = groupSlot(bundle, selection)
  return [...slotsOf(bundle, selection.option), ...(group ? [group] : [])].every((each) =>
    slotIsFilled(each, selection),
  )
}

function chosenSlots(bundle: Bundle, selection: Selection): { slot: Slot; variant: PartVariant }[] {
  const group = groupSlot(bundle, selection)
  return [...slotsOf(bundle, selection.option), ...(group ? [group] : [])].flatMap((each) => {
    const variant = chosenVariant(each, selection)
    return variant ? [{ slot: each, variant }] : []
  })
}

const canBeHad = ({ variants }: Slot) => variants.some(({ available }) => available)

/** BND-05: a combination can be had while each of its parts can in some kind. */
export function combinationIsAvailable(bundle: Bundle, option: number): boolean {
  const combination = bundle.combinations[option]
  if (!combination?.available) return false
  return combination.parts.every((part, index) => canBeHad(slot(`option-${option}-${index}`, part)))
}

/** BND-05: whole, as far as the shop can tell now: each part that must be in, and one combination at least. */
export function bundleIsAvailable(bundle: Bundle, option: number | null): boolean {
  if (!slotsOf(bundle, option).every((each) => each.mayBeEmpty || canBeHad(each))) return false
  return (
    bundle.combinations.length === 0 || bundle.combinations.some((_, index) => combinationIsAvailable(bundle, index))
  )
}

/** Everything that can be in it, each product once: what there is to know about the bundle. */
export function productsOfBundle(bundle: Bundle): NonNullable<Part['product']>[] {
  const parts = [
    ...bundle.commonItems,
    ...bundle.combinations.flatMap((combination) => combination.parts),
    ...bundle.additionalProducts,
    ...bundle.additionalProductGroup,
  ]
  return [...new Map(parts.flatMap(({ product }) => (product ? [[product.id, product] as const] : []))).values()]
}

/** Who puts on the concerts that can be in it. */
export function organisersOfBundle(bundle: Bundle): string[] {
  const parts = [...bundle.commonItems, ...bundle.combinations.flatMap((combination) => combination.parts)]
  return [...new Set(parts.flatMap(({ event }) => event?.localOrganizer ?? []))]
}

/** BND-04: whether the tickets in it come one by one, so that whoever wants more takes the bundle again. */
export function holdsOneTicket(bundle: Bundle): boolean {
  const parts = [...bundle.commonItems, ...bundle.combinations.flatMap((combination) => combination.parts)]
  return parts.some(({ event }) => event)
}

/** Euro cents of what is chosen so far. */
export function bundleTotalCents(product: BundleProduct, bundle: Bundle, selection: Selection): number {
  const root = product.variants[0]?.priceCents ?? 0
  const addition = selection.option === null ? 0 : (bundle.combinations[selection.option]?.additionalPriceCents ?? 0)
  return chosenSlots(bundle, selection).reduce((sum, { variant }) => sum + variant.priceCents, root + addition)
}

/** One request a part, all under one key; the root names the combination. */
export function bundleRequests(
  product: BundleProduct,
  bundle: Bundle,
  selection: Selection,
  bundleKey: string,
): AddItemRequest[] {
  const [root] = product.variants
  if (!root) return []
  const shared = { amount: 1, bundleKey, bundleProductId: product.id }
  return [
    { ...shared, productVariantId: root.id, ...(selection.option !== null && { bundleOption: selection.option }) },
    ...chosenSlots(bundle, selection).map(({ slot: { id, isPersonalised }, variant }) => ({
      ...shared,
      productVariantId: variant.id,
      ...(isPersonalised && { personalIdentifier: (selection.texts[id] ?? '').trim() }),
    })),
  ]
}
