/**
 * When and how many tickets a cart may take (EVT-03, EVT-05). The caller reads the rules from the catalogue; here they
 * are applied by the clock and by what the cart has already, in this object and elsewhere.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { HoldRules, PresaleCode } from '../seats/seat-hold.ts'

/**
 * `now` is epoch milliseconds; presale starts at its instant, sales end at theirs. A presale code opens its category, or
 * all of them, from its own instant on.
 */
export function refuseByClock(
  { presaleAt, salesEndAt }: HoldRules,
  category: number,
  code: PresaleCode | null,
  now: number,
): Refusal | null {
  if (now < presaleAt) {
    if (!code) return refuse('PRESALE_NOT_STARTED', { presaleAt })
    if (code.category !== null && code.category !== category) return refuse('PRESALE_CODE_INVALID', {})
    if (now < code.validFromAt) return refuse('PRESALE_NOT_STARTED', { presaleAt: code.validFromAt })
  }
  if (now >= salesEndAt) return refuse('SALE_CLOSED', {})
  return null
}

/**
 * `tickets` is what the cart would hold of the event, over all blocks, once the whole command has succeeded; `bought` is
 * what its orders have. The limit is for both, or each order would open it anew. A forced amount is exact and of one
 * order: neither fewer nor more make sense to sell.
 */
export function refuseByLimit({ cartLimit, forceAmount }: HoldRules, tickets: number, bought: number): Refusal | null {
  if (forceAmount !== null && tickets !== forceAmount) return refuse('TICKET_AMOUNT_FORCED', { amount: forceAmount })
  if (bought + tickets > cartLimit) return refuse('TICKET_LIMIT_EXCEEDED', { limit: cartLimit })
  return null
}
