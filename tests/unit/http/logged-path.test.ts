import { expect, it } from 'vitest'
import {
  holderPassPath,
  orderDocumentPath,
  orderFilePath,
  orderPassPath,
  orderPath,
} from '../../../schema/order-path.ts'
import { loggedPath } from '../../../worker/http/logged-path.ts'

const KEY = 'dafc66747a7225358a12bc5f6863395e'

it('LOG-01 keeps the keys of orders and passes, references and search words out of the log', () => {
  const paths = [
    orderFilePath('funkloch', 'ord_1', { key: KEY }, 'tickets.pdf'),
    orderFilePath('funkloch', 'ord_1', { reference: KEY }, 'tickets.pdf'),
    orderDocumentPath('funkloch', 'ord_1', KEY, 'invoice.pdf'),
    orderPassPath('funkloch', 'ord_1', { key: KEY }, 'tkt_1', 'apple'),
    holderPassPath('funkloch', 'wps_1', KEY, 'google'),
    `/funkloch${orderPath('done', 'ord_1', KEY)}`,
    orderPath('payment', 'ord_1', KEY),
    `/funkloch/order/ord_1/${KEY}`,
    `/funkloch/search/${KEY}`,
  ]
  for (const path of paths) expect(loggedPath(path)).not.toContain(KEY)
  expect(loggedPath('/api/v2/shops/funkloch/orders/ord_1/x')).toBe('/api/v2/shops/funkloch/orders/')
  expect(loggedPath('/funkloch/events/funk-kantine')).toBe('/funkloch/events/funk-kantine')
})
