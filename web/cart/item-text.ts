/** Texts about an item of a cart or an order. Pages that show no cart need them without the rest of a cart's line. */
import { m } from '../i18n/messages.ts'
import type { CartItem } from './use-cart.ts'

export function itemName(item: Pick<CartItem, 'artistName' | 'productName'>): string {
  return [item.artistName, item.productName].filter((part) => part !== null && part !== '').join(' – ')
}

export function seatText(seat: CartItem['seat']): string | null {
  if (!seat) return null
  if (seat.row === null || seat.name === null) return seat.sectionName
  return m.cart_seat({ section: seat.sectionName, row: seat.row, seat: seat.name })
}
