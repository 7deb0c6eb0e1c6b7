/**
 * When a bundle may be bought (BND-03, BND-04, BND-05): its root once, every common item, all parts of exactly one
 * combination, each additional product unless it may be left empty, and no more tickets than the event allows in one.
 */
import type { BundlePart } from '../../../schema/catalogue-values.ts'
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { Sellable } from '../catalogue/sellable.ts'

export type BundleMember = { sellable: Sellable; amount: number; option: number | null }

/**
 * `mayBeLeftOut`: products that a bundle which offers them as an addition is whole without. The order of the members plays
 * no part: where one member could stand for several parts, all ways of sharing them out count.
 */
export function bundleIsComplete(
  members: BundleMember[],
  mayBeLeftOut: ReadonlySet<string> = new Set(),
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

  const isOptional = ({ productId }: BundlePart) => productId !== undefined && mayBeLeftOut.has(productId)
  const required = [
    ...bundle.common_items,
    ...(combination?.parts ?? []),
    ...bundle.additional_products.filter((part) => !isOptional(part)),
  ]
  // Each place takes one member; of the group only one product is taken.
  const places = [...required, ...bundle.additional_products.filter(isOptional)].map((part) => [part])
  if (bundle.additional_product_group.length > 0) places.push(bundle.additional_product_group)
  const isWhole =
    eachFindsItsOwn(required, rest, (part, member) => memberServes(member, part)) &&
    eachFindsItsOwn(rest, places, (member, parts) => parts.some((part) => memberServes(member, part)))
  return isWhole ? { ok: true } : refuse('BUNDLE_NOT_AVAILABLE', {})
}

/** Additions of these bundles that no member stands for: whether they may be left out has to be asked. */
export function missingAdditions(members: BundleMember[]): string[] {
  const productIds = new Set(members.map(({ sellable }) => sellable.productId))
  return members
    .flatMap(({ sellable }) => sellable.bundle?.additional_products ?? [])
    .flatMap(({ productId }) => (productId !== undefined && !productIds.has(productId) ? [productId] : []))
}

/**
 * True where each seeker can have a place of its own (a matching by augmenting paths). A matching of all members and one of
 * all required parts together mean that one exists which does both (Mendelsohn and Dulmage).
 */
function eachFindsItsOwn<Seeker, Place>(
  seekers: Seeker[],
  places: Place[],
  fits: (seeker: Seeker, place: Place) => boolean,
): boolean {
  const taken = new Map<Place, Seeker>()
  const seat = (seeker: Seeker, tried: Set<Place>): boolean =>
    places.some((place) => {
      if (tried.has(place) || !fits(seeker, place)) return false
      tried.add(place)
      const other = taken.get(place)
      if (other !== undefined && !seat(other, tried)) return false
      taken.set(place, seeker)
      return true
    })
  return seekers.every((seeker) => seat(seeker, new Set()))
}

function memberServes({ sellable, amount }: BundleMember, part: BundlePart): boolean {
  if (part.eventId !== undefined) return sellable.eventId === part.eventId && allows(part, sellable)
  return part.productId !== undefined && sellable.productId === part.productId && amount === 1 && allows(part, sellable)
}

function allows(part: BundlePart, sellable: Sellable): boolean {
  return part.variantIds === undefined || part.variantIds.length === 0 || part.variantIds.includes(sellable.variantId)
}
