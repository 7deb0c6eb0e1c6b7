/** Lists of items need this, the seat map does not. */
import { placeBeside } from '../../schema/rules/item-facts.ts'
import { isSize } from '../../schema/rules/variant-size.ts'
import { m } from '../i18n/messages.ts'
import { placeName } from './item-text.ts'
import type { CartItem } from './use-cart.ts'

/** What tells the tickets of an event apart: the place, and the price category. */
export function placeFacts(seat: CartItem['seat'], variantName: string): string[] {
  const place = seat ? placeBeside(variantName, placeName(seat), seat.properties) : ''
  return [place, variantName].filter((fact) => fact !== '')
}

/** Names a product's variant. A size has its word, because a single letter below a title says nothing. */
export function variantText(variantName: string): string {
  return isSize(variantName) ? m.cart_size({ size: variantName }) : variantName
}
