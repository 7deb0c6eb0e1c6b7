/** SEAT-08: the tickets of standing areas that the visitor has chosen, but does not hold yet. */
import type { CartPart } from '../../cart/use-cart.ts'
import type { TicketVariant } from './event.ts'

export type Area = { id: string; name: string; category: number; left: number }

/** The chosen numbers of tickets by `choiceKey`. */
export type Amounts = Readonly<Record<string, number>>

/** `variant` is null if the visitor cannot hold a ticket of the area yet, because they must choose a kind first. */
type StandingChoice = { area: Area; variant: TicketVariant | null; amount: number }

export function choiceKey(area: Area, variant: TicketVariant | null): string {
  return `${area.id} ${variant?.id ?? ''}`
}

/** What the area offers. */
export function choosable(variants: TicketVariant[]): (TicketVariant | null)[] {
  return variants.length > 0 ? variants : [null]
}

/** The visitor's tickets of the area that are in the cart. */
export function heldIn(area: Area, own: CartPart[]): CartPart[] {
  return own.filter((item) => item.seatId === null && item.seat?.sectionId === area.id)
}

/** The amounts above 0, without those that the page no longer offers. */
export function standingChoices(
  areas: Area[],
  variantsIn: (category: number) => TicketVariant[],
  own: CartPart[],
  amounts: Amounts,
): StandingChoice[] {
  return areas
    .flatMap((area) => choosable(variantsIn(area.category)).map((variant) => ({ area, variant })))
    .map(({ area, variant }) => ({ area, variant, amount: amounts[choiceKey(area, variant)] ?? 0 }))
    .filter(
      ({ area, variant, amount }) =>
        amount > 0 &&
        area.left > 0 &&
        !heldIn(area, own).some(({ productVariantId }) => productVariantId === variant?.id),
    )
}
