/** Builds an order draft without items. It takes one shirt from the stock, and books a hold of each of two events. */
import type { OrderDraft } from '../../worker/domain/orders/order-draft.ts'
import { PARSED_ADDRESS } from './address.ts'

export function buildDraft(orderId: string): OrderDraft {
  return {
    order: {
      id: orderId,
      reference: '1000000000',
      shopId: 'shop',
      cartId: 'cart',
      locale: 'de',
      countryCode: 'de',
      email: 'ida@example.org',
      shippingAddress: PARSED_ADDRESS,
      billingAddress: PARSED_ADDRESS,
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
  }
}
