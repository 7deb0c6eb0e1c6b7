/**
 * Builds the lines of a cart from its items. The line of a bundle's root item contains the lines of the parts, and shows the
 * sum. Merchandise of one variant is merged into one line with a quantity (CART-01); tickets, bundles and personalised
 * items keep a line each. Prices are read from the catalogue each time. A bundle's chosen combination adds to the
 * price of its root.
 */
import { completeNames } from '../../../schema/inputs/holder.ts'
import type { Cents } from '../../../schema/money.ts'
import { lineLimit } from '../../../schema/rules/line-limit.ts'
import type { Sellable } from '../catalogue/sellable.ts'
import type { CartItem } from './cart.ts'

export type CartLine = {
  /** The id of the line's first item, which `removeItem` accepts. */
  id: string
  items: CartItem[]
  sellable: Sellable
  type: 'product' | 'ticket' | 'bundle'
  amount: number
  cartLimit: number
  unitCents: Cents
  /** The price of this line without its bundle's parts. */
  totalCents: Cents
  /** The price of this line including its bundle's parts. */
  totalSumCents: Cents
  bundled: CartLine[]
  /** True if fans cannot edit the quantity (CART-05). */
  fixedAmount: boolean
  /** True if the line contains all items of its variant. */
  isMerged: boolean
}

/** Returns the price of one piece of this item. */
function unitPriceCents(item: CartItem, sellable: Sellable): Cents {
  const combination = item.bundleOption === null ? undefined : sellable.bundle?.combinations[item.bundleOption]
  return sellable.priceCents + (combination?.additional_price ?? 0)
}

/** Omits items whose variant is no longer in the catalogue, because they can be neither priced nor ordered. */
export function linesOf(items: CartItem[], sellables: ReadonlyMap<string, Sellable>): CartLine[] {
  const lines: CartLine[] = []
  const roots = new Map<string, CartLine>()
  const merged = new Map<string, CartLine>()
  const parts: CartLine[] = []
  for (const item of items) {
    const sellable = sellables.get(item.variantId)
    if (!sellable) continue
    const line = lineOf(item, sellable)
    if (line.type === 'bundle' && item.bundleKey !== null) {
      roots.set(item.bundleKey, line)
      lines.push(line)
    } else if (item.bundleKey !== null) {
      parts.push(line)
    } else if (!line.isMerged) {
      lines.push(line)
    } else {
      const same = merged.get(item.variantId)
      if (same) {
        same.items.push(item)
        same.amount += item.amount
        same.totalCents += line.totalCents
        same.totalSumCents += line.totalCents
      } else {
        merged.set(item.variantId, line)
        lines.push(line)
      }
    }
  }
  for (const part of parts) {
    const root = roots.get(part.items[0]?.bundleKey ?? '')
    if (root) {
      root.bundled.push(part)
      root.totalSumCents += part.totalCents
    } else lines.push(part)
  }
  return lines
}

function lineOf(item: CartItem, sellable: Sellable): CartLine {
  const unitCents = unitPriceCents(item, sellable)
  const totalCents = unitCents * item.amount
  const isTicket = sellable.event !== null
  return {
    id: item.id,
    items: [item],
    sellable,
    type: isTicket ? 'ticket' : sellable.bundle !== null ? 'bundle' : 'product',
    amount: item.amount,
    cartLimit: isTicket ? sellable.cartLimit : lineLimit(sellable.cartLimit),
    unitCents,
    totalCents,
    totalSumCents: totalCents,
    bundled: [],
    isMerged: !isTicket && !isSingle(item, sellable),
    fixedAmount: isTicket ? ticketAmountIsFixed(item, sellable) : isSingle(item, sellable),
  }
}

function isSingle(item: CartItem, sellable: Sellable): boolean {
  return item.bundleKey !== null || item.personalIdentifier !== null || sellable.personalised
}

/** Whether the number of tickets cannot change: they have a seat, a name, a bundle, or a forced amount (EVT-05). */
export function ticketAmountIsFixed(item: CartItem, sellable: Sellable): boolean {
  return item.hold?.seatId !== null || isSingle(item, sellable) || (sellable.event?.rules.forceAmount ?? null) !== null
}

/**
 * Whether the line's tickets need names that the buyer has not entered completely (TIX-02). The amount or the event's rules
 * may have changed since the names were entered.
 */
export function lineLacksNames({ items, sellable: { event } }: CartLine): boolean {
  if (!event || event.names.requirement === 'no_personalization_required') return false
  return items.some((item) => completeNames(item.personalIdentifier ?? '', item.amount, event.names) === null)
}

/** Returns the total of merchandise and tickets without shipping. */
export function subtotalCents(lines: CartLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.totalSumCents, 0)
}

/** Returns all lines in one list, with the parts of each bundle after its root. */
export function flatLines(lines: CartLine[]): CartLine[] {
  return lines.flatMap((line) => [line, ...line.bundled])
}
