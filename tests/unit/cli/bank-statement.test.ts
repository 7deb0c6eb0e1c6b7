import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStatement } from '../../../worker/cli/bank-statement.ts'
import { referencesIn } from '../../../worker/domain/orders/bank-booking.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/bank')
const read = (name: string) => readStatement(readFileSync(join(FIXTURES, name)))
const readText = (text: string) => readStatement(new TextEncoder().encode(text))

const SPARKASSE = readFileSync(join(FIXTURES, 'sparkasse.csv'), 'latin1')

describe('bank statement', () => {
  it.each([
    ['camt.053.001.02.xml', 9000, 3],
    ['camt.053.001.08.xml', 9000, 0],
    ['sparkasse.csv', 109_000, 2],
    ['dkb.csv', 9000, 2],
    ['volksbank.csv', 9000, 1],
  ])('PAY-06 of the format %s contains the incoming, final bookings in euros', (name, amountCents, ignored) => {
    const statement = read(name)
    const [first] = statement.bookings
    expect(first).toMatchObject({ bookedOn: '2026-11-23', amountCents, payer: 'Jörg Groß' })
    expect(referencesIn(first?.purpose ?? '')).toEqual(['7000000015'])
    expect(statement.ignored).toBe(ignored)
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
    expect(ids('camt.053.001.08.xml')).toEqual(['TX-0001'])
    expect(ids('camt.053.001.02.xml')).toEqual([
      '2026112300001',
      expect.stringMatching(/^statement-\w{32}$/),
      expect.stringMatching(/^statement-\w{32}$/),
    ])
    const [, gift, again] = ids('sparkasse.csv')
    expect(again).toBe(`${gift}-2`)
    expect(ids('sparkasse.csv')).toEqual(ids('sparkasse.csv'))
    for (const id of [...ids('camt.053.001.02.xml'), ...ids('sparkasse.csv')]) expect(id).toMatch(/^[\x21-\x7e]{1,80}$/)
  })

  it.each([
    ['an unknown export', 'Datum;Betrag\n23.11.26;5,00', /expected a CAMT\.053 file/],
    ['an empty file', '', /expected a CAMT\.053 file/],
    ['an amount that is no number', SPARKASSE.replace('1.090,00', 'neunzig'), /line 2: "neunzig" is not an amount/],
    ['a date that is none', SPARKASSE.replaceAll('"23.11.26"', '"gestern"'), /line 2: "gestern" is not a date/],
    ['XML that is cut off', '<?xml version="1.0"?><Document><BkToCstmrStmt>', /expected XML/],
    ['another XML document', '<?xml version="1.0"?><Document><Rpt/></Document>', /the file has no <Stmt>/],
  ])('PAY-06 cannot be read from %s', (_what, text, message) => {
    expect(() => readText(text)).toThrow(message)
  })
})
