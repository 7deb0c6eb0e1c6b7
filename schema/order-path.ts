/**
 * Returns the path of an order's page, without the shop's base path. `done` is the confirmation. On `payment`, the buyer
 * pays later (LATER-01).
 */
export function orderPath(page: 'done' | 'payment', orderId: string, reference: string): string {
  return `/checkout/${page}/${encodeURIComponent(orderId)}/${encodeURIComponent(reference)}`
}
