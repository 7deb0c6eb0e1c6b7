/**
 * Decides a change of the amount of a hold in an area. The fan keeps the tickets that they already hold: a larger amount
 * takes the missing tickets, a smaller one frees exactly the surplus, and a refusal changes nothing.
 */
import { refuse } from '../../../schema/errors.ts'
import { isBeforePresale } from '../../../schema/rules/event-sale.ts'
import { refuseByClock } from '../tickets/presale.ts'
import { refuseByLimit } from '../tickets/ticket-limit.ts'
import type { Verdict } from './hold-decision.ts'
import type { ResizeAnswer, ResizeRequest } from './seat-hold.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

export function decideResize(ledger: SeatLedger, request: ResizeRequest): Verdict<ResizeAnswer> {
  const { cartId, holdId, amount } = request
  const refused = (answer: ResizeAnswer): Verdict<ResizeAnswer> => ({ answer, changes: [] })
  const bad = (field: string, expected: string) => refused(refuse('BAD_INPUT', { field, expected }))
  if (!Number.isSafeInteger(amount) || amount < 1) return bad('amount', 'a whole number from 1')
  const before = ledger.heldBy(cartId).get(holdId)
  if (!before) return refused(refuse('HOLD_EXPIRED', {}))
  if (before.kind !== 'section') return bad('holdId', 'a hold without a seat')
  const after: Claim = { ...before, amount }
  const answer: ResizeAnswer = { ok: true, heldUntil: before.heldUntil, hold: ledger.describe(after) }
  if (amount === before.amount) return { answer, changes: [] }
  const refusal = amount > before.amount ? refuseMore(ledger, request, before) : refuseFewer(ledger, request, before)
  if (refusal) return refused(refusal)
  return {
    answer,
    // Replacing the row, like a move of a seat, writes its new amount.
    changes: [
      { before, after: null },
      { before: null, after },
    ],
  }
}

/** The tickets of the event that the cart would hold. */
function ticketsAfter(ledger: SeatLedger, { cartId, amount, heldElsewhere }: ResizeRequest, before: Claim): number {
  let own = 0
  for (const claim of ledger.heldBy(cartId).values()) own += claim.amount
  return heldElsewhere + own - before.amount + amount
}

function refuseMore(ledger: SeatLedger, request: ResizeRequest, before: Claim) {
  const { cartId, rules, boughtElsewhere = 0, amount, now } = request
  const code = isBeforePresale(rules, now) ? request.presaleCode : null
  const index = ledger.layout.areaIndex.get(before.place)
  const left = index === undefined ? 0 : Math.max(0, ledger.left[index] ?? 0)
  return (
    refuseByClock(rules, before.category, code, now) ??
    refuseByLimit(rules, ticketsAfter(ledger, request, before), boughtElsewhere + ledger.boughtBy(cartId)) ??
    (code && !ledger.codeHasUsesLeft(code.id, code.uses, cartId) ? refuse('PRESALE_CODE_USED', {}) : null) ??
    (left < amount - before.amount ? refuse('TICKETS_NOT_AVAILABLE', { left }) : null)
  )
}

/** Giving tickets back is refused only if the event sells groups of a fixed size. The sale may have ended meanwhile. */
function refuseFewer(ledger: SeatLedger, request: ResizeRequest, before: Claim) {
  const { forceAmount } = request.rules
  if (forceAmount === null || ticketsAfter(ledger, request, before) === forceAmount) return null
  return refuse('TICKET_AMOUNT_FORCED', { amount: forceAmount })
}
