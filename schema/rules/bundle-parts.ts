/** Puts the items of a placed order that belong to a bundle below the bundle's own item, as in the cart (CART-01). */
import type { Cents } from '../money.ts'

type Ordered = { id: string; totalCents: Cents }
type State = { bundleItemId: string | null; isVoid: boolean }

/** `sumCents` includes the parts. */
export type OrderLine<Item> = { item: Item; parts: Item[]; sumCents: Cents }

const lineOf = <Item extends Ordered>(item: Item): OrderLine<Item> => ({ item, parts: [], sumCents: item.totalCents })

/**
 * Keeps the order of the items. A part whose bundle is void while the part is valid, or the other way round, is a line of its
 * own: a cancelled concert takes its tickets out of a bundle, and the bundle's merchandise stays ordered.
 */
export function orderLines<Item extends Ordered>(
  items: readonly Item[],
  stateOf: (item: Item) => State,
): OrderLine<Item>[] {
  const lines = new Map(items.map((item) => [item.id, lineOf(item)]))
  for (const item of items) {
    const { bundleItemId, isVoid } = stateOf(item)
    const bundle = bundleItemId === null ? undefined : lines.get(bundleItemId)
    if (!bundle || stateOf(bundle.item).isVoid !== isVoid) continue
    bundle.parts.push(item)
    bundle.sumCents += item.totalCents
    lines.delete(item.id)
  }
  return [...lines.values()]
}
