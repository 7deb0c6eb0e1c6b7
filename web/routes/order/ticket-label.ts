/** Tells the tickets of an order apart by their category, seat, holder and number. */
import { groupedCode } from '../../../schema/rules/ticket-code.ts'
import { unbroken } from '../../../schema/rules/unbroken-text.ts'
import { seatText } from '../../cart/item-text.ts'
import type { Order } from '../checkout/use-order.ts'

type Ticket = Pick<Order['tickets'][number], 'orderItemId' | 'code' | 'holder'>

export function ticketLabel({ orderItemId, code, holder }: Ticket, items: Order['items']): string {
  const item = items.find(({ id }) => id === orderItemId)
  const digits = code && unbroken(groupedCode(code))
  return [item?.variantName, item && seatText(item.seat), holder, digits].filter(Boolean).join(', ')
}
