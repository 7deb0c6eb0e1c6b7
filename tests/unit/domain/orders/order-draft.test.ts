import { describe, expect, it } from 'vitest'
import type { PlaceOrder } from '../../../../schema/inputs/cart.ts'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import type { CartItem } from '../../../../worker/domain/cart/cart.ts'
import { linesOf } from '../../../../worker/domain/cart/cart-line.ts'
import { draftOrder } from '../../../../worker/domain/orders/order-draft.ts'
import type { Carrier } from '../../../../worker/domain/orders/shipping.ts'
import { paymentsToPlace } from '../../../../worker/payments/table.ts'
import { PARSED_ADDRESS } from '../../../support/address.ts'
import { cartItem, cartState, heldSeat, merch, sellableMap, ticket } from '../../../support/sellable-builder.ts'

const shirt = merch('shirt')
const gin = merch('gin', { ageRestricted: true })
const mug = merch('mug', { personalised: true })
const seat = ticket('seat')
const free = ticket('free', { priceCents: 0 })
const pass = merch('pass', { ticketRequired: true })
const pair = ticket('pair', {}, { id: 'pair' })
if (pair.event) pair.event.rules.forceAmount = 2
const badge = ticket('badge', { priceCents: 49 })
const soldOut = ticket('soldOut', {}, { id: 'soldOut', closure: 'soldOut' })
const cancelled = ticket('cancelled', {}, { id: 'cancelled', closure: 'cancelled' })
const foreign = merch('foreign')
const named = ticket('named', {}, { names: { requirement: 'check_in_required', asksContact: false } })
const sellables = sellableMap(named, pair, soldOut, cancelled, foreign, badge, shirt, gin, mug, seat, free, pass)

const parcel: Carrier = {
  id: 'parcel',
  name: { de: 'Paket', en: 'Parcel' },
  description: { de: '', en: '' },
  priceCents: 590,
  countryCodes: ['de'],
  minWeightGrams: 0,
  maxWeightGrams: 31_500,
  verifiesAge: false,
  ticketsOnly: false,
}

function draft(items: CartItem[], overrides: Partial<PlaceOrder> = {}, carriers = [parcel]) {
  const state = cartState(items)
  let counter = 0
  return draftOrder({
    state,
    lines: linesOf(items, sellables),
    carriers,
    payments: paymentsToPlace(
      [
        { id: 'bank_transfer', extraChargeCents: 0 },
        { id: 'stripe_checkout', extraChargeCents: 0 },
      ],
      1_000,
    ),
    input: {
      clientMutationId: 'abcdefgh',
      email: 'ida@example.org',
      shippingAddress: PARSED_ADDRESS,
      shippingMethod: 'parcel',
      paymentMethod: 'bank_transfer',
      termsAccepted: true,
      expectedTotalCents: 0,
      ...overrides,
    },
    locale: 'de',
    shopId: 'shop',
    shopSells: ({ variantId }) => variantId !== 'foreign',
    orderId: 'order',
    reference: '1234567890',
    networkKey: null,
    addOnOf: null,
    deliveryKey: 'delivery',
    newItemId: () => `order-item-${counter++}`,
    now: 1_000,
  })
}

describe('drafting an order', () => {
  it('CHK-09 computes the totals, the item positions, the stock changes and the bookings', () => {
    const answer = draft(
      [
        cartItem(shirt, { amount: 2 }),
        cartItem(seat, { hold: heldSeat('7') }),
        cartItem(seat, { hold: heldSeat('8') }),
      ],
      { expectedTotalCents: 2 * 2490 + 2 * 4500 + 590 },
    )
    if (!answer.ok) throw new Error(answer.code)
    const { order, items, stock, bookings } = answer.draft
    expect(order).toMatchObject({
      subtotalCents: 13_980,
      shippingCents: 590,
      totalCents: 14_570,
    })
    expect(items.map(({ totalCents }) => totalCents).reduce((a, b) => a + b)).toBe(13_980)
    expect(items.map(({ position }) => position)).toEqual([0, 1, 2])
    expect(stock).toEqual([{ variantId: 'shirt', amount: 2 }])
    expect(bookings).toEqual([
      { eventId: 'event', block: 0, plan: { key: 'seat-plans/a.json', version: 1 }, holdIds: ['7', '8'] },
    ])
  })

  it('SEAT-14 stores the flags of each seat, and none for a hold that was stored without flags', () => {
    const answer = draft(
      [
        cartItem(seat, { hold: { ...heldSeat('7'), flags: SEAT_FLAGS.restrictedView } }),
        cartItem(seat, { hold: heldSeat('8') }),
      ],
      { expectedTotalCents: 2 * 4500 },
    )
    if (!answer.ok) throw new Error(answer.code)
    expect(answer.draft.items.map(({ seatFlags }) => seatFlags)).toEqual([SEAT_FLAGS.restrictedView, 0])
  })

  it('CART-02 rejects an expected total that differs from the computed one', () => {
    expect(draft([cartItem(shirt)], { expectedTotalCents: 2490 })).toEqual({
      ok: false,
      code: 'PRICE_CHANGED',
      params: { totalCents: 3080 },
    })
  })

  it('PROD-12 rejects an item that requires a ticket if the cart has no ticket, and accepts it beside a ticket', () => {
    expect(draft([cartItem(pass)], { expectedTotalCents: 3080 })).toMatchObject({ code: 'TICKET_REQUIRED' })
    const beside = [cartItem(pass), cartItem(seat, { hold: heldSeat('7') })]
    expect(draft(beside, { expectedTotalCents: 7580 })).toMatchObject({ ok: true })
  })

  it('CHK-09 books the holds of the cart’s lines; holds of items that left the catalogue are in `unordered`', () => {
    const items = [cartItem(seat, { hold: heldSeat('7') }), cartItem(ticket('gone'), { hold: heldSeat('8') })]
    expect(draft(items, { expectedTotalCents: 4500 })).toMatchObject({
      ok: true,
      draft: {
        bookings: [{ eventId: 'event', block: 0, holdIds: ['7'] }],
        unordered: [{ eventId: 'event', block: 0, holdIds: ['8'] }],
      },
    })
  })

  it('EVT-03 sells held tickets after the event was marked sold out', () => {
    expect(draft([cartItem(soldOut, { hold: heldSeat('1') })], { expectedTotalCents: 4500 })).toMatchObject({
      ok: true,
    })
  })

  it('EVT-03 records a presale code only before the public sale', () => {
    const early = ticket('early', {}, { id: 'early' })
    if (early.event) early.event.rules.presaleAt = 2_000
    sellables.set('early', early)
    for (const [sellable, presaleCodeId] of [
      [early, 'psc'],
      [seat, null],
    ] as const) {
      const items = [cartItem(sellable, { hold: heldSeat('1'), presaleCodeId: 'psc' })]
      expect(draft(items, { expectedTotalCents: 4500 })).toMatchObject({ draft: { items: [{ presaleCodeId }] } })
    }
  })

  it('CHK-02 skips payment when the total is zero', () => {
    const answer = draft([cartItem(free, { hold: heldSeat('1') })], {
      paymentMethod: 'anything',
      expectedTotalCents: 0,
    })
    expect(answer).toMatchObject({
      ok: true,
      draft: { order: { paymentMethod: 'internal_payment_skipped', totalCents: 0, shippingMethod: '-1' } },
    })
  })

  it.each<[string, CartItem[], Partial<PlaceOrder>, Carrier[] | undefined, string]>([
    ['an empty cart', [], {}, undefined, 'CART_EMPTY'],
    ['unaccepted terms', [cartItem(shirt)], { termsAccepted: false }, undefined, 'TERMS_NOT_ACCEPTED'],
    ['an unconfirmed age', [cartItem(gin)], {}, undefined, 'AGE_NOT_CONFIRMED'],
    ['a missing personalisation', [cartItem(mug)], {}, undefined, 'PERSONALISATION_MISSING'],
    [
      'a country that differs from the cart’s country',
      [cartItem(shirt)],
      { shippingAddress: { ...PARSED_ADDRESS, countryCode: 'at' } },
      undefined,
      'BAD_INPUT',
    ],
    ['a cancelled event', [cartItem(cancelled, { hold: heldSeat('1') })], {}, undefined, 'ITEM_NOT_AVAILABLE'],
    ['an item that this shop does not sell', [cartItem(foreign)], {}, undefined, 'ITEM_NOT_AVAILABLE'],
    [
      'one ticket of an event that forces two',
      [cartItem(pair, { hold: heldSeat('1') })],
      {},
      undefined,
      'TICKET_AMOUNT_FORCED',
    ],
    [
      'a bundle that has lost a part',
      [cartItem(shirt, { bundleKey: 'b' }), cartItem(merch('gone'), { bundleKey: 'b' })],
      {},
      undefined,
      'BUNDLE_NOT_AVAILABLE',
    ],
    ['a parcel that no carrier accepts', [cartItem(shirt)], {}, [], 'NO_DELIVERY_METHOD'],
    ['an unknown carrier', [cartItem(shirt)], { shippingMethod: 'pigeon' }, undefined, 'DELIVERY_METHOD_INVALID'],
    ['an unknown payment method', [cartItem(shirt)], { paymentMethod: 'gold' }, undefined, 'PAYMENT_METHOD_INVALID'],
    [
      'an amount below the minimum of the payment method',
      [cartItem(badge, { hold: heldSeat('1') })],
      { paymentMethod: 'stripe_checkout', expectedTotalCents: 49 },
      undefined,
      'PAYMENT_METHOD_INVALID',
    ],
    ['a ticket without a name', [cartItem(named, { hold: heldSeat('1') })], {}, undefined, 'TICKET_NAMES_MISSING'],
    [
      'a line with a name for only one of two tickets',
      [cartItem(named, { hold: heldSeat('1', 2), amount: 2, personalIdentifier: 'Ida+Brandt' })],
      {},
      undefined,
      'TICKET_NAMES_MISSING',
    ],
  ])('CHK-02 rejects %s', (_what, items, input, carriers, code) => {
    expect(draft(items, input, carriers)).toMatchObject({ ok: false, code })
  })
})
