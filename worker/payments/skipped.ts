/**
 * The method of an order whose total is zero (CHK-02). The order placement chooses it, and the outbox settles the
 * order.
 */
import { SKIPPED_PAYMENT } from '../../schema/rules/payment-methods.ts'
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import type { PaymentMethod } from './method.ts'

export const skipped = {
  id: SKIPPED_PAYMENT,
  offered: () => false,
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: 'settle_free_order',
  instructions: null,
  refundRoute: 'as_paid',
  provider: null,
  online: null,
} satisfies PaymentMethod<typeof SKIPPED_PAYMENT>
