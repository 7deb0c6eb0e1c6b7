import { expect, it } from 'vitest'
import { TicketWallets } from '../../../../web/routes/checkout/ticket-wallets.tsx'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { shopMarkup } from '../shop-markup.tsx'

it('TIX-06 the buttons of the two wallets name the wallet in words, and neither has a sign', () => {
  const ticket = { id: 'tkt_1', wallets: ['APPLE', 'GOOGLE'] } as unknown as Order['tickets'][number]
  const order = { id: 'ord_1' } as Order
  const html = shopMarkup(<TicketWallets order={order} secret={{ key: 'k' }} ticket={ticket} name="Parkett" />)
  const [apple = '', google = ''] = html.split('</a>').map((button) => button.replace(/<[^>]*>/g, ''))
  expect(apple).toContain('Apple Wallet')
  expect(google).toContain('Google Wallet')
  expect(html).not.toContain('<svg')
})
