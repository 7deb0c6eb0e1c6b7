/** The path of a placed order's page in its shop: its confirmation, or the page where the buyer pays later (LATER-01). */
export function orderPath(page: 'done' | 'payment', orderId: string, reference: string): string {
  return `/checkout/${page}/${encodeURIComponent(orderId)}/${encodeURIComponent(reference)}`
}
