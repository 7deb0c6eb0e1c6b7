/** Whether an object's memory and its rows tell the same story: every live claim on both sides, no seat twice, sums right. */
import type { SeatAudit } from './seat-hold.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

/** `rows` are all the stored claims; past holds may linger there until the alarm. */
export function auditLedger(ledger: SeatLedger, rows: readonly Claim[]): SeatAudit {
  const faults: string[] = []
  const living = rows.filter(({ orderId, heldUntil }) => orderId !== null || heldUntil > ledger.clock)
  const claims = [...ledger.claims()]
  if (living.length !== claims.length) faults.push(`${living.length} rows but ${claims.length} claims in memory`)
  const seats = new Set<string>()
  const ends = new Map<string, number>()
  for (const row of living) {
    const claim = ledger.claim(row.holdId)
    if (!claim) faults.push(`hold ${row.holdId} of ${row.place} is only in the rows`)
    else if (!isSame(claim, row)) faults.push(`hold ${row.holdId} of ${row.place} differs in memory`)
    if (row.kind === 'seat') {
      if (seats.has(row.place)) faults.push(`seat ${row.place} is claimed twice`)
      seats.add(row.place)
      const index = ledger.room.seatIndex.get(row.place)
      if (index !== undefined && ledger.claimOfSeat(index) !== claim)
        faults.push(`seat ${row.place} is another's in memory`)
    }
    if (row.orderId === null && row.cartId !== null) {
      const end = ends.get(row.cartId) ?? row.heldUntil
      if (end !== row.heldUntil) faults.push(`the holds of ${row.cartId} do not end together`)
      ends.set(row.cartId, end)
    }
  }
  const counts = ledger.counts()
  const sum = (rowsOfKind: Claim[]) => rowsOfKind.reduce((total, { amount }) => total + amount, 0)
  if (sum(living.filter(({ orderId }) => orderId !== null)) !== counts.sold) faults.push('sold is miscounted')
  if (sum(living.filter(({ orderId }) => orderId === null)) !== counts.held) faults.push('held is miscounted')
  if (counts.free + counts.held + counts.sold !== counts.total) faults.push('free, held and sold do not make the total')
  return { ok: faults.length === 0, faults, counts }
}

function isSame(a: Claim, b: Claim): boolean {
  return (
    a.kind === b.kind &&
    a.place === b.place &&
    a.amount === b.amount &&
    a.category === b.category &&
    a.cartId === b.cartId &&
    a.orderId === b.orderId &&
    a.epoch === b.epoch &&
    a.heldUntil === b.heldUntil &&
    a.extended === b.extended
  )
}
