/**
 * When a bundle may be bought (BND-03, BND-04, BND-05): its root once, every common item, all parts of exactly one
 * combination, each additional product unless it may be left empty, and no more tickets than the event allows in one.
 */
import type { BundlePart } from '../../schema/catalogue-values.ts'
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { Sellable } from './sellable.ts'

export type BundleMember = { sellable: Sellable; amount: number; option: number | null }

export function bundleIsComplete(members: BundleMember[]): { ok: true } | Refusal {
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

  const open = new Set(rest)
  const take = (part: BundlePart): boolean => {
    for (const member of open) {
      if (memberServes(member, part)) {
        open.delete(member)
        return true
      }
    }
    return false
  }
  for (const part of [...bundle.common_items, ...(combination?.parts ?? [])]) {
    if (!take(part)) return refuse('BUNDLE_NOT_AVAILABLE', {})
  }
  for (const part of [...bundle.additional_products, ...bundle.additional_product_group]) take(part)
  if (open.size > 0) return refuse('BUNDLE_NOT_AVAILABLE', {})
  return { ok: true }
}

function memberServes({ sellable, amount }: BundleMember, part: BundlePart): boolean {
  if (part.eventId !== undefined) return sellable.eventId === part.eventId && allows(part, sellable)
  return part.productId !== undefined && sellable.productId === part.productId && amount === 1 && allows(part, sellable)
}

function allows(part: BundlePart, sellable: Sellable): boolean {
  return part.variantIds === undefined || part.variantIds.length === 0 || part.variantIds.includes(sellable.variantId)
}
