/** WDR-01: a withdrawal can contain goods that go back in a parcel, and items that came by email. */
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

describe('the items of a withdrawal', () => {
  it.each([
    ['a shirt', ORDER, { shirt: 1 }, true, false],
    ['an item that came by email', ORDER, { gift: 1 }, false, true],
    ['both', ORDER, { shirt: 1, gift: 1 }, true, true],
    ['an order that it does not know', null, {}, true, false],
  ] as const)(
    'WDR-01 tell whether a parcel goes back, and whether one of them came by email: %s',
    (_, linked, amounts, parcel, mailed) => {
      expect([needsParcel(linked, amounts), includesMailed(linked, amounts)]).toEqual([parcel, mailed])
    },
  )
})
