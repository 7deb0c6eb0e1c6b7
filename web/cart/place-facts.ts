/** Lists of items need this, the seat map does not. */
import { placeBeside } from '../../schema/rules/item-facts.ts'
import { placeName } from './item-text.ts'
import type { CartItem } from './use-cart.ts'

/** What tells the tickets of an event apart: the place, and the price category. */
export function placeFacts(seat: CartItem['seat'], variantName: string): string[] {
  const place = seat ? placeBeside(variantName, placeName(seat), seat.properties) : ''
  return [place, variantName].filter((fact) => fact !== '')
}
