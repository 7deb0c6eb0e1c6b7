/** Tests how the form that returns tickets takes lists of numbers, and what it says about the chosen tickets. */
import { expect, it } from 'vitest'
import { chosenText } from '../../../../web/routes/refund/chosen-text.ts'
import { listedCodes, withListedCodes } from '../../../../web/routes/refund/listed-codes.ts'
import type { RefundInfo } from '../../../../web/routes/refund/refund-info.ts'
import {
  codesToSend,
  type RefundValues,
  refundProblems,
  refusedTickets,
} from '../../../../web/routes/refund/refund-problems.ts'
import type { RefundQuote } from '../../../../web/routes/refund/use-refund-quote.ts'

const A = '1234567890123'
const B = '2234567890123'
const C = '3234567890123'
const SHOWN_A = '1 234567 890123'
const SHOWN_B = '2 234567 890123'

const OFFERED = [
  { code: A, label: 'Stehplatz A', priceCents: 4200 },
  { code: B, label: 'Stehplatz B', priceCents: 3850 },
]

function values(change: Partial<RefundValues>): RefundValues {
  return {
    email: 'ida@example.org',
    offered: OFFERED,
    chosen: [],
    codes: [],
    usesAccount: false,
    isMethodConfirmed: true,
    name: '',
    iban: '',
    isLegalConfirmed: true,
    ...change,
  }
}

const INFO = { refundableTicketCount: 2, paymentAmount: 8640, keptFeeAmount: 0, voucherAmount: 0 } as RefundInfo

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const said = (change: Partial<RefundValues>, info: Partial<RefundInfo> = {}, quote: RefundQuote | null = null) =>
  plain(chosenText(values(change), { ...INFO, ...info }, quote))

it.each([
  ['commas', `${A},${B}`],
  ['spaces', `${A} ${B}`],
  ['line breaks', `${SHOWN_A}\r\n${SHOWN_B}\n`],
  ['groups of digits', `${SHOWN_A} ${SHOWN_B}`],
  ['words and a date', `Order 4711081500 of 24.12.2026\nTicket 1: ${SHOWN_A}\nTicket 2: ${SHOWN_B}`],
])('SUP-01 finds the numbers of a pasted list with %s', (_, text) => {
  expect(listedCodes(text)).toEqual([SHOWN_A, SHOWN_B])
})

it('SUP-01 keeps a number of a pasted list that lacks a digit, so that the form marks it', () => {
  const listed = listedCodes(`${A}, 223456789012`)
  expect(listed).toEqual([SHOWN_A, '223456789012'])
  const found = refundProblems(values({ offered: [], codes: listed }), false)
  expect([...found]).toEqual([['refund-code-1', 'Eine Ticketnummer besteht aus 13 Ziffern.']])
})

it('SUP-01 puts a pasted list in place of its field, without empty fields and numbers that are there already', () => {
  expect(withListedCodes(['', A, ''], 0, [SHOWN_A, SHOWN_B, SHOWN_B])).toEqual([SHOWN_B, A])
  expect(withListedCodes([A, ''], 1, [SHOWN_A])).toEqual([A])
  expect(withListedCodes([''], 0, [])).toEqual([''])
})

it('SUP-01 counts the complete numbers that the fan has typed, each of them once', () => {
  expect(said({ offered: [], codes: [''] })).toBe('')
  expect(said({ offered: [], codes: [A, SHOWN_A, '123'] })).toBe('1 vollständige Ticketnummer eingegeben.')
  expect(said({ offered: [], codes: [A, B] })).toBe('2 vollständige Ticketnummern eingegeben.')
})

it('SUP-01 sums the prices of the chosen tickets, and names the refund if all of them are chosen', () => {
  expect(said({})).toBe('')
  expect(said({ chosen: [B] })).toBe('1 von 2 Tickets gewählt. Es hat 38,50 € gekostet.')
  expect(said({ chosen: [A, B] })).toBe('Alle 2 Tickets gewählt. Du bekommst 86,40 € zurück.')
  const three = { refundableTicketCount: 3 }
  expect(said({ chosen: [A, B] }, three)).toBe('2 von 3 Tickets gewählt. Zusammen haben sie 80,50 € gekostet.')
  expect(said({ chosen: [A, B] }, { ...three, keptFeeAmount: 500, voucherAmount: 2000 })).toBe(
    '2 von 3 Tickets gewählt. Zusammen haben sie 80,50 € gekostet. Der Veranstalter behält davon 10,00 € ein. ' +
      'Was du davon mit einem Gutschein bezahlt hast, geht auf den Gutschein zurück.',
  )
  const ofBundle = [{ code: A, label: 'Paket', priceCents: null }]
  expect(said({ offered: ofBundle, chosen: [A] })).toBe('1 von 2 Tickets gewählt.')
})

it('SUP-01 the form names the quoted refund and the voucher’s part instead of prices, also for typed numbers', () => {
  const quote = { paymentAmount: 3183, voucherAmount: 667 }
  expect(said({ chosen: [B] }, { keptFeeAmount: 500, voucherAmount: 1334 }, quote)).toBe(
    '1 von 2 Tickets gewählt. Du bekommst 31,83 € zurück. Dazu kommen 6,67 €, die auf deinen Gutschein zurückgehen.',
  )
  const withoutVoucher = { paymentAmount: 8399, voucherAmount: 0 }
  expect(said({ offered: [], codes: [A, B] }, {}, withoutVoucher)).toBe(
    '2 vollständige Ticketnummern eingegeben. Du bekommst 83,99 € zurück.',
  )
  expect(said({ chosen: [A, B] }, {}, quote)).toBe('Alle 2 Tickets gewählt. Du bekommst 86,40 € zurück.')
})

it('SUP-01 promises no amount if tickets have been returned since the page of the order offered them', () => {
  expect(said({ chosen: [A] }, { refundableTicketCount: 1 })).toBe('1 von 2 Tickets gewählt. Es hat 42,00 € gekostet.')
})

it('SUP-01 sends the chosen tickets and the typed number, and marks what the server refuses', () => {
  const sent = codesToSend(values({ chosen: [B], codes: ['', C] }))
  expect(sent).toEqual([
    { code: B.slice(0, -1), controlId: `refund-ticket-${B}` },
    { code: C.slice(0, -1), controlId: 'refund-code-1' },
  ])
  expect([...refusedTickets('REFUND_TICKET_USED', { codes: [B] }, sent)]).toEqual([
    [`refund-ticket-${B}`, 'Dieses Ticket wurde schon benutzt.'],
  ])
  expect([...refusedTickets('REFUND_TICKET_INVALID', { indexes: [1] }, sent)]).toEqual([
    ['refund-code-1', 'Das ist kein gültiges Ticket dieser Bestellung.'],
  ])
})

it('SUP-01 asks for a ticket if none is chosen or typed, and refuses the typed number of a chosen one', () => {
  expect([...refundProblems(values({}), false)]).toEqual([['refund-tickets', 'Wähl mindestens ein Ticket aus.']])
  expect([...refundProblems(values({ offered: [], codes: [''] }), false)]).toEqual([
    ['refund-code-0', 'Gib bitte mindestens eine Ticketnummer ein.'],
  ])
  expect([...refundProblems(values({ chosen: [A], codes: [SHOWN_A] }), false)]).toEqual([
    ['refund-code-0', 'Diese Nummer steht schon weiter oben.'],
  ])
})
