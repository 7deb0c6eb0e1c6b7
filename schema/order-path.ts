/**
 * Returns the path of an order's page, without the shop's base path. `done` is the confirmation. On `payment`, the buyer
 * pays later (LATER-01).
 */
export function orderPath(page: 'done' | 'payment', orderId: string, reference: string): string {
  return `/checkout/${page}/${encodeURIComponent(orderId)}/${encodeURIComponent(reference)}`
}

/**
 * Returns the address of an order's page after the sale, without the shop's base path. The address contains the order's key,
 * which opens the order, so only mails to the buyer and answers to those who have the key contain it, and for half an hour the
 * confirmation in the browser that placed the order.
 */
export function orderLink(orderId: string, key: string): string {
  return `/order/${encodeURIComponent(orderId)}?key=${encodeURIComponent(key)}`
}

/** Returns the address of the page on which the buyer changes the names on an order's tickets. */
export function orderNamesLink(orderId: string, key: string): string {
  return `/order/${encodeURIComponent(orderId)}/names?key=${encodeURIComponent(key)}`
}

/** Returns the path of the withdrawal from an order, without the shop's base path. */
export function withdrawalPath(orderId: string, key: string): string {
  return `/withdrawal?order=${encodeURIComponent(orderId)}&key=${encodeURIComponent(key)}`
}

/** Returns the path of the invoice or a correction. The page of the order lists their files. */
export function orderDocumentPath(shopSlug: string, orderId: string, key: string, file: string): string {
  return `/api/v2/shops/${[shopSlug, 'orders', orderId, 'documents', key, file].map(encodeURIComponent).join('/')}`
}

/**
 * Returns the path of a ticket's pass for a holder who did not buy the ticket. The path contains the token of this pass, so it
 * opens nothing else. It stops working when the ticket gets another holder.
 */
export function holderPassPath(shopSlug: string, passId: string, token: string, wallet: 'apple' | 'google'): string {
  const file = wallet === 'apple' ? `${token}.pkpass` : `${token}.google`
  return `/api/v2/shops/${[shopSlug, 'passes', passId, file].map(encodeURIComponent).join('/')}`
}

/** What opens an order: the key of a link in a mail, or the reference that the pages of the checkout know. */
export type OrderSecret = { key: string } | { reference: string }

/** Returns the path of a file of a paid order: `tickets.pdf`, or the calendar file of an event. */
export function orderFilePath(shopSlug: string, orderId: string, secret: OrderSecret, file: string): string {
  const opened = 'key' in secret ? ['files', secret.key] : [secret.reference]
  return `/api/v2/shops/${[shopSlug, 'orders', orderId, ...opened, file].map(encodeURIComponent).join('/')}`
}

/** Returns the path from which a ticket's pass gets into a wallet. */
export function orderPassPath(
  shopSlug: string,
  orderId: string,
  secret: OrderSecret,
  ticketId: string,
  wallet: 'apple' | 'google',
): string {
  const opened = 'key' in secret ? ['wallet', secret.key] : [secret.reference, 'wallet']
  const file = wallet === 'apple' ? `${ticketId}.pkpass` : `${ticketId}.google`
  return `/api/v2/shops/${[shopSlug, 'orders', orderId, ...opened, file].map(encodeURIComponent).join('/')}`
}
