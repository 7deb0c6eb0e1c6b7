/** Tests the tickets that the form for returns offers. */
import { expect, it } from 'vitest'
import type { RefundInfo } from '../../../../web/routes/refund/refund-info.ts'
import type { RefundValues } from '../../../../web/routes/refund/refund-problems.ts'
import { ReturnedTickets } from '../../../../web/routes/refund/returned-tickets.tsx'
import { shopMarkup } from '../shop-markup.tsx'

const INFO = { refundableTicketCount: 2, paymentAmount: 8640, keptFeeAmount: 0, voucherAmount: 0 } as RefundInfo

const VALUES: RefundValues = {
  email: 'ida@example.org',
  offered: [
    { code: '1234567890123', label: 'Stehplatz A', priceCents: 4200 },
    { code: '2234567890123', label: 'Stehplatz B', priceCents: 3850 },
  ],
  chosen: ['1234567890123'],
  codes: [],
  usesAccount: false,
  isMethodConfirmed: true,
  name: '',
  iban: '',
  isLegalConfirmed: true,
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('SUP-01 offers the tickets with their prices, and a field only for a ticket on paper', () => {
  const markup = (info: Partial<RefundInfo>) =>
    plain(
      shopMarkup(
        <ReturnedTickets
          info={{ ...INFO, ...info }}
          values={VALUES}
          quote={null}
          problems={new Map()}
          onChange={() => {}}
        />,
      ),
    )
  const all = markup({})
  expect(all.match(/type="checkbox"/g)).toHaveLength(2)
  expect(all).toMatch(/Stehplatz A.*42,00 €.*Stehplatz B.*38,50 €.*1 von 2 Tickets gewählt/)
  expect(all).not.toContain('Nummer eines gedruckten Tickets eingeben')
  expect(markup({ refundableTicketCount: 3 })).toContain('Nummer eines gedruckten Tickets eingeben')
})
