/**
 * The card that the buyer entered on the payment step, for the review step. Only Stripe knows the card. The shop has a token
 * that confirms one payment and expires after hours. It is lost when the document is left, and the fields are then empty.
 */
export type CardToken = {
  id: string
  /** The brand and the last four digits, as in `Visa •••• 4242`. */
  label: string
}

let entered: CardToken | null = null

export function enteredCard(): CardToken | null {
  return entered
}

export function holdCard(card: CardToken | null): void {
  entered = card
}
