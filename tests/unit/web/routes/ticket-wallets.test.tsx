import { expect, it } from 'vitest'
import { TicketWallets } from '../../../../web/routes/checkout/ticket-wallets.tsx'
import type { Order } from '../../../../web/routes/checkout/use-order.ts'
import { shopMarkup } from '../shop-markup.tsx'

it('TIX-06 the buttons of the two wallets do not share a sign', () => {
  const ticket = { id: 'tkt_1', wallets: ['APPLE', 'GOOGLE'] } as unknown as Order['tickets'][number]
  const order = { id: 'ord_1' } as Order
  const html = shopMarkup(<TicketWallets order={order} secret={{ key: 'k' }} ticket={ticket} name="Parkett" />)
  const [apple = '', google = ''] = html.split('</a>')
  expect(apple).toContain('<svg')
  expect(google).toContain('Google')
  expect(google).not.toContain('<svg')
})
