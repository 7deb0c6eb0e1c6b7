import { describe, expect, it } from 'vitest'
import { giroCode, transferReference } from '../../../../worker/domain/orders/bank-transfer.ts'

const account = { holder: 'Stagedoor GmbH', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', bankName: 'DKB' }

describe('bank transfer', () => {
  it.each([
    ['Jörg', 'Groß', 'BAX1234567890 Joerg Gross'],
    ['Jo\u0308rg', 'Öztürk', 'BAX1234567890 Joerg Oeztuerk'],
    ['Łukasz', 'Sørensen', 'BAX1234567890 Lukasz Sorensen'],
    ['Zoë', "O'Brien-Šíma", "BAX1234567890 Zoe O'Brien-Sima"],
    ['愛', '李', 'BAX1234567890'],
    ['Eve\nBCD', '*x*', 'BAX1234567890 EveBCD x'],
  ])(
    'PAY-06 transliterates the reference to characters that every bank accepts: %s %s',
    (firstName, lastName, expected) => {
      expect(transferReference('1234567890', { firstName, lastName })).toBe(expected)
    },
  )

  it('PAY-06 gives a reference without a name if the buyer’s name is not disclosed', () => {
    expect(transferReference('1234567890', {})).toBe('BAX1234567890')
  })

  it('PAY-06 limits the reference to the 140 characters of a transfer', () => {
    const long = transferReference('1234567890', { firstName: 'A'.repeat(80), lastName: 'B'.repeat(80) })
    expect(long).toHaveLength(140)
  })

  it.each([
    [1, 'EUR0.01'],
    [100, 'EUR1.00'],
    [123_456, 'EUR1234.56'],
    [99_999_999, 'EUR999999.99'],
  ])('PAY-06 encodes %i cents as %s in the GiroCode (EPC069-12)', (cents, sum) => {
    expect(giroCode(account, cents, 'BAX1 Ida').split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Stagedoor GmbH',
      'DE02120300000000202051',
      sum,
      '',
      '',
      'BAX1 Ida',
    ])
  })

  it('PAY-06 keeps the GiroCode within the 331 bytes of the standard', () => {
    const text = giroCode({ ...account, holder: 'H'.repeat(100) }, 99_999_999, 'B'.repeat(140))
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331)
  })
})
