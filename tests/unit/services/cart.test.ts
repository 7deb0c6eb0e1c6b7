import { describe, expect, it } from 'vitest'
import { refuse } from '../../../schema/errors.ts'
import type { AddItemsRequest } from '../../../schema/inputs/cart.ts'
import type { EventSeatsApi, HoldRequest } from '../../../worker/domain/seats/seat-hold.ts'
import { changeAmount } from '../../../worker/services/amount-change.ts'
import {
  addItems,
  removeItem,
  updatePersonalIdentifier,
  withoutExpiredHolds,
  withoutLostHolds,
} from '../../../worker/services/cart.ts'
import type { CartDependencies } from '../../../worker/services/cart-command.ts'
import { SeatLoad } from '../../../worker/services/seat-load.ts'
import { cartItem, cartState, heldSeat, merch, sellableMap, ticket } from '../../support/sellable-builder.ts'

const shirt = merch('shirt', { cartLimit: 3 })
const few = merch('few')
const mug = merch('mug', { personalised: true })
const standing = ticket('standing')
const closed = ticket('closed', {}, { closure: 'soldOut' })
const large = ticket('large', {}, { id: 'large', blockCount: 2 })
const hidden = merch('hidden', { hidden: true })
const engraved = merch('engraved', { personalised: true, allowsSameText: true })
const named = ticket('named', {}, { names: { requirement: 'check_in_required', asksContact: false } })
const traced = ticket('traced', {}, { names: { requirement: 'check_in_required', asksContact: true } })
const group = ticket('group', {}, { names: { requirement: 'group_personalization_required', asksContact: false } })
const sellables = sellableMap(shirt, few, mug, hidden, engraved, standing, closed, large, named, traced, group)

type Call = { block: number; request: HoldRequest }

/** Grants every hold except in `refuseBlock`, and records the requests. */
function fakeSeats(refuseBlock = -1) {
  const holds: Call[] = []
  const released: string[][] = []
  let counter = 0
  const object = (block: number): Pick<EventSeatsApi, 'hold' | 'release'> => ({
    async hold(request) {
      holds.push({ block, request })
      if (block === refuseBlock) return refuse('SEATS_NOT_AVAILABLE', { seatIds: request.seatIds })
      const held = request.seatIds.length > 0 ? request.seatIds.map(() => 1) : [request.amount]
      return {
        ok: true,
        heldUntil: request.now + request.rules.holdSeconds * 1000,
        shifted: false,
        holds: held.map((amount) => heldSeat(`h${counter++}`, amount)),
      }
    },
    async release(_cart, holdIds) {
      released.push(holdIds)
      return { ok: true, released: holdIds.length }
    },
  })
  return { holds, released, object }
}

function dependencies(seats = fakeSeats(), overrides: Partial<CartDependencies> = {}): CartDependencies {
  let counter = 0
  return {
    now: 1_000,
    sellables: async (ids) => new Map([...sellables].filter(([id]) => [...ids].includes(id))),
    optionalProducts: async () => new Set(),
    stock: async () => new Map([['few', 2]]),
    seats: (_event, block) => seats.object(block) as EventSeatsApi,
    seatLoad: new SeatLoad(),
    blocks: async (event, seatIds) =>
      event.blockCount === 1
        ? [{ block: 0, seatIds, hasSeats: true }]
        : seatIds.map((id, block) => ({ block, seatIds: [id], hasSeats: true })),
    shopSells: async () => true,
    discountsOpen: false,
    presaleCode: async () => null,
    presaleCodeOfId: async () => null,
    rememberSeatObject: () => undefined,
    saveRemoval: () => undefined,
    incarnation: 'life',
    newItemId: () => `new-${counter++}`,
    ...overrides,
  }
}

const request = (productVariantId: string, overrides: Partial<AddItemsRequest> = {}): AddItemsRequest => ({
  productVariantId,
  amount: 1,
  ...overrides,
})

describe('cart commands', () => {
  it('CART-02 add merch and tickets in one command', async () => {
    const answer = await addItems(
      dependencies(),
      cartState(),
      [request('shirt', { amount: 2 }), request('standing', { amount: 3 })],
      'key',
    )
    expect(answer).toMatchObject({ ok: true, state: { version: 2, heldUntil: 1_000 + 1_200_000 } })
    if (answer.ok)
      expect(answer.state.items.map(({ variantId, amount }) => [variantId, amount])).toEqual([
        ['shirt', 2],
        ['standing', 3],
      ])
  })

  it.each<[string, AddItemsRequest[], string]>([
    ['an unknown variant', [request('nothing')], 'ITEM_NOT_AVAILABLE'],
    ['more than the limit', [request('shirt', { amount: 4 })], 'ITEM_LIMIT_EXCEEDED'],
    [
      'more than the limit in two requests',
      [request('shirt', { amount: 2 }), request('shirt', { amount: 2 })],
      'ITEM_LIMIT_EXCEEDED',
    ],
    ['more than the stock', [request('few', { amount: 3 })], 'ITEM_NOT_AVAILABLE'],
    ['a sold-out concert', [request('closed')], 'SALE_SOLD_OUT'],
    ['seats for merch', [request('shirt', { seatIds: ['a'] })], 'BAD_INPUT'],
    ['a seat twice', [request('standing', { amount: 2, seatIds: ['a', 'a'] })], 'BAD_INPUT'],
    ['fewer seats than tickets', [request('standing', { amount: 2, seatIds: ['a'] })], 'BAD_INPUT'],
    [
      'three pieces with the same text',
      [request('mug', { amount: 3, personalIdentifier: 'Ida' })],
      'ITEM_LIMIT_EXCEEDED',
    ],
    ['a hidden product', [request('hidden')], 'ITEM_NOT_AVAILABLE'],
    ['a text for an item that is not personalised', [request('shirt', { personalIdentifier: 'Ida' })], 'BAD_INPUT'],
  ])('CART-02 reject %s and hold nothing', async (_what, requests, code) => {
    const seats = fakeSeats()
    expect(await addItems(dependencies(seats), cartState(), requests, 'key')).toMatchObject({ ok: false, code })
    expect(seats.holds).toEqual([])
  })

  it('PROD-08 add a hidden product as a part of its bundle', async () => {
    const root = merch('root', {
      bundle: {
        common_items: [{ productId: 'product-hidden' }],
        combinations: [],
        additional_products: [],
        additional_product_group: [],
      },
    })
    const deps = dependencies(fakeSeats(), { sellables: async () => sellableMap(root, hidden) })
    const parts = [request('hidden', { bundleKey: 'bundle-key' }), request('root', { bundleKey: 'bundle-key' })]
    expect(await addItems(deps, cartState(), parts, 'key')).toMatchObject({ ok: true })
  })

  it('PROD-10 accept several pieces with the same text if the product allows it, and a personalised item without a text', async () => {
    const same = request('engraved', { amount: 3, personalIdentifier: 'Ida' })
    expect(await addItems(dependencies(), cartState(), [same], 'key')).toMatchObject({ ok: true })
    // The text may be added in the cart. An order without it is rejected.
    expect(await addItems(dependencies(), cartState(), [request('mug')], 'key')).toMatchObject({ ok: true })
  })

  it('PROD-04 count pieces of the same variant in bundles towards the limit and the stock when an amount changes', async () => {
    const items = [
      cartItem(shirt),
      cartItem(shirt, { amount: 1, bundleKey: 'b' }),
      cartItem(few),
      cartItem(few, { bundleKey: 'b' }),
    ]
    const state = cartState(items)
    const change = (index: number, amount: number) =>
      changeAmount(dependencies(), state, { itemId: items[index]?.id ?? '', amount, admittedVariantId: null }, 'key')
    expect(await change(0, 2)).toMatchObject({ ok: true })
    expect(await change(0, 3)).toEqual({ ok: false, code: 'ITEM_LIMIT_EXCEEDED', params: { limit: 3 } })
    expect(await change(2, 2)).toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
  })

  it('PROD-04 count the items already in the cart towards the limit', async () => {
    const state = cartState([cartItem(shirt, { amount: 2 })])
    expect(await addItems(dependencies(), state, [request('shirt', { amount: 2 })], 'key')).toEqual({
      ok: false,
      code: 'ITEM_LIMIT_EXCEEDED',
      params: { limit: 3 },
    })
  })

  it('PROD-12 reject an item that requires a ticket if the cart has no ticket', async () => {
    const pass = merch('pass', { ticketRequired: true })
    const deps = dependencies(fakeSeats(), { sellables: async () => sellableMap(pass) })
    expect(await addItems(deps, cartState(), [request('pass')], 'key')).toMatchObject({ code: 'TICKET_REQUIRED' })
    const seat = ticket('seat')
    const beside = dependencies(fakeSeats(), { sellables: async () => sellableMap(pass, seat) })
    expect(await addItems(beside, cartState([cartItem(seat)]), [request('pass')], 'key')).toMatchObject({ ok: true })
  })

  it('SHOP-02 reject an item that this shop does not sell', async () => {
    const deps = dependencies(fakeSeats(), { shopSells: async () => false })
    expect(await addItems(deps, cartState(), [request('shirt')], 'key')).toMatchObject({
      ok: false,
      code: 'ITEM_NOT_AVAILABLE',
    })
  })

  it('SEAT-09 release every hold when one of several blocks refuses', async () => {
    const seats = fakeSeats(1)
    const answer = await addItems(
      dependencies(seats),
      cartState(),
      [request('large', { amount: 2, seatIds: ['a', 'b'] })],
      'key',
    )
    expect(answer).toMatchObject({ ok: false, code: 'SEATS_NOT_AVAILABLE' })
    expect(seats.released).toEqual([['h0']])
  })

  it('SEAT-10 give the holds of a further event the expiry of the cart’s first holds', async () => {
    const seats = fakeSeats()
    const state = cartState([cartItem(standing, { hold: heldSeat('x') })], { heldUntil: 61_000 })
    const answer = await addItems(dependencies(seats), state, [request('large', { amount: 1, seatIds: ['a'] })], 'key')
    expect(seats.holds[0]?.request.rules.holdSeconds).toBe(60)
    expect(answer).toMatchObject({ ok: true, state: { heldUntil: 61_000 } })
  })

  it('SEAT-10 drop each ticket whose hold is lost and its bundle, and adopt the expiry of the remaining holds', () => {
    const state = cartState(
      [
        cartItem(standing, { hold: heldSeat('1') }),
        cartItem(standing, { hold: heldSeat('2') }),
        cartItem(few, { bundleKey: 'b' }),
        cartItem(standing, { hold: heldSeat('3'), bundleKey: 'b' }),
      ],
      { heldUntil: 5_000 },
    )
    const all = [
      { holds: [heldSeat('1'), heldSeat('2')], heldUntil: 5_000 },
      { holds: [heldSeat('3')], heldUntil: 5_000 },
    ]
    expect(withoutLostHolds(state, all)).toBe(state)
    expect(withoutLostHolds(state, [{ holds: [heldSeat('2'), heldSeat('9')], heldUntil: 4_000 }])).toMatchObject({
      items: [{ hold: { holdId: '2' } }],
      heldUntil: 4_000,
      version: 2,
    })
    expect(withoutLostHolds(state, [])).toMatchObject({ items: [], heldUntil: null })
  })

  it('CART-01 reject items that exceed the cart’s maximum size, and release their holds', async () => {
    const long = 'ß'.repeat(30_000)
    const seats = fakeSeats()
    const object = (block: number) => ({
      ...seats.object(block),
      hold: async (asked: HoldRequest) => {
        const answer = await seats.object(block).hold(asked)
        return answer.ok ? { ...answer, holds: answer.holds.map((hold) => ({ ...hold, sectionName: long })) } : answer
      },
    })
    const deps = dependencies(seats, { seats: (_event, block) => object(block) as EventSeatsApi })
    const requests = ['a', 'b', 'c'].map((id) => request('standing', { seatIds: [id] }))
    expect(await addItems(deps, cartState(), requests, 'key')).toMatchObject({ code: 'CART_FULL' })
    expect(seats.released.flat()).toEqual(['h0', 'h1', 'h2'])
  })

  it('SEAT-10 drop expired tickets together with their bundles and keep the rest', () => {
    const state = cartState(
      [
        cartItem(shirt),
        cartItem(standing, { hold: heldSeat('1') }),
        cartItem(few, { bundleKey: 'b' }),
        cartItem(standing, { hold: heldSeat('2'), bundleKey: 'b' }),
      ],
      { heldUntil: 5_000 },
    )
    expect(withoutExpiredHolds(state, 4_999)).toBe(state)
    const after = withoutExpiredHolds(state, 5_000)
    expect(after.items.map(({ variantId }) => variantId)).toEqual(['shirt'])
    expect(after).toMatchObject({ heldUntil: null, ticketsExpired: true, version: 2 })
  })

  it('CART-02 remove a line with all its items and release its seats', async () => {
    const seats = fakeSeats()
    const items = [cartItem(shirt), cartItem(shirt), cartItem(standing, { hold: heldSeat('1') })]
    const state = cartState(items)
    const first = await removeItem(dependencies(seats), state, items[0]?.id ?? '', 'key')
    expect(first).toMatchObject({ ok: true, state: { items: [items[2]] } })
    const second = await removeItem(dependencies(seats), state, items[2]?.id ?? '', 'key')
    expect(second).toMatchObject({ ok: true, state: { items: items.slice(0, 2), heldUntil: null } })
    expect(seats.released).toEqual([['1']])
    expect(await removeItem(dependencies(seats), state, 'foreign', 'key')).toMatchObject({
      ok: false,
      code: 'NOT_FOUND',
    })
  })

  it('BND-06 remove the whole bundle with its root and release its seats', async () => {
    const seats = fakeSeats()
    const items = [
      cartItem(shirt, { bundleKey: 'b' }),
      cartItem(standing, { bundleKey: 'b', hold: heldSeat('1') }),
      cartItem(few),
    ]
    const answer = await removeItem(dependencies(seats), cartState(items), items[0]?.id ?? '', 'key')
    expect(answer).toMatchObject({ ok: true, state: { items: [items[2]] } })
    expect(seats.released).toEqual([['1']])
  })

  it('CART-05 change the amount of a merch line within limit and stock, but not of a ticket with a seat', async () => {
    const items = [cartItem(shirt), cartItem(shirt), cartItem(standing, { hold: heldSeat('1') }), cartItem(few)]
    const state = cartState(items)
    const change = (index: number, amount: number) =>
      changeAmount(dependencies(), state, { itemId: items[index]?.id ?? '', amount, admittedVariantId: null }, 'key')
    const answer = await change(0, 3)
    if (!answer.ok) throw new Error(answer.code)
    expect(answer.state.items.map(({ variantId, amount }) => [variantId, amount])).toEqual([
      ['shirt', 3],
      ['standing', 1],
      ['few', 1],
    ])
    expect(await change(0, 4)).toMatchObject({ code: 'ITEM_LIMIT_EXCEEDED' })
    expect(await change(2, 2)).toMatchObject({ code: 'BAD_INPUT' })
    expect(await change(3, 3)).toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
    expect(await change(3, 0)).toMatchObject({ ok: true })
  })

  it('CART-05 take no more tickets after the sale has closed, or without the admission of the waiting rooms', async () => {
    const items = [closed, standing].map((each) => cartItem(each, { amount: 2, hold: heldSeat('1', 2) }))
    const more = (index: number, admittedVariantId: string | null) =>
      changeAmount(
        dependencies(),
        cartState(items),
        { itemId: items[index]?.id ?? '', amount: 3, admittedVariantId },
        'key',
      )
    expect(await more(0, 'closed')).toMatchObject({ code: 'SALE_SOLD_OUT' })
    expect(await more(1, null)).toMatchObject({ code: 'BAD_INPUT', params: { field: 'productVariantId' } })
    expect(await more(1, 'shirt')).toMatchObject({ code: 'BAD_INPUT' })
  })

  it('PROD-10 accept a text only for personalised items', async () => {
    const items = [cartItem(mug), cartItem(shirt)]
    const state = cartState(items)
    expect(await updatePersonalIdentifier(dependencies(), state, items[0]?.id ?? '', 'Ida')).toMatchObject({
      ok: true,
      state: { items: [{ personalIdentifier: 'Ida' }, {}] },
    })
    expect(await updatePersonalIdentifier(dependencies(), state, items[1]?.id ?? '', 'Ida')).toMatchObject({
      code: 'BAD_INPUT',
    })
    const long = 'x'.repeat(81)
    for (const text of [long, 'two\nlines', 'see www.example.org'])
      expect(await updatePersonalIdentifier(dependencies(), state, items[0]?.id ?? '', text)).toMatchObject({
        code: 'BAD_INPUT',
        params: { field: 'personalIdentifier' },
      })
  })

  it.each([
    ['one name for each ticket', named, ' Ida +Brandt\nJo+Öztürk', 'Ida+Brandt\nJo+Öztürk'],
    ['the same name twice', named, 'Ida+Brandt\nIda+Brandt', 'Ida+Brandt\nIda+Brandt'],
    ['fewer names than tickets', named, 'Ida+Brandt', null],
    ['more names than tickets', named, 'Ida+Brandt\nJo+Öztürk\nKim+Lee', null],
    ['a missing last name', named, 'Ida+Brandt\nJo', null],
    ['a link instead of a name', named, 'Ida+Brandt\nwww.example.org+Öztürk', null],
    ['contact data that nobody needs', named, 'Ida+Brandt+Weg 1+030 12345\nJo+Öztürk', null],
    [
      'contact data for contact tracing',
      traced,
      'Ida+Brandt+Weg 1, 10999 Berlin++49 30 12345',
      'Ida+Brandt+Weg 1, 10999 Berlin++49 30 12345',
    ],
    ['missing contact data', traced, 'Ida+Brandt', null],
    ['a telephone number without digits', traced, 'Ida+Brandt+Weg 1+call me', null],
    ['the name of a group', group, 'Chor + Band', 'Chor + Band'],
    ['two lines as the name of a group', group, 'Chor\nBand', null],
  ])('TIX-02 %s: the cart stores complete names only', async (_case, sellable, text, stored) => {
    const amount = sellable === traced ? 1 : 2
    const item = cartItem(sellable, { amount, hold: heldSeat('1', amount) })
    const answer = await updatePersonalIdentifier(dependencies(), cartState([item]), item.id, text)
    if (stored === null) expect(answer).toMatchObject({ code: 'BAD_INPUT', params: { field: 'personalIdentifier' } })
    else expect(answer).toMatchObject({ ok: true, state: { items: [{ personalIdentifier: stored }] } })
  })
})
