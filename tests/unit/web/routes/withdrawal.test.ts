/** What the page says after a withdrawal about goods and about what came by mail (WDR-01). */
import { describe, expect, it } from 'vitest'
import { includesMailed, type LinkedOrder, needsParcel } from '../../../../web/routes/withdrawal/declared.ts'

const item = (id: string, isShipped: boolean) => ({ id, name: id, variantName: '', amount: 1, isShipped })
const ORDER: LinkedOrder = {
  id: 'ord_1',
  key: 'key',
  reference: '4711471147',
  name: 'Ida',
  email: 'ida@example.org',
  items: [item('shirt', true), item('gift', false)],
  excludedItems: [],
}

describe('the page after a withdrawal', () => {
  it.each([
    ['goods alone', ORDER, { shirt: 1 }, true, false],
    ['what came by mail alone', ORDER, { gift: 1 }, false, true],
    ['both', ORDER, { shirt: 1, gift: 1 }, true, true],
    ['an order that it does not know', null, {}, true, false],
  ] as const)('WDR-01 asks for a parcel and names what came by mail, for %s', (_, linked, amounts, parcel, mailed) => {
    expect([needsParcel(linked, amounts), includesMailed(linked, amounts)]).toEqual([parcel, mailed])
  })
})
