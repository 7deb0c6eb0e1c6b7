/** Builds the draft of an order from the values that a test gives and from defaults. */
import type { OrderDraft } from '../../worker/domain/orders/order-draft.ts'

export function buildDraft(orderId: string, overrides: Partial<OrderDraft> = {}): OrderDraft {
  return {
    order: {
      id: orderId,
      reference: '1000000000',
      shopId: 'shop',
      cartId: 'cart',
      locale: 'de',
      countryCode: 'de',
      email: 'ida@example.org',
      shippingAddress: {
        firstName: 'I',
        lastName: 'B',
        company: '',
        address: 'H 1',
        address2: '',
        postCode: '1',
        city: 'H',
        countryCode: 'de',
      },
      billingAddress: {
        firstName: 'I',
        lastName: 'B',
        company: '',
        address: 'H 1',
        address2: '',
        postCode: '1',
        city: 'H',
        countryCode: 'de',
      },
      shippingMethod: '-1',
      shippingName: '',
      paymentMethod: 'bank_transfer',
      subtotalCents: 9000,
      shippingCents: 0,
      totalCents: 9000,
      vatCents: 1437,
      termsAcceptedAt: 1,
      placedAt: 1,
      dueAt: 2,
    },
    items: [],
    stock: [{ variantId: 'shirt', amount: 1 }],
    bookings: [
      { eventId: 'one', block: 0, holdIds: ['a'] },
      { eventId: 'two', block: 0, holdIds: ['b'] },
    ],
    unordered: [],
    followUp: 'mail_order_received',
    ...overrides,
  }
}
