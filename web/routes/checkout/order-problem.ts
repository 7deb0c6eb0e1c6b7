/** What the review says after an order was refused or got no answer. */
import { markRefusedLine } from '../../cart/unavailable-line.ts'
import type { Cart } from '../../cart/use-cart.ts'
import { ConnectionError, isWait, ShopError } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import type { Message } from '../../ui/problem.ts'

/** If an item is no longer available, its line is marked as well. */
export function orderProblem(error: unknown, cart: Cart): Message {
  const soldOut = markRefusedLine(error, cart)
  if (error instanceof ConnectionError && !isWait(error)) return m.checkout_outcome_unknown
  if (soldOut !== null) return () => m.cart_lost_line({ item: soldOut })
  const isPriceChange = error instanceof ShopError && error.code === 'PRICE_CHANGED'
  return isPriceChange ? m.checkout_price_changed : () => errorText(error)
}
