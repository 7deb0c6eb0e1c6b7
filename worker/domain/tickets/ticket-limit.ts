/**
 * Checks the number of tickets in a cart (EVT-05). Also checks whether the cart lacks a ticket although one of its
 * articles requires one. The caller reads the rules from the catalogue.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { HoldRules } from '../seats/seat-hold.ts'

/**
 * `tickets` is the number of tickets of the event that the cart would hold in all blocks after the whole command.
 * `bought` is the number in its orders. The limit applies to the sum, otherwise each order would reset it. A forced
 * amount applies to one order and must be met exactly.
 */
export function refuseByLimit({ cartLimit, forceAmount }: HoldRules, tickets: number, bought: number): Refusal | null {
  if (forceAmount !== null && tickets !== forceAmount) return refuse('TICKET_AMOUNT_FORCED', { amount: forceAmount })
  if (bought + tickets > cartLimit) return refuse('TICKET_LIMIT_EXCEEDED', { limit: cartLimit })
  return null
}

/** If `ticketRequired` is true, the order must also contain a ticket. */
type Article = { event: object | null; ticketRequired: boolean }

export function ticketIsMissing(articles: Article[]): boolean {
  return articles.some(({ ticketRequired }) => ticketRequired) && articles.every(({ event }) => event === null)
}
