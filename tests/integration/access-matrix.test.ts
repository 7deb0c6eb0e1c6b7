import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { ADDRESS } from '../support/address.ts'
import { setOrder } from '../support/payment-helpers.ts'
import { later, setRoom, standing, switchOffRooms } from '../support/room-control.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'

type Scope = 'event' | 'shop' | 'catalogue'

/** The waiting rooms that guard each operation when it runs in the main shop with the variables of `variablesOf`. */
const GUARDING_ROOMS: Record<string, Scope[]> = {
  AddItems: ['event', 'shop'],
  AddTickets: ['event', 'shop'],
  AvailableSeatIds: ['event'],
  EventPage: ['event', 'catalogue'],
  MinicartRelated: ['event', 'catalogue'],
  PresaleCode: ['event'],
  ArtistPage: ['catalogue'],
  ArtistProducts: ['catalogue'],
  ArtistEvents: ['catalogue'],
  Artists: ['catalogue'],
  BundlePage: ['catalogue'],
  Categories: ['catalogue'],
  CategoryPage: ['catalogue'],
  EventList: ['catalogue'],
  Home: ['catalogue'],
  ProductPage: ['catalogue'],
  ProductsBySlugs: ['catalogue'],
  Search: ['catalogue'],
  SuggestionIndex: ['catalogue'],
  TicketsPage: ['catalogue'],
  TourPage: ['catalogue'],
  Cart: [],
  CartDetails: [],
  ChangeAmount: [],
  ChangeCountry: [],
  ChangeVariant: [],
  CheckoutOptions: [],
  ConfirmOrderPayment: [],
  CreateResumeLink: [],
  CorrectOrderEmail: [],
  CaptureOrderPayment: [],
  CreatePayPalExpress: [],
  CreatePayPalPayment: [],
  ReadPayPalExpress: [],
  CreateStripeIntentPayment: [],
  CreateStripePayment: [],
  DiscountsOpen: [],
  ExtendHolds: [],
  Heartbeat: [],
  LogActivity: [],
  OpenDiscounts: [],
  Order: [],
  PlaceOrder: [],
  RemoveItem: [],
  ResumeSession: [],
  SaveDetails: [],
  Session: [],
  ShippingCountries: [],
  Shop: [],
  RequestPhotoUpload: [],
  RequestTicketCancellation: [],
  RequestTicketChange: [],
  SubscribeNewsletter: [],
  Reminder: [],
  RequestReminder: [],
  ConfirmReminder: [],
  EndReminder: [],
  TicketServiceEvent: [],
  UpdatePersonalIdentifier: [],
  UpdatePreferredPaymentMethod: [],
  ApplyVoucher: [],
  ChangeTicketName: [],
  NameRefundAccount: [],
  OrderNames: [],
  RequestItemPersonalizationChange: [],
  TicketByCode: [],
  CheckIn: [],
  RefundQuote: [],
  RefundRequest: [],
  SubmitRefundRequest: [],
  OrderPage: [],
  RepeatOrderMail: [],
  RequestOrderLink: [],
  SubmitWithdrawal: [],
  WithdrawableOrder: [],
  TicketDetails: [],
  ConfirmMergedOrder: [],
  MergePlaceOrder: [],
  RemoveVoucher: [],
  UndoMergedOrder: [],
}

/** The operations that run without the code of a protected shop: those of orders, tickets and the page's frame. */
const WITHOUT_CODE = [
  'CaptureOrderPayment',
  'ChangeTicketName',
  'CheckIn',
  'ConfirmMergedOrder',
  'ConfirmOrderPayment',
  'ConfirmReminder',
  'CorrectOrderEmail',
  'CreatePayPalPayment',
  'CreateStripeIntentPayment',
  'CreateStripePayment',
  'EndReminder',
  'LogActivity',
  'NameRefundAccount',
  'Order',
  'OrderNames',
  'OrderPage',
  'RefundQuote',
  'RefundRequest',
  'Reminder',
  'RepeatOrderMail',
  'RequestItemPersonalizationChange',
  'RequestOrderLink',
  'RequestPhotoUpload',
  'RequestTicketCancellation',
  'RequestTicketChange',
  'ShippingCountries',
  'Shop',
  'SubmitRefundRequest',
  'SubmitWithdrawal',
  'TicketByCode',
  'TicketDetails',
  'UpdatePreferredPaymentMethod',
  'WithdrawableOrder',
]

const MAIN = 'http://localhost:8787'
const BAND = 'http://nachtfalter.localhost:8787'
const DOMAIN = 'https://merch.eisenwald.example'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

/** Returns variables that fit the operation's types. Some ids are unknown, because the access check does not need their rows. */
function variablesOf(name: string): Record<string, unknown> {
  const clientMutationId = crypto.randomUUID()
  const order = { orderId: 'ord_00000000000000000000000000', reference: '0000000000' }
  const byOperation: Record<string, Record<string, unknown>> = {
    AddItems: { input: { requests: [{ productVariantId: world.standingVariant, amount: 1 }], clientMutationId } },
    AddTickets: { itemId: 'itm_none', amount: 2, productVariantId: world.standingVariant, clientMutationId },
    ArtistPage: { slug: 'nachtfalter' },
    ArtistProducts: { slug: 'nachtfalter' },
    ArtistEvents: { slug: 'nachtfalter' },
    AvailableSeatIds: { eventId: world.standingEvent },
    BundlePage: { slug: 'none' },
    CategoryPage: { slug: 'shirts' },
    ChangeAmount: { itemId: 'itm_none', amount: 1, clientMutationId },
    ChangeVariant: { itemId: 'itm_none', productVariantId: world.standingVariant, clientMutationId },
    ChangeCountry: { countryCode: 'at', clientMutationId },
    CheckoutOptions: { countryCode: 'de' },
    ChangeTicketName: {
      input: {
        orderId: 'ord_none',
        key: 'none',
        ticketId: 'tkt_none',
        personalIdentifier: 'Ida+Brandt',
        email: 'ida@example.org',
        expectedFeeCents: 0,
        termsAccepted: false,
        clientMutationId,
      },
    },
    OrderNames: { orderId: 'ord_none', key: 'none' },
    RequestItemPersonalizationChange: { validationCode: '1', personalIdentifier: 'Ida+Brandt', clientMutationId },
    TicketByCode: { validationCode: '1' },
    CheckIn: { input: { clientMutationId, ticket: '1', answers: [] } },
    TicketDetails: { ticket: '1' },
    RefundRequest: { orderId: order.orderId, productId: world.standingEvent },
    RefundQuote: {
      input: {
        orderId: order.orderId,
        productId: world.standingEvent,
        email: 'ida@example.org',
        validationCodes: ['000000000000'],
      },
    },
    SubmitRefundRequest: {
      input: {
        clientMutationId,
        orderId: order.orderId,
        productId: world.standingEvent,
        email: 'ida@example.org',
        validationCodes: ['000000000000'],
      },
    },
    OrderPage: { orderId: order.orderId, key: 'none' },
    RepeatOrderMail: { orderId: order.orderId, key: 'none' },
    RequestOrderLink: { reference: '1234567890', email: 'ida@example.org' },
    Reminder: { key: 'none' },
    RequestReminder: { input: { kind: 'stock', subjectId: 'var_none', email: 'ida@example.org' } },
    ConfirmReminder: { key: 'none' },
    EndReminder: { key: 'none' },
    SubmitWithdrawal: {
      input: { clientMutationId, name: 'Ida Łukasz', reference: '1234567890', email: 'ida@example.org', about: '' },
    },
    WithdrawableOrder: { orderId: order.orderId, key: 'none' },
    ConfirmOrderPayment: order,
    CorrectOrderEmail: { ...order, email: 'ida@example.org' },
    CaptureOrderPayment: order,
    CreatePayPalExpress: {},
    CreatePayPalPayment: order,
    ReadPayPalExpress: { externalPaymentId: 'X' },
    CreateStripeIntentPayment: order,
    CreateStripePayment: { ...order, successUrl: `${MAIN}/checkout/x`, cancelUrl: `${MAIN}/checkout/x` },
    EventPage: { slug: 'standing' },
    ExtendHolds: { clientMutationId },
    LogActivity: { action: 'cart_opened' },
    MinicartRelated: { slug: 'standing' },
    OpenDiscounts: { code: 'x' },
    Order: order,
    PlaceOrder: {
      input: {
        clientMutationId,
        email: 'ida@example.org',
        shippingAddress: ADDRESS,
        paymentMethod: 'bank_transfer',
        termsAccepted: true,
        expectedTotalCents: 1,
      },
    },
    PresaleCode: { eventId: world.standingEvent, code: 'x' },
    ProductPage: { slug: 'shirt' },
    ProductsBySlugs: { slugs: ['shirt'] },
    RemoveItem: { itemId: 'itm_none', clientMutationId },
    ResumeSession: { id: 'crt_none' },
    SaveDetails: { cartId: 'crt_none', input: { email: 'ida@example.org' }, clientMutationId },
    Search: { terms: 'shirt' },
    SubscribeNewsletter: { email: 'ida@example.org', acceptsTerms: true, lists: [] },
    TicketServiceEvent: { slug: 'standing' },
    TourPage: { slug: 'none' },
    UpdatePersonalIdentifier: { itemId: 'itm_none', personalIdentifier: 'x', clientMutationId },
    UpdatePreferredPaymentMethod: { ...order, preferredPaymentMethod: 'bank_transfer' },
  }
  return byOperation[name] ?? {}
}

const ROOMS: Record<Scope, { scope: Scope; slug: string }> = {
  event: standing,
  shop: { scope: 'shop', slug: 'stagedoor' },
  catalogue: { scope: 'catalogue', slug: 'stagedoor' },
}

beforeEach(() => switchOffRooms())

it('the table GUARDING_ROOMS lists exactly the persisted operations', () => {
  expect(Object.keys(GUARDING_ROOMS).sort()).toEqual(operations.map(({ name }) => name).sort())
})

describe('operations by shop and host', () => {
  it.each([
    [MAIN, 'stagedoor', 200],
    [MAIN, 'nachtfalter', 200],
    [MAIN, 'eisenwald', 404],
    [MAIN, 'geheim', 403],
    [MAIN, 'nowhere', 404],
    [BAND, 'nachtfalter', 200],
    [BAND, 'stagedoor', 404],
    [BAND, 'geheim', 404],
    [DOMAIN, 'eisenwald', 200],
    [DOMAIN, 'stagedoor', 404],
    [DOMAIN, 'nachtfalter', 404],
  ] as const)(
    'SHOP-04, SHOP-07 every operation on %s for the shop %s answers with the status %s',
    async (origin, shop, expected) => {
      for (const { name } of operations) {
        const visitor = new Visitor(shop, origin)
        const { status, code, data } = await visitor.run(name, variablesOf(name))
        if (expected === 403 && WITHOUT_CODE.includes(name)) {
          expect([status, code === 'SHOP_LOCKED'], name).toEqual([200, false])
          continue
        }
        expect(status, name).toBe(expected)
        if (expected === 200) continue
        expect(code, name).toBe(expected === 403 ? 'SHOP_LOCKED' : 'NOT_FOUND')
        expect(data, name).toBeNull()
        // A refused visitor gets no cookie, not even a cart cookie.
        expect([...visitor.cookies.keys()], name).toEqual([])
      }
    },
  )
})

describe('operations behind a waiting room', () => {
  it.each(['event', 'shop', 'catalogue'] as const)(
    'SES-05 the %s waiting room guards exactly the operations that GUARDING_ROOMS lists for this room',
    async (scope) => {
      await setRoom({ ...ROOMS[scope], ...later() })
      for (const { name } of operations) {
        const { status, code } = await new Visitor().run(name, variablesOf(name))
        if (GUARDING_ROOMS[name]?.includes(scope)) expect([status, code], name).toEqual([503, 'QUEUE_ACTIVE'])
        else expect(status, name).not.toBe(503)
      }
    },
  )
})

describe('operations by visitor', () => {
  it("CART-01 a visitor can read and change a cart only with the cart's signed cookie", async () => {
    const owner = new Visitor()
    await owner.add([{ productVariantId: world.shirt, amount: 2 }])
    const before = await owner.cart()
    const itemId = before.items[0]?.id
    const forged = new Visitor()
    forged.cookies.set('cart', `${before.id}.zzzzzz.AAAA`)
    const unsigned = new Visitor()
    unsigned.cookies.set('cart', before.id)
    const stranger = new Visitor()
    await stranger.add([{ productVariantId: world.shirt, amount: 1 }])
    for (const visitor of [stranger, forged, unsigned, new Visitor()]) {
      const clientMutationId = crypto.randomUUID()
      for (const [name, variables] of [
        ['RemoveItem', { itemId, clientMutationId: `${clientMutationId}-1` }],
        ['ChangeAmount', { itemId, amount: 1, clientMutationId: `${clientMutationId}-2` }],
        ['ChangeVariant', { itemId, productVariantId: world.hardVariant, clientMutationId: `${clientMutationId}-4` }],
        ['UpdatePersonalIdentifier', { itemId, personalIdentifier: 'x', clientMutationId: `${clientMutationId}-3` }],
      ] as const) {
        expect(await visitor.run(name, variables), name).toMatchObject({ data: null, code: 'NOT_FOUND' })
      }
      expect(await visitor.run('ResumeSession', { id: before.id })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
      expect((await visitor.cart()).id).not.toBe(before.id)
    }
    expect(await owner.cart()).toEqual({ ...before, serverNow: expect.any(Number) })
  })

  it('PAY-01 reading or changing an order needs its id, its number, and a request to the selling shop or the main shop', async () => {
    const buyer = new Visitor('nachtfalter')
    await buyer.add([{ productVariantId: world.shirt, amount: 1 }])
    const { totalCents } = await buyer.cart()
    const { data, code } = await buyer.placeOrder(totalCents + 590, { shippingMethod: world.parcel })
    expect(code).toBeNull()
    const { id: orderId, reference } = data?.placeOrder.cart ?? { id: '', reference: '' }
    const wrong = reference.replace(/^./, (digit) => (digit === '9' ? '8' : '9'))
    const fetchOrder = (visitor: Visitor, more: object) =>
      visitor.run<{ order: unknown }>('Order', { orderId, reference, ...more })

    for (const visitor of [buyer, new Visitor('nachtfalter'), new Visitor('stagedoor')]) {
      await setOrder(orderId, { paymentMethod: 'stripe_checkout' })
      const change = { orderId, reference, preferredPaymentMethod: 'bank_transfer' }
      expect((await visitor.run('UpdatePreferredPaymentMethod', change)).code).toBeNull()
      expect((await fetchOrder(visitor, {})).data?.order).toMatchObject({ id: orderId, paymentMethod: 'bank_transfer' })
    }
    const refused: [Visitor, object][] = [
      [new Visitor('nachtfalter'), { reference: wrong }],
      [new Visitor('nachtfalter'), { reference: '' }],
      [new Visitor('nachtfalter'), { orderId: orderId.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
      [new Visitor('eisenwald', DOMAIN), {}],
    ]
    for (const [visitor, more] of refused) {
      expect((await fetchOrder(visitor, more)).data?.order ?? null).toBeNull()
      for (const [name, own] of [
        ['ConfirmOrderPayment', {}],
        ['UpdatePreferredPaymentMethod', { preferredPaymentMethod: 'stripe_checkout' }],
        ['CaptureOrderPayment', {}],
        ['CreatePayPalPayment', {}],
        ['CreateStripeIntentPayment', {}],
        ['CreateStripePayment', { successUrl: `${MAIN}/checkout/x`, cancelUrl: `${MAIN}/checkout/x` }],
      ] as const) {
        expect(await visitor.run(name, { orderId, reference, ...more, ...own }), name).toMatchObject({
          data: null,
          code: 'ORDER_NOT_FOUND',
        })
      }
    }
    expect((await fetchOrder(buyer, {})).data?.order).toMatchObject({
      paymentMethod: 'bank_transfer',
      status: 'payment_pending',
    })
  })
})
