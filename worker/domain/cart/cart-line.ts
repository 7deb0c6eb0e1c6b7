/**
 * Builds lines from items. Bundle parts go under their root line, which shows the sum. Plain merchandise of one variant is
 * merged into one line with a quantity; items with a seat, a name or a hold stay single (CART-01). Prices are read from the
 * catalogue each time; a bundle's chosen combination adds to the price of its root.
 */
import type { Cents } from '../../../schema/money.ts'
import { lineLimit } from '../../../schema/rules/line-limit.ts'
import type { Sellable } from '../catalogue/sellable.ts'
import type { CartItem } from './cart.ts'

export type CartLine = {
  /** The id of the first item; `removeItem` takes it. */
  id: string
  items: CartItem[]
  sellable: Sellable
  type: 'product' | 'ticket' | 'bundle'
  amount: number
  cartLimit: number
  unitCents: Cents
  /** Price of this line alone. */
  totalCents: Cents
  /** Price including the bundle's parts. */
  totalSumCents: Cents
  bundled: CartLine[]
  /** The quantity cannot be edited (CART-05). */
  fixedAmount: boolean
}

/** Price of one piece of this item. */
function unitPriceCents(item: CartItem, sellable: Sellable): Cents {
  const combination = item.bundleOption === null ? undefined : sellable.bundle?.combinations[item.bundleOption]
  return sellable.priceCents + (combination?.additional_price ?? 0)
}

/** Leaves out items whose variant is no longer in the catalogue: they can be neither priced nor ordered. */
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
    } else if (line.fixedAmount) {
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
    fixedAmount: isTicket || item.bundleKey !== null || item.personalIdentifier !== null || sellable.personalised,
  }
}

/** Total of merchandise and tickets without shipping. */
export function subtotalCents(lines: CartLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.totalSumCents, 0)
}

/** All lines, with the parts of bundles after their root. */
export function flatLines(lines: CartLine[]): CartLine[] {
  return lines.flatMap((line) => [line, ...line.bundled])
}
