/**
 * Checks whether a bundle is complete (BND-03, BND-04, BND-05). A complete bundle contains its root item once, every
 * common item, all parts of one combination if the bundle has combinations, and each additional product that is not
 * optional. Beyond these, it may contain optional additional products and one product of the additional group, but no
 * other items. The event of its tickets limits their number. With several events, the highest of their limits applies to all tickets.
 */
import type { BundlePart } from '../../../schema/catalogue-values.ts'
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { Sellable } from '../catalogue/sellable.ts'

export type BundleMember = { sellable: Sellable; amount: number; option: number | null }

/**
 * `optionalProducts` contains the ids of the additional products that are optional. If a member fits several parts, every
 * assignment is considered.
 */
export function bundleIsComplete(
  members: BundleMember[],
  optionalProducts: ReadonlySet<string> = new Set(),
): { ok: true } | Refusal {
  const root = members.filter(({ sellable }) => sellable.bundle !== null)
  const bundle = root[0]?.sellable.bundle
  if (root.length !== 1 || !bundle || root[0]?.amount !== 1) return refuse('BUNDLE_NOT_AVAILABLE', {})

  const rest = members.filter((member) => member !== root[0])
  const tickets = rest.filter(({ sellable }) => sellable.event !== null)
  const ticketCount = tickets.reduce((sum, { amount }) => sum + amount, 0)
  const ticketLimit = Math.max(1, ...tickets.map(({ sellable }) => sellable.event?.maxTicketsPerBundle ?? 1))
  if (ticketCount > ticketLimit) return refuse('TICKET_BUNDLE_LIMIT_EXCEEDED', { limit: ticketLimit })

  const option = root[0]?.option ?? null
  const combination = option === null ? undefined : bundle.combinations[option]
  if (bundle.combinations.length > 0 && (!combination || combination.soldOutMessage))
    return refuse('BUNDLE_NOT_AVAILABLE', {})

  const isOptional = ({ productId }: BundlePart) => productId !== undefined && optionalProducts.has(productId)
  const required = [
    ...bundle.common_items,
    ...(combination?.parts ?? []),
    ...bundle.additional_products.filter((part) => !isOptional(part)),
  ]
  // Each slot takes one member. The additional group is one slot, because only one of its products may be chosen.
  const slots = [...required, ...bundle.additional_products.filter(isOptional)].map((part) => [part])
  if (bundle.additional_product_group.length > 0) slots.push(bundle.additional_product_group)
  const isWhole =
    canMatchAll(required, rest, (part, member) => memberFills(member, part)) &&
    canMatchAll(rest, slots, (member, parts) => parts.some((part) => memberFills(member, part)))
  return isWhole ? { ok: true } : refuse('BUNDLE_NOT_AVAILABLE', {})
}

/**
 * Returns the ids of the additional products of the bundle that are not among the members. The caller must find out
 * whether they are optional.
 */
export function missingAdditions(members: BundleMember[]): string[] {
  const productIds = new Set(members.map(({ sellable }) => sellable.productId))
  return members
    .flatMap(({ sellable }) => sellable.bundle?.additional_products ?? [])
    .flatMap(({ productId }) => (productId !== undefined && !productIds.has(productId) ? [productId] : []))
}

/**
 * Whether each left element can have a right element of its own (bipartite matching by augmenting paths). If one matching
 * covers all members and another covers all required parts, a single matching covers both (Mendelsohn and Dulmage).
 */
function canMatchAll<Left, Right>(
  lefts: Left[],
  rights: Right[],
  fits: (left: Left, right: Right) => boolean,
): boolean {
  const matched = new Map<Right, Left>()
  const assign = (left: Left, tried: Set<Right>): boolean =>
    rights.some((right) => {
      if (tried.has(right) || !fits(left, right)) return false
      tried.add(right)
      const other = matched.get(right)
      if (other !== undefined && !assign(other, tried)) return false
      matched.set(right, left)
      return true
    })
  return lefts.every((left) => assign(left, new Set()))
}

function memberFills({ sellable, amount }: BundleMember, part: BundlePart): boolean {
  if (part.eventId !== undefined) return sellable.eventId === part.eventId && allows(part, sellable)
  return part.productId !== undefined && sellable.productId === part.productId && amount === 1 && allows(part, sellable)
}

function allows(part: BundlePart, sellable: Sellable): boolean {
  return part.variantIds === undefined || part.variantIds.length === 0 || part.variantIds.includes(sellable.variantId)
}
