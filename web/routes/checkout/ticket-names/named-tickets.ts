/** The tickets of a cart that need names (TIX-02). */
import type { Cart, CartPart } from '../../../cart/use-cart.ts'

type Lines = Pick<Cart, 'items'>

function allLines({ items }: Lines): CartPart[] {
  return items.flatMap((item) => [item, ...item.bundled])
}

export function namedLines(cart: Lines): CartPart[] {
  return allLines(cart).filter(
    ({ eventId, personalizationRequirement }) =>
      eventId !== null && personalizationRequirement !== 'no_personalization_required',
  )
}

export function lacksNames(cart: Lines): boolean {
  return allLines(cart).some((line) => line.lacksNames)
}

export function isGroupLine({ personalizationRequirement }: Pick<CartPart, 'personalizationRequirement'>): boolean {
  return personalizationRequirement === 'group_personalization_required'
}
