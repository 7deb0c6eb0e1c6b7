/**
 * When a cart may take tickets, and how many (EVT-03, EVT-05). The caller reads the rules from the catalogue. These
 * functions apply them to the clock and to the cart's tickets in this block and others.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { salePeriodState } from '../../../schema/rules/event-sale.ts'
import type { HoldRules, PresaleCode } from '../seats/seat-hold.ts'

/**
 * `now` is epoch milliseconds. Sales run from `presaleAt` to `salesEndAt`. A presale code opens its category, or all
 * categories, from its own `validFromAt`.
 */
export function refuseByClock(
  rules: Pick<HoldRules, 'presaleAt' | 'salesEndAt'>,
  category: number,
  code: PresaleCode | null,
  now: number,
): Refusal | null {
  const state = salePeriodState(rules, now)
  if (state === 'ended') return refuse('SALE_CLOSED', {})
  if (state === 'open') return null
  if (!code) return refuse('PRESALE_NOT_STARTED', { presaleAt: rules.presaleAt })
  if (code.category !== null && code.category !== category) return refuse('PRESALE_CODE_INVALID', {})
  return now < code.validFromAt ? refuse('PRESALE_NOT_STARTED', { presaleAt: code.validFromAt }) : null
}

/**
 * `tickets` is the number that the cart would hold of the event, over all blocks, after the whole command; `bought` is the
 * number in its orders. The limit applies to both, otherwise each order would reset it. A forced amount applies to one
 * order and must be met exactly.
 */
export function refuseByLimit({ cartLimit, forceAmount }: HoldRules, tickets: number, bought: number): Refusal | null {
  if (forceAmount !== null && tickets !== forceAmount) return refuse('TICKET_AMOUNT_FORCED', { amount: forceAmount })
  if (bought + tickets > cartLimit) return refuse('TICKET_LIMIT_EXCEEDED', { limit: cartLimit })
  return null
}
