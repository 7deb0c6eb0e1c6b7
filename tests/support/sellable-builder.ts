/** Builds sellables, cart items and carts for tests. A test gives only the values that matter to it. */
import type { CartItem, CartState } from '../../worker/domain/cart/cart.ts'
import type { Sellable, SellableEvent } from '../../worker/domain/catalogue/sellable.ts'
import type { HeldSeat } from '../../worker/domain/seats/seat-hold.ts'

const same = (text: string) => ({ de: text, en: text })

export function merch(id: string, overrides: Partial<Sellable> = {}): Sellable {
  return {
    variantId: id,
    productId: `product-${id}`,
    eventId: null,
    artistId: 'artist',
    artistName: same('Nachtfalter'),
    slug: `slug-${id}`,
    path: `/products/slug-${id}`,
    name: same(`Name ${id}`),
    descriptiveName: same(`Nachtfalter ${id}`),
    productType: same('T-Shirt'),
    color: null,
    variantName: same('M'),
    image: null,
    priceCents: 2490,
    originalPriceCents: null,
    vatBasisPoints: 1900,
    cartLimit: 9,
    physical: true,
    active: true,
    ageRestricted: false,
    personalised: false,
    personalLabel: null,
    allowsSameText: false,
    deliveryDays: null,
    hidden: false,
    codeRequired: false,
    ticketRequired: false,
    giftVoucher: false,
    weightGrams: 200,
    shippableFromAt: null,
    bundle: null,
    event: null,
    ...overrides,
  }
}

function saleEvent(overrides: Partial<SellableEvent> = {}): SellableEvent {
  return {
    id: 'event',
    plan: { key: 'seat-plans/a.json', version: 1 },
    blockCount: 1,
    category: 1,
    rules: {
      presaleAt: 0,
      salesEndAt: Number.MAX_SAFE_INTEGER,
      cartLimit: 4,
      holdSeconds: 1200,
      forceAmount: null,
      forceSection: null,
      distancing: 0,
      avoidSingleSeats: false,
    },
    closure: null,
    happeningFromAt: 10_000_000,
    hidesDate: false,
    timeZone: 'Europe/Berlin',
    venueName: 'Halle',
    city: 'Köln',
    countryCode: 'de',
    promoter: null,
    transfers: {},
    maxTicketsPerBundle: 1,
    names: { requirement: 'no_personalization_required', asksContact: false },
    ...overrides,
  }
}

export function ticket(id: string, overrides: Partial<Sellable> = {}, event: Partial<SellableEvent> = {}): Sellable {
  const sale = saleEvent(event)
  return merch(id, {
    productId: null,
    eventId: sale.id,
    physical: false,
    weightGrams: 0,
    priceCents: 4500,
    cartLimit: sale.rules.cartLimit,
    event: sale,
    ...overrides,
  })
}

export function heldSeat(holdId: string, amount = 1): HeldSeat & { block: number } {
  return {
    holdId,
    sectionId: 'A',
    sectionName: 'Block A',
    seatId: amount === 1 ? `seat-${holdId}` : null,
    row: amount === 1 ? '1' : null,
    number: amount === 1 ? holdId : null,
    category: 1,
    amount,
    block: 0,
  }
}

let counter = 0

export function cartItem(sellable: Sellable, overrides: Partial<CartItem> = {}): CartItem {
  counter++
  return {
    id: `item-${counter}`,
    variantId: sellable.variantId,
    productId: sellable.productId,
    eventId: sellable.eventId,
    amount: 1,
    hold: null,
    bundleKey: null,
    bundleProductId: null,
    bundleOption: null,
    personalIdentifier: null,
    presaleCodeId: null,
    addedAt: 0,
    ...overrides,
  }
}

export function cartState(items: CartItem[] = [], overrides: Partial<CartState> = {}): CartState {
  return {
    id: 'cart',
    reference: 'REF',
    version: 1,
    countryCode: 'de',
    items,
    heldUntil: items.some((item) => item.hold) ? 1_000_000 : null,
    holdsExtended: false,
    holdPeriods: [],
    sessionExpiresAt: 1_000_000,
    ...overrides,
  }
}

export function sellableMap(...sellables: Sellable[]): Map<string, Sellable> {
  return new Map(sellables.map((sellable) => [sellable.variantId, sellable]))
}
