/**
 * Checks how many tickets a cart may take (EVT-05), and whether it has a ticket for products that require one. The caller
 * reads the rules from the catalogue.
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

/** With `ticketRequired`, an article is sold only together with a ticket in the same order. */
type Article = { event: object | null; ticketRequired: boolean }

export function ticketIsMissing(articles: Article[]): boolean {
  return articles.some(({ ticketRequired }) => ticketRequired) && articles.every(({ event }) => event === null)
}
