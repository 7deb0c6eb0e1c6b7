/** Formats numbers and costs for the tables that the simulations print. */

/** Cloudflare's public prices in dollars per million. */
export const PRICES = { objectRequests: 0.15, workerRequests: 0.3, rowsWritten: 1 }

export const number = (value: number) => Math.round(value).toLocaleString('en')

/** Returns the row of a cost table. `price` is in dollars per million. */
export const costOf = (count: number, price: number) => ({
  count: number(count),
  cost: `$${((count / 1e6) * price).toFixed(2)}`,
})
