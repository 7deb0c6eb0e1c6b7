/** Which items of a cart or an order have a right of withdrawal. */

/**
 * Whether the buyer may withdraw from the purchase of the item: neither from that of a ticket (§ 312g Abs. 2 Nr. 9 BGB) nor from
 * that of a personalised product (Nr. 1).
 */
export function hasWithdrawalRight(item: { eventId: string | null; personalIdentifier: string | null }): boolean {
  return item.eventId === null && !isPersonalProduct(item)
}

/** Whether the item is a product that is made with the buyer's text. A ticket with a name is none. */
export function isPersonalProduct(item: { eventId: string | null; personalIdentifier: string | null }): boolean {
  return item.eventId === null && item.personalIdentifier !== null
}
