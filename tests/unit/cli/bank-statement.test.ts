import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStatement } from '../../../worker/cli/bank-statement.ts'
import { referencesIn } from '../../../worker/domain/orders/bank-booking.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/bank')
const read = (name: string) => readStatement(readFileSync(join(FIXTURES, name)))
const readText = (text: string) => readStatement(new TextEncoder().encode(text))

const VOLKSBANK = readFileSync(join(FIXTURES, 'volksbank.csv'), 'utf8')
const SPARKASSE = readFileSync(join(FIXTURES, 'sparkasse.csv'), 'latin1')

describe('bank statement', () => {
  it.each([
    ['camt.053.001.02.xml', 9000, { outgoing: 1, pending: 1, foreign: 1 }],
    ['camt.053.001.08.xml', 9000, { outgoing: 0, pending: 0, foreign: 0 }],
    ['sparkasse.csv', 109_000, { outgoing: 1, pending: 1, foreign: 0 }],
    ['dkb.csv', 9000, { outgoing: 1, pending: 1, foreign: 0 }],
    ['volksbank.csv', 9000, { outgoing: 1, pending: 0, foreign: 0 }],
  ])('PAY-06 of the format %s contains the incoming, final bookings in euros', (name, amountCents, skipped) => {
    const statement = read(name)
    const [first] = statement.bookings
    expect(first).toMatchObject({ bookedOn: '2026-11-23', amountCents, payer: 'Jörg Groß', doubt: null })
    expect(referencesIn(first?.purpose ?? '')).toEqual(['7000000015'])
    expect(statement).toMatchObject(skipped)
  })

  it('PAY-06 has one booking for each transfer of a combined CAMT entry', () => {
    const { bookings } = read('camt.053.001.02.xml')
    expect(bookings.map(({ amountCents, payer }) => [amountCents, payer])).toEqual([
      [9000, 'Jörg Groß'],
      [4500, 'Ida Brandt'],
      [3050, 'Ida Brandt'],
    ])
  })

  it('PAY-06 uses the bank’s ids, and otherwise ids that are equal in every export', () => {
    const ids = (name: string) => read(name).bookings.map(({ id }) => id)
    expect(ids('camt.053.001.08.xml')).toEqual([expect.stringMatching(/^TX-0001-\w{16}$/)])
    expect(ids('camt.053.001.02.xml')).toEqual([
      expect.stringMatching(/^2026112300001-\w{16}$/),
      expect.stringMatching(/^statement-\w{16}$/),
      expect.stringMatching(/^statement-\w{16}$/),
    ])
    const [, gift, again] = ids('sparkasse.csv')
    expect(again).toBe(`${gift}-2`)
    expect(ids('sparkasse.csv')).toEqual(ids('sparkasse.csv'))
    for (const id of [...ids('camt.053.001.02.xml'), ...ids('sparkasse.csv')]) expect(id).toMatch(/^[\x21-\x7e]{1,80}$/)
  })

  it('PAY-06 leaves a combined entry and a booking that the bank took back to the operator', () => {
    const camt = (entry: string) =>
      readText(`<?xml version="1.0"?><Document><Stmt><Ntry>${entry}</Ntry></Stmt></Document>`)
    const head = (amount: string, direction = 'CRDT') =>
      `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts>`
    const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
    const details = (...parts: string[]) => `<NtryDtls>${parts.join('')}</NtryDtls>`
    const found = (entry: string) => camt(entry).bookings.map(({ amountCents, doubt }) => [amountCents, doubt !== null])
    expect(found(head('90.00') + details(part('60.00'), part('30.00')))).toEqual([
      [6000, false],
      [3000, false],
    ])
    expect(found(head('90.00') + details(part('60.00'), '<TxDtls/>'))).toEqual([[9000, true]])
    expect(found(head('90.00') + details(part('30.00')))).toEqual([[9000, true]])
    expect(found(head('90.00') + details('<TxDtls/>'))).toEqual([[9000, false]])
    expect(found(head('90.00'))).toEqual([[9000, false]])
    for (const direction of ['CRDT', 'DBIT'])
      expect(found(`${head('90.00', direction)}<RvslInd>true</RvslInd>`)).toEqual([[9000, true]])
    expect(found(head('90.00') + details('<TxDtls><RtrInf/></TxDtls>'))).toEqual([[9000, true]])
  })

  it.each([
    ['an unknown export', 'Datum;Betrag\n23.11.26;5,00', /expected a CAMT\.053 file/],
    ['an empty file', '', /expected a CAMT\.053 file/],
    ['an amount that is no number', SPARKASSE.replace('1.090,00', 'neunzig'), /row 2: "neunzig" is not an amount/],
    ['an amount with a decimal point', SPARKASSE.replace('1.090,00', '90.00'), /row 2: "90.00" is not an amount/],
    ['a date that is none', SPARKASSE.replaceAll('"23.11.26"', '"gestern"'), /row 2: "gestern" is not a date/],
    ['an unknown state', SPARKASSE.replace('Umsatz gebucht', 'Umsatz?'), /row 2: "Umsatz\?" is not "Umsatz gebucht"/],
    ['an unknown currency', SPARKASSE.replace('"EUR"', '"Euro"'), /row 2: "Euro" is not a currency/],
    [
      'rows that a quotation mark joins',
      `${VOLKSBANK.replace(';BAX', ';"BAX').replace(';Strom', '";Strom')}`,
      /^row \d+/,
    ],
    ['XML that is cut off', '<?xml version="1.0"?><Document><BkToCstmrStmt>', /expected XML/],
    ['another XML document', '<?xml version="1.0"?><Document><Rpt/></Document>', /the file has no <Stmt>/],
  ])('PAY-06 cannot be read from %s', (_what, text, message) => {
    expect(() => readText(text)).toThrow(message)
  })
})
