/** Checks the money of random orders. Every sum is computed here in another way than in the shop. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../worker/domain/cart/cart-line.ts'
import type { CartVoucher } from '../../../../worker/domain/cart/cart-voucher.ts'
import type { Sellable } from '../../../../worker/domain/catalogue/sellable.ts'
import { draftOrder, type OrderDraft } from '../../../../worker/domain/orders/order-draft.ts'
import { splitOverPayments } from '../../../../worker/domain/orders/refund-split.ts'
import type { Carrier } from '../../../../worker/domain/orders/shipping.ts'
import { paymentsToPlace } from '../../../../worker/payments/table.ts'
import { PARSED_ADDRESS } from '../../../support/address.ts'
import { cartItem, cartState, heldSeat, merch, sellableMap, ticket } from '../../../support/sellable-builder.ts'

const RUNS = { numRuns: 1_000, seed: 20_261_123 }
const EU = ['de', 'at', 'fr']
const COUNTRIES = [...EU, 'ch', 'no']

const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 }), fc.constantFrom(1, 99, 100, 2490))
const rate = fc.constantFrom(0, 700, 1900)

const merchArbitrary = fc.record({
  kind: fc.constant('merch' as const),
  priceCents: price,
  vatBasisPoints: rate,
  physical: fc.boolean(),
  weightGrams: fc.integer({ min: 1, max: 900 }),
  amount: fc.integer({ min: 1, max: 9 }),
})
const ticketArbitrary = fc.record({
  kind: fc.constant('ticket' as const),
  priceCents: price,
  vatBasisPoints: rate,
  venueCountry: fc.constantFrom(...COUNTRIES),
  amount: fc.integer({ min: 1, max: 4 }),
})
const bundleArbitrary = fc.record({
  kind: fc.constant('bundle' as const),
  priceCents: price,
  additionalCents: fc.integer({ min: 0, max: 2_000 }),
  vatBasisPoints: rate,
  parts: fc.array(price, { minLength: 1, maxLength: 3 }),
})
const cartArbitrary = fc.record({
  wishes: fc.array(fc.oneof(merchArbitrary, ticketArbitrary, bundleArbitrary), { minLength: 1, maxLength: 6 }),
  countryCode: fc.constantFrom(...COUNTRIES),
  shippingCents: price,
  extraChargeCents: fc.constantFrom(0, 0, 150),
  voucher: fc.option(
    fc.record({
      leftCents: fc.oneof(fc.integer({ min: 0, max: 300 }), price),
      limitCents: fc.option(price),
      minimumCents: fc.constantFrom(0, 0, 5_000),
      covers: fc.constantFrom('tickets' as const, 'items' as const),
      expiresAt: fc.constantFrom(999, 2_000),
    }),
  ),
})
type RandomCart = typeof cartArbitrary extends fc.Arbitrary<infer Cart> ? Cart : never

type Wish = RandomCart['wishes'][number]

function itemsOf(wish: Wish, index: number, sellables: Sellable[]) {
  const id = `${wish.kind}-${index}`
  if (wish.kind === 'merch') {
    const sellable = merch(id, wish)
    sellables.push(sellable)
    return [cartItem(sellable, { amount: wish.amount })]
  }
  if (wish.kind === 'ticket') {
    const { priceCents, vatBasisPoints, venueCountry, amount } = wish
    const sellable = ticket(id, { priceCents, vatBasisPoints }, { id: `event-${index}`, countryCode: venueCountry })
    sellables.push(sellable)
    return [cartItem(sellable, { amount, hold: heldSeat(`hold-${index}`, amount) })]
  }
  const combinations = [
    { option_name: { de: 'Wahl', en: 'Choice' }, additional_price: wish.additionalCents, parts: [] },
  ]
  const { priceCents, vatBasisPoints } = wish
  const root = merch(id, {
    priceCents,
    vatBasisPoints,
    physical: false,
    bundle: { combinations, common_items: [], additional_products: [], additional_product_group: [] },
  })
  const parts = wish.parts.map((cents, part) => merch(`${id}-${part}`, { priceCents: cents, vatBasisPoints }))
  sellables.push(root, ...parts)
  const ofBundle = { bundleKey: id, bundleProductId: root.productId, bundleOption: 0 }
  return [
    cartItem(root, ofBundle),
    ...parts.map((part) => cartItem(part, { bundleKey: id, bundleProductId: root.productId })),
  ]
}

function voucherOf({ voucher }: RandomCart): CartVoucher | null {
  const label = { de: 'Gutschein', en: 'Voucher' }
  return voucher && { programme: 'own', reference: 'voucher', label, ...voucher }
}

function draftOf(cart: RandomCart): OrderDraft {
  const sellables: Sellable[] = []
  const items = cart.wishes.flatMap((wish, index) => itemsOf(wish, index, sellables))
  const carrier: Carrier = {
    id: 'parcel',
    name: { de: 'Paket', en: 'Parcel' },
    description: { de: '', en: '' },
    priceCents: cart.shippingCents,
    countryCodes: COUNTRIES,
    minWeightGrams: 0,
    maxWeightGrams: 1_000_000,
    verifiesAge: false,
    ticketsOnly: false,
  }
  let count = 0
  const ask = (expectedTotalCents: number) =>
    draftOrder({
      state: cartState(items, { countryCode: cart.countryCode, voucher: voucherOf(cart) }),
      lines: linesOf(items, sellableMap(...sellables)),
      carriers: [carrier],
      payments: paymentsToPlace([{ id: 'bank_transfer', extraChargeCents: cart.extraChargeCents }], 1_000),
      input: {
        clientMutationId: 'abcdefgh',
        email: 'ida@example.org',
        shippingAddress: { ...PARSED_ADDRESS, countryCode: cart.countryCode },
        shippingMethod: 'parcel',
        paymentMethod: 'bank_transfer',
        termsAccepted: true,
        expectedTotalCents,
      },
      locale: 'de',
      shopId: 'shop',
      shopSells: () => true,
      orderId: 'order',
      reference: '1234567890',
      networkKey: null,
      addOnOf: null,
      deliveryKey: 'delivery',
      newItemId: () => `item-${count++}`,
      now: 1_000,
    })
  const refused = ask(-1)
  if (refused.ok || refused.code !== 'PRICE_CHANGED') throw new Error(refused.ok ? 'accepted' : refused.code)
  const answer = ask(refused.params.totalCents)
  if (!answer.ok) throw new Error(answer.code)
  return answer.draft
}

const sum = (cents: number[]) => cents.reduce((all, each) => all + each, 0)

/** The VAT that an amount contains: gross × rate / (100 % + rate), rounded so that the net amount is rounded half up. */
function vatIn(grossCents: number, basisPoints: number): number {
  const whole = BigInt(10_000 + basisPoints)
  const twice = 2n * BigInt(grossCents) * 10_000n
  return grossCents - Number((twice + whole) / (2n * whole))
}

/** Computes an order's VAT item by item: by the country of the venue for tickets, and of the delivery for merchandise. */
function expectedVat(cart: RandomCart, { order, items }: OrderDraft): number {
  const gross = new Map<number, number>()
  const rates = items.map(({ eventId, vatBasisPoints }) => {
    const venue = cart.wishes.flatMap((wish, index) =>
      wish.kind === 'ticket' && `event-${index}` === eventId ? wish.venueCountry : [],
    )
    return EU.includes(venue[0] ?? cart.countryCode) ? vatBasisPoints : 0
  })
  items.forEach(({ totalCents }, index) => {
    gross.set(rates[index] ?? 0, (gross.get(rates[index] ?? 0) ?? 0) + totalCents)
  })
  const shipped = rates.filter((_, index) => items[index]?.physical)
  const further = Math.max(...(shipped.length > 0 ? shipped : rates))
  gross.set(further, (gross.get(further) ?? 0) + order.shippingCents + (order.extraChargeCents ?? 0))
  return sum([...gross].map(([basisPoints, cents]) => vatIn(cents, basisPoints)))
}

describe('the money of 1,000 random orders', () => {
  it('PAY-08 adds up in cents: items, shipping, charges and the total, of which none is negative', () => {
    fc.assert(
      fc.property(cartArbitrary, (cart) => {
        const { order, items } = draftOf(cart)
        for (const { amount, unitCents, totalCents } of items) expect(totalCents).toBe(amount * unitCents)
        expect(order.subtotalCents).toBe(sum(items.map(({ totalCents }) => totalCents)))
        const charges = order.extraChargeCents ?? 0
        expect(order.totalCents).toBe(order.subtotalCents + order.shippingCents + charges - (order.voucherCents ?? 0))
        const amounts = [order.totalCents, order.subtotalCents, order.shippingCents, charges, order.vatCents]
        for (const cents of [...amounts, ...items.map(({ unitCents }) => unitCents)]) {
          expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true)
        }
        expect(order.paymentMethod === 'internal_payment_skipped').toBe(order.totalCents === 0)
        expect(order.shippingCents).toBe(items.some(({ physical }) => physical) ? cart.shippingCents : 0)
      }),
      RUNS,
    )
  })

  it('CART-06 contains a voucher’s value in cents, split over the items that it covers, and no more than it may pay', () => {
    fc.assert(
      fc.property(cartArbitrary, (cart) => {
        const { order, items, voucher } = draftOf(cart)
        const voucherCents = order.voucherCents ?? 0
        expect(sum(items.map((item) => item.voucherCents ?? 0))).toBe(voucherCents)
        expect(voucher?.cents ?? 0).toBe(voucherCents)
        const isCovered = ({ eventId }: { eventId?: string | null | undefined }) =>
          Boolean(eventId) || cart.voucher?.covers === 'items'
        for (const item of items) {
          const part = item.voucherCents ?? 0
          expect(part >= 0 && part <= (isCovered(item) ? item.totalCents : 0)).toBe(true)
        }
        const coveredCents = sum(items.filter(isCovered).map(({ totalCents }) => totalCents))
        const { leftCents = 0, limitCents = null, minimumCents = 0, expiresAt = 0 } = cart.voucher ?? {}
        const isValid = expiresAt > 1_000 && coveredCents >= minimumCents
        expect(voucherCents).toBe(isValid ? Math.min(leftCents, limitCents ?? leftCents, coveredCents) : 0)
      }),
      RUNS,
    )
  })

  it('CHK-10 contains the VAT of each rate once, and none outside the EU', () => {
    fc.assert(
      fc.property(cartArbitrary, (cart) => {
        const draft = draftOf(cart)
        expect(draft.order.vatCents).toBe(expectedVat(cart, draft))
        // A voucher is a means of payment, so it does not change the VAT.
        const gross = draft.order.totalCents + (draft.order.voucherCents ?? 0)
        expect(draft.order.vatCents).toBeLessThanOrEqual(gross)
        const isAbroad = !EU.includes(cart.countryCode) && cart.wishes.every(({ kind }) => kind !== 'ticket')
        if (isAbroad) expect(draft.order.vatCents).toBe(0)
      }),
      RUNS,
    )
  })

  it('PAY-07 goes back over the payments of an order without a cent too much or too little', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 5 }), price, (lefts, owedCents) => {
        const payments = lefts.map((leftCents, index) => ({ paymentId: `payment-${index}`, leftCents }))
        const parts = splitOverPayments(owedCents, payments)
        expect(sum(parts.map(({ amountCents }) => amountCents))).toBe(Math.min(owedCents, sum(lefts)))
        for (const { paymentId, amountCents } of parts) {
          expect(amountCents).toBeGreaterThan(0)
          const left = payments.find((payment) => payment.paymentId === paymentId)?.leftCents ?? 0
          expect(amountCents).toBeLessThanOrEqual(left)
        }
      }),
      RUNS,
    )
  })
})
