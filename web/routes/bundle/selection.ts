/**
 * BND-03: the visitor's choices in a bundle. In a bundle with combinations, the visitor must choose one. The required parts
 * are the common items, the parts of the chosen combination and the additional products that are not optional. Each of them
 * needs a chosen variant. If a required part has only one variant and it is available, that variant counts as chosen. Each
 * personalised part with a chosen variant must also have a text. The total is the sum of the root product's price, the
 * combination's additional price and the prices of the chosen variants. The server computes the total again.
 */
import type { AddItemRequest, BundlePageQuery } from '../../../schema/generated/operations.ts'
import { ticketName } from '../../../schema/rules/category-name.ts'
import { kindsAmong, ticketKind } from '../../../schema/rules/ticket-kind.ts'
import type { Goods } from '../../catalogue/delivery-time.tsx'
import { kindName } from '../../catalogue/ticket-kind-text.ts'
import { eventMeta, productMeta } from '../../data/meta.ts'
import type { Variant } from '../product/variant-choice.tsx'

export type BundleProduct = NonNullable<BundlePageQuery['product']>
export type Bundle = NonNullable<BundleProduct['bundle']>
export type Part = Bundle['commonItems'][number]

export type PartVariant = Variant & { physical: boolean }

/** The value of an optional part that the visitor has left out. */
const LEFT_EMPTY = ''

export type Selection = {
  /** The index of the combination; null until one is chosen. */
  option: number | null
  /** The ids of the chosen variants by slot. */
  variants: Record<string, string>
  /** The texts of personalised parts by slot. */
  texts: Record<string, string>
  /** The number of tickets by slot, if it is not 1. */
  tickets: Record<string, number>
}

export const EMPTY_SELECTION: Selection = { option: null, variants: {}, texts: {}, tickets: {} }

export type Slot = {
  id: string
  part: Part
  variants: PartVariant[]
  isOptional: boolean
  isPersonalised: boolean
  /** The maximum number of tickets (BND-04); 1 for a product. */
  maximum: number
}

function partVariants(part: Part): PartVariant[] {
  const all = part.product
    ? part.product.variants
    : (part.event?.pricingCategories ?? []).flatMap((category, index) =>
        category.variants
          .filter(({ active }) => active)
          .map(({ id, description, subline, priceCents, physical }, order) => ({
            id,
            description: ticketName(category.name, description),
            subline,
            order: index * 100 + order,
            priceCents,
            additionalPriceCents: 0,
            available: part.sale === 'open' && category.available,
            physical,
          })),
      )
  const own = part.variantIds.length === 0 ? all : all.filter(({ id }) => part.variantIds.includes(id))
  if (!part.event || kindsAmong(own).length < 2) return own
  // EVT-04: otherwise the two kinds of one price would look the same.
  return own.map((each) => ({ ...each, description: `${each.description}, ${kindName(ticketKind(each))}` }))
}

/** EVT-04: the kind of the ticket in this slot; null if the visitor can still choose it, or if the part is a product. */
export function kindOf({ part, variants }: Pick<Slot, 'part' | 'variants'>, chosen: PartVariant | null) {
  const kinds = part.event ? kindsAmong(chosen ? [chosen] : variants) : []
  return kinds.length === 1 ? (kinds[0] ?? null) : null
}

/** The name of the kind of a part's tickets; null as `kindOf`. */
export function kindNameOf(part: Part): string | null {
  const kind = kindOf({ part, variants: partVariants(part) }, null)
  return kind && kindName(kind)
}

export function createSlot(id: string, part: Part, isOptional = false): Slot {
  const meta = part.product ? productMeta(part.product) : {}
  return {
    id,
    part,
    variants: partVariants(part),
    isOptional: isOptional || (id.startsWith('additional') && meta.bind_leave_empty === true),
    isPersonalised: meta.personalised === true,
    maximum: part.event ? (eventMeta(part.event).max_tickets_per_bundle ?? 1) : 1,
  }
}

export function amountOf({ id, maximum }: Slot, { tickets }: Selection): number {
  return Math.min(tickets[id] ?? 1, maximum)
}

/**
 * The slots in the order of the page, without the additional group. The parts of a combination are included once it is
 * chosen.
 */
export function slotsOf(bundle: Bundle, option: number | null): Slot[] {
  const combination = option === null ? undefined : bundle.combinations[option]
  return [
    ...bundle.commonItems.map((part, index) => createSlot(`common-${index}`, part)),
    ...(combination?.parts ?? []).map((part, index) => createSlot(`option-${option}-${index}`, part)),
    ...bundle.additionalProducts.map((part, index) => createSlot(`additional-${index}`, part)),
  ]
}

/** Whether the slot belongs to the chosen combination. */
export const isOfCombination = ({ id }: Slot) => id.startsWith('option-')

/** The chosen variant, or else the only variant of a required slot if it is available. Null if there is neither. */
export function chosenVariant({ id, variants, isOptional }: Slot, selection: Selection): PartVariant | null {
  const chosen = variants.find((variant) => variant.id === selection.variants[id])
  if (chosen) return chosen
  const [only] = variants
  return variants.length === 1 && only?.available && !isOptional ? only : null
}

export function slotIsFilled(slot: Slot, selection: Selection): boolean {
  if (slot.isOptional && (selection.variants[slot.id] ?? LEFT_EMPTY) === LEFT_EMPTY) return true
  if (chosenVariant(slot, selection) === null) return false
  return !slot.isPersonalised || (selection.texts[slot.id] ?? '').trim() !== ''
}

/** The chosen slot of the additional group, or null. */
function groupSlot(bundle: Bundle, selection: Selection): Slot | null {
  const index = bundle.additionalProductGroup.findIndex(
    (_part, groupIndex) => (selection.variants[`group-${groupIndex}`] ?? '') !== '',
  )
  const part = bundle.additionalProductGroup[index]
  return part ? createSlot(`group-${index}`, part, true) : null
}

export function groupSlots(bundle: Bundle): Slot[] {
  return bundle.additionalProductGroup.map((part, index) => createSlot(`group-${index}`, part, true))
}

export function bundleIsComplete(bundle: Bundle, selection: Selection): boolean {
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

/**
 * The goods of the parcel that the choices so far allow: one list for each combination that the visitor can still choose. The
 * bundle's own time of delivery stands for those of its parts.
 */
export function parcelsOf(product: BundleProduct, bundle: Bundle, selection: Selection): Goods[][] {
  const options =
    selection.option === null && bundle.combinations.length > 0
      ? bundle.combinations.flatMap((_, option) => (combinationIsAvailable(bundle, option) ? option : []))
      : [selection.option]
  const { delivery_days } = productMeta(product)
  const group = groupSlot(bundle, selection)
  return options.map((option) => {
    const slots = [...slotsOf(bundle, option), ...(group ? [group] : [])]
    const parts = slots.flatMap((slot): Goods[] => {
      const isLeftOut = slot.isOptional && chosenVariant(slot, selection) === null
      if (!slot.part.product || isLeftOut) return []
      const meta = delivery_days ? { delivery_days } : slot.part.product.meta
      return [{ ...slot.part.product, meta, isShipped: slot.variants.some(({ physical }) => physical) }]
    })
    // Only the date counts from which the bundle ships.
    return [{ ...product, isShipped: false, available: false }, ...parts]
  })
}

const isAvailable = ({ variants }: Slot) => variants.some(({ available }) => available)

/** BND-05: a combination is available if the server says so and each of its parts has an available variant. */
export function combinationIsAvailable(bundle: Bundle, option: number): boolean {
  const combination = bundle.combinations[option]
  if (!combination?.available) return false
  return combination.parts.every((part, index) => isAvailable(createSlot(`option-${option}-${index}`, part)))
}

/**
 * BND-05: whether each required part has an available variant. In a bundle with combinations, at least one combination must
 * also be available.
 */
export function bundleIsAvailable(bundle: Bundle, option: number | null): boolean {
  if (!slotsOf(bundle, option).every((each) => each.isOptional || isAvailable(each))) return false
  return (
    bundle.combinations.length === 0 || bundle.combinations.some((_, index) => combinationIsAvailable(bundle, index))
  )
}

/**
 * The required parts without an available variant; if there is none, the parts of all combinations. They say why the bundle is
 * not available.
 */
export function partsThatClose(bundle: Bundle): Part[] {
  const missing = slotsOf(bundle, null).filter((slot) => !slot.isOptional && !isAvailable(slot))
  if (missing.length > 0) return missing.map(({ part }) => part)
  return bundle.combinations.flatMap(({ parts }) => parts)
}

/** All parts that the bundle may contain. Each of them may be a product or an event. */
function partsOfBundle(bundle: Bundle): Part[] {
  return [
    ...bundle.commonItems,
    ...bundle.combinations.flatMap((combination) => combination.parts),
    ...bundle.additionalProducts,
    ...bundle.additionalProductGroup,
  ]
}

/** All products that the bundle may contain, without repetitions. */
export function productsOfBundle(bundle: Bundle): NonNullable<Part['product']>[] {
  const parts = partsOfBundle(bundle)
  return [...new Map(parts.flatMap(({ product }) => (product ? [[product.id, product] as const] : []))).values()]
}

/** "Late shift (cassette)": the products of a bundle often have the same name, such as a record's. */
export function namedKind({ name, productType }: { name: string; productType: string }): string {
  return productType === '' || productType === name ? name : `${name} (${productType})`
}

/** All events that the bundle may contain. */
export function eventsOfBundle(bundle: Bundle): NonNullable<Part['event']>[] {
  return partsOfBundle(bundle).flatMap(({ event }) => event ?? [])
}

/** BND-04: whether the bundle may contain tickets. */
export function containsTickets(bundle: Bundle): boolean {
  return eventsOfBundle(bundle).length > 0
}

/** Whether this shop, and not only another seller, sells the tickets of the bundle (EVT-11). */
export function sellsTickets(bundle: Bundle): boolean {
  return partsOfBundle(bundle).some(({ event, sale }) => event && sale !== 'external')
}

/** BND-04: whether the bundle takes one ticket, so that a fan who needs more adds the bundle again. */
export function takesOneTicket(bundle: Bundle): boolean {
  const events = eventsOfBundle(bundle)
  return events.length > 0 && events.every((event) => (eventMeta(event).max_tickets_per_bundle ?? 1) === 1)
}

/** Whether the bundle has no choice, so that a fan can take several at once. */
export function isWithoutChoice(bundle: Bundle): boolean {
  if (bundle.combinations.length > 0 || bundle.additionalProductGroup.length > 0 || containsTickets(bundle))
    return false
  return slotsOf(bundle, null).every(
    ({ variants, isOptional, isPersonalised }) => variants.length === 1 && !isOptional && !isPersonalised,
  )
}

/** The total of the choices so far, in euro cents. */
export function bundleTotalCents(product: BundleProduct, bundle: Bundle, selection: Selection): number {
  const root = product.variants[0]?.priceCents ?? 0
  const addition = selection.option === null ? 0 : (bundle.combinations[selection.option]?.additionalPriceCents ?? 0)
  return chosenSlots(bundle, selection).reduce(
    (sum, { slot, variant }) => sum + variant.priceCents * amountOf(slot, selection),
    root + addition,
  )
}

/**
 * The price, in euro cents, of the chosen parts that the bundle need not contain: optional parts, and each further ticket of a
 * required part.
 */
export function extrasCents(bundle: Bundle, selection: Selection): number {
  return chosenSlots(bundle, selection).reduce((sum, { slot, variant }) => {
    const extra = amountOf(slot, selection) - (slot.isOptional ? 0 : 1)
    return sum + variant.priceCents * extra
  }, 0)
}

/**
 * BND-05: the lowest and the highest total, in euro cents, that the choices so far allow without further extras. A required
 * part without a choice counts with its cheapest and its dearest available variant, and an open combination likewise. Null if
 * nothing is available.
 */
export function totalSpanCents(product: BundleProduct, bundle: Bundle, selection: Selection): PriceSpan | null {
  if (bundle.combinations.length > 0 && selection.option === null) {
    const spans = bundle.combinations.flatMap((_, option) =>
      combinationIsAvailable(bundle, option) ? (totalSpanCents(product, bundle, { ...selection, option }) ?? []) : [],
    )
    return spanOf(spans.flatMap(({ lowest, highest }) => [lowest, highest]))
  }
  const open = slotsOf(bundle, selection.option).filter(
    (slot) => !slot.isOptional && chosenVariant(slot, selection) === null,
  )
  const total = bundleTotalCents(product, bundle, selection)
  return open.reduce<PriceSpan | null>(
    (sum, { variants }) => {
      const span = spanOf(variants.flatMap(({ available, priceCents }) => (available ? priceCents : [])))
      return sum && span && { lowest: sum.lowest + span.lowest, highest: sum.highest + span.highest }
    },
    { lowest: total, highest: total },
  )
}

type PriceSpan = { lowest: number; highest: number }

function spanOf(prices: number[]): PriceSpan | null {
  return prices.length === 0 ? null : { lowest: Math.min(...prices), highest: Math.max(...prices) }
}

/**
 * Returns a request for the root product, and one for each part with a chosen variant. All of them have the same key. The root
 * product's request contains the index of the chosen combination.
 */
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
    ...chosenSlots(bundle, selection).map(({ slot, variant }) => ({
      ...shared,
      productVariantId: variant.id,
      amount: amountOf(slot, selection),
      ...(slot.isPersonalised && { personalIdentifier: (selection.texts[slot.id] ?? '').trim() }),
    })),
  ]
}
