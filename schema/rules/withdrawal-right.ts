/** Which items of a cart or an order have a right of withdrawal. A bundle's parts count, and not the bundle itself. */

type Item = { type: string; personalIdentifier: string | null }

/**
 * Whether the buyer may withdraw from the purchase of the item. Tickets (§ 312g Abs. 2 Nr. 9 BGB) and personalised products (Nr. 1)
 * are excluded.
 */
export function hasWithdrawalRight({ type, personalIdentifier }: Item): boolean {
  return type === 'product' && personalIdentifier === null
}

/**
 * Returns the reason why the law excludes the item, or null if the buyer may withdraw from it. Returns null for a bundle too,
 * because its parts count instead.
 */
export function withdrawalExclusion(item: Item): 'TICKET' | 'PERSONAL' | null {
  if (isPersonalProduct(item)) return 'PERSONAL'
  return item.type === 'ticket' ? 'TICKET' : null
}

/** Whether the item is a product with the buyer's own text. A ticket with a name is not one. */
export function isPersonalProduct({ type, personalIdentifier }: Item): boolean {
  return type === 'product' && personalIdentifier !== null
}
