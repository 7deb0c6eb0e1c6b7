/**
 * Lines from items: bundle parts go under their root with the sum, plain merch of one variant merges into a line with a
 * quantity, everything with a seat, a name or a hold stays single (CART-01). Prices are the catalogue's, asked anew each
 * time; a bundle's chosen combination adds to its root's price.
 */
import { MAX_ITEM_LIMIT } from '../../../schema/limits.ts'
import type { Cents } from '../../../schema/money.ts'
import type { Sellable } from '../catalogue/sellable.ts'
import type { CartItem } from './cart.ts'

export type CartLine = {
  /** The first stored item's id: what removeItem takes. */
  id: string
  items: CartItem[]
  sellable: Sellable
  type: 'product' | 'ticket' | 'bundle'
  amount: number
  cartLimit: number
  unitCents: Cents
  /** The line alone. */
  totalCents: Cents
  /** With everything that came in its bundle. */
  totalSumCents: Cents
  bundled: CartLine[]
  /** Its quantity cannot be edited (CART-05). */
  fixedAmount: boolean
}

/** What one piece of this item costs. */
function unitPriceCents(item: CartItem, sellable: Sellable): Cents {
  const combination = item.bundleOption === null ? undefined : sellable.bundle?.combinations[item.bundleOption]
  return sellable.priceCents + (combination?.additional_price ?? 0)
}

/** Items whose variant the catalogue no longer knows are left out: they can be neither priced nor ordered. */
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
    cartLimit: isTicket ? sellable.cartLimit : Math.min(sellable.cartLimit, MAX_ITEM_LIMIT),
    unitCents,
    totalCents,
    totalSumCents: totalCents,
    bundled: [],
    fixedAmount: isTicket || item.bundleKey !== null || item.personalIdentifier !== null || sellable.personalised,
  }
}

/** All goods and tickets, without shipping. */
export function subtotalCents(lines: CartLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.totalSumCents, 0)
}

/** Every line with the parts of bundles, flat. */
export function flatLines(lines: CartLine[]): CartLine[] {
  return lines.flatMap((line) => [line, ...line.bundled])
}
