import { describe, expect, it } from 'vitest'
import { CLAIM_YEARS, INVOICE_YEARS, retentionCutoff } from '../../../../worker/domain/orders/retention.ts'

const isOver = (madeAt: string, now: string, years: number) =>
  Date.parse(madeAt) < retentionCutoff(years, Date.parse(now))

describe('retention of buyer data', () => {
  it.each([
    [INVOICE_YEARS, '2026-01-01T00:00+01:00', '2034-12-31T23:59+01:00', false],
    [INVOICE_YEARS, '2026-01-01T00:00+01:00', '2035-01-01T00:00+01:00', true],
    [INVOICE_YEARS, '2026-12-31T23:59+01:00', '2035-01-01T00:00+01:00', true],
    [INVOICE_YEARS, '2027-01-01T00:00+01:00', '2035-01-01T00:00+01:00', false],
    [CLAIM_YEARS, '2026-06-01T00:00+02:00', '2029-12-31T23:59+01:00', false],
    [CLAIM_YEARS, '2026-06-01T00:00+02:00', '2030-01-01T00:00+01:00', true],
  ])('lasts %i full calendar years: data of %s may be deleted at %s: %s', (years, madeAt, now, expected) => {
    expect(isOver(madeAt, now, years)).toBe(expected)
  })
})
