import { describe, expect, it } from 'vitest'
import { auditLedger } from '../../../../worker/domain/seats/seat-audit.ts'
import type { Claim } from '../../../../worker/domain/seats/seat-ledger.ts'
import { MINUTE, NOW } from '../../../support/hold-builder.ts'
import { ledgerOf } from '../../../support/seat-ledger-builder.ts'
import { oneRow } from '../../../support/seat-plan-builder.ts'

/** A different value for each field of a held seat's row. */
const CHANGED: Omit<Claim, 'holdId'> = {
  kind: 'section',
  place: 'A-1-2',
  amount: 2,
  category: 2,
  cartId: 'cart-2',
  orderId: 'order-1',
  epoch: 1,
  heldUntil: NOW + 30 * MINUTE,
  extended: true,
  presaleCodeId: 'code-2',
}

describe('auditLedger', () => {
  const ledger = ledgerOf(oneRow(3), [{ place: 'A-1-1', presaleCodeId: 'code-1' }])
  const rows = [...ledger.claims()]

  it('SEAT-09 reports no fault if memory and rows have the same claims', () => {
    expect(auditLedger(ledger, rows)).toMatchObject({ ok: true, faults: [] })
  })

  it.each(Object.entries(CHANGED))('SEAT-09 reports a row whose %s differs from memory', (field, value) => {
    const changed = rows.map((row) => ({ ...row, [field]: value }))
    expect(auditLedger(ledger, changed).faults).toContainEqual(
      expect.stringMatching(/^hold hold-A-1-1 of .* differs between memory and rows$/),
    )
  })
})
