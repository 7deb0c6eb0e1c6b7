/** Records incoming bank transfers that an operator reports. Each bank booking is counted only once. */
import { type Database, openDatabase } from '../db/database.ts'
import { expectedTransfers } from '../db/expected-transfer.ts'
import { findOrder, findOrderByReference } from '../db/order.ts'
import { findPayment, findPaymentByExternalId, openBookedPayment } from '../db/payment.ts'
import type { KnownTransfers } from '../domain/orders/bank-booking.ts'
import type { Env } from '../env.ts'
import { bankTransfer } from '../payments/bank-transfer.ts'
import { takeMoney } from '../payments/settle.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { ShopError } from './shop-error.ts'

export type BankReceipt = {
  reference: string
  status: string
  paidCents: number
  totalCents: number
  /** The booking's amount if it is refunded because the order cannot take it, otherwise 0. */
  returnedCents: number
}

/** Returns the orders and earlier payments that the bookings of a bank statement are compared with. */
export function transfersOf(
  db: Database,
  statement: { references: string[]; bookingIds: string[] },
): Promise<KnownTransfers> {
  return expectedTransfers(db, bankTransfer, statement)
}

/**
 * Counts a bank booking towards an order. Without an amount, the booking counts as the order's whole balance. Repeating the
 * call changes nothing. Throws ORDER_NOT_FOUND, ORDER_NOT_PAYABLE if the order has no balance and no amount is given, and
 * BOOKING_KNOWN if the booking was counted for another order or with another amount.
 */
export async function markPaidByBank(
  env: Env,
  booking: { reference: string; amountCents: number | null; bookingId: string },
  now: number,
): Promise<BankReceipt> {
  const { reference, bookingId } = booking
  const { id: method, provider } = bankTransfer
  const db = openDatabase(env.DB)
  const order = (await findOrderByReference(db, reference))?.order
  if (!order) throw new ShopError('ORDER_NOT_FOUND', {})
  const known = await findPaymentByExternalId(db, provider, bookingId)
  const amountCents = booking.amountCents ?? known?.amountCents ?? order.totalCents - order.paidCents
  if (amountCents <= 0) throw new ShopError('ORDER_NOT_PAYABLE', { status: order.status })
  const payment =
    known ?? (await openBookedPayment(db, { orderId: order.id, provider, method, amountCents, bookingId }, now))
  if (payment.orderId !== order.id || payment.amountCents !== amountCents) {
    throw new OperatorRefusal('BOOKING_KNOWN', { bookingId, amountCents: payment.amountCents })
  }
  await takeMoney(env, db, payment.id, { amountCents, currency: 'eur', captureId: null }, now)
  const [after, settled] = await Promise.all([findOrder(db, order.id), findPayment(db, payment.id)])
  const { status, paidCents, totalCents } = after?.order ?? order
  return { reference, status, paidCents, totalCents, returnedCents: settled?.status === 'refunded' ? amountCents : 0 }
}
