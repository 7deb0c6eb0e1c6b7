/** Compares an object's memory with its rows: every live claim is in both, no seat is claimed twice, and the sums match. */
import type { SeatAudit } from './seat-hold.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

/** `rows` are all stored claims. They may include expired holds that the alarm has not deleted yet. */
export function auditLedger(ledger: SeatLedger, rows: readonly Claim[]): SeatAudit {
  const faults: string[] = []
  const live = rows.filter(({ orderId, heldUntil }) => orderId !== null || heldUntil > ledger.clock)
  const claims = [...ledger.claims()]
  if (live.length !== claims.length) faults.push(`${live.length} rows but ${claims.length} claims in memory`)
  const seats = new Set<string>()
  const ends = new Map<string, number>()
  for (const row of live) {
    const claim = ledger.claim(row.holdId)
    if (!claim) faults.push(`hold ${row.holdId} of ${row.place} exists only in the rows`)
    else if (!isSame(claim, row)) faults.push(`hold ${row.holdId} of ${row.place} differs between memory and rows`)
    if (row.kind === 'seat') {
      if (seats.has(row.place)) faults.push(`seat ${row.place} is claimed twice`)
      seats.add(row.place)
      const index = ledger.layout.seatIndex.get(row.place)
      if (index !== undefined && ledger.claimOfSeat(index) !== claim)
        faults.push(`seat ${row.place} has another claim in memory`)
    }
    if (row.orderId === null && row.cartId !== null) {
      const end = ends.get(row.cartId) ?? row.heldUntil
      if (end !== row.heldUntil) faults.push(`the holds of cart ${row.cartId} expire at different times`)
      ends.set(row.cartId, end)
    }
  }
  const counts = ledger.counts()
  const sum = (rowsOfKind: Claim[]) => rowsOfKind.reduce((total, { amount }) => total + amount, 0)
  if (sum(live.filter(({ orderId }) => orderId !== null)) !== counts.sold) faults.push('the sold count is wrong')
  if (sum(live.filter(({ orderId }) => orderId === null)) !== counts.held) faults.push('the held count is wrong')
  if (counts.free + counts.held + counts.sold !== counts.total) faults.push('free, held and sold do not sum to total')
  return { ok: faults.length === 0, faults, counts }
}

/** Compares every field, so that the audit also covers a field that is added to `Claim`. */
function isSame(a: Claim, b: Claim): boolean {
  return (Object.keys(a) as (keyof Claim)[]).every((field) => a[field] === b[field])
}
