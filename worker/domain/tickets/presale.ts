/**
 * Decides when a cart may take tickets: from `presaleAt`, when the sale opens to everybody, or earlier with a presale code
 * (EVT-03).
 */
import { type ErrorCode, type Refusal, refuse } from '../../../schema/errors.ts'
import { type SaleClosure, salePeriodState } from '../../../schema/rules/event-sale.ts'
import type { HoldRules, PresaleCode } from '../seats/seat-hold.ts'

const CODES = {
  cancelled: 'SALE_CANCELLED',
  soldOut: 'SALE_SOLD_OUT',
  external: 'SALE_CLOSED',
} as const satisfies Record<SaleClosure, ErrorCode>

export function refuseByClosure(closure: SaleClosure): Refusal {
  return refuse(CODES[closure], {})
}

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
