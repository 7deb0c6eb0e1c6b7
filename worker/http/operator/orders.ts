/** The operator's routes for orders, their payments and refunds. */
import { Hono } from 'hono/tiny'
import * as z from 'zod/mini'
import { emailSchema } from '../../../schema/inputs/address.ts'
import { namesTextSchema } from '../../../schema/inputs/holder.ts'
import { openDatabase } from '../../db/database.ts'
import { listOrders } from '../../db/order.ts'
import { markPaidByBank, transfersOf } from '../../services/bank-payment.ts'
import { recordReturnedGoods } from '../../services/goods-return.ts'
import { cancelByOperator, completeOrder, listOpen, showOrder } from '../../services/order-desk.ts'
import { askAboutOrder } from '../../services/payment-inquiry.ts'
import { finishRefundByHand, repeatRefund } from '../../services/refund.ts'
import { returnTransfer } from '../../services/refund-account.ts'
import { deliveredByOperator, packByOperator, shipByOperator } from '../../services/shipping-desk.ts'
import { renameTicketByOperator, returnTicketsByOperator } from '../../services/ticket-desk.ts'
import type { EdgeEnv } from '../edge-context.ts'
import { command } from './command.ts'

const bookingId = z.string().check(z.regex(/^[\x21-\x7e]{1,80}$/))
const reference = z.string().check(z.regex(/^\d{10}$/))

const markPaidSchema = z.strictObject({
  reference,
  amountCents: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  bookingId,
})
const transfersSchema = z.strictObject({
  references: z.array(reference).check(z.maxLength(1_000)),
  bookingIds: z.array(bookingId).check(z.maxLength(200)),
})
const orderSchema = z.strictObject({ reference })
/** A parcel is not packed while a withdrawal of its order is open, unless the operator says so. */
const parcelSchema = z.strictObject({ reference, despiteWithdrawal: z._default(z.boolean(), false) })
const shipmentSchema = z.strictObject({
  ...parcelSchema.shape,
  trackingNumber: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9-]{4,40}$/))),
  trackingUrl: z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(300))),
})
const goodsSchema = z.strictObject({
  reference,
  slip: bookingId,
  items: z
    .array(
      z.strictObject({
        id: z.string().check(z.maxLength(40)),
        amount: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000))),
      }),
    )
    .check(z.maxLength(100)),
  deductedCents: z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), 0),
})
/** A ticket's number with or without its check digit. Fans see both. */
const ticketCode = z.string().check(z.regex(/^\d{12,13}$/))
const ticketReturnSchema = z.strictObject({
  reference,
  codes: z.array(ticketCode).check(z.minLength(1), z.maxLength(100)),
  feeCents: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))),
})
const renamingSchema = z.strictObject({
  reference,
  code: ticketCode,
  name: namesTextSchema,
  email: z.nullable(emailSchema),
  isPrintedAgain: z.boolean(),
})
const inquirySchema = z.union([orderSchema, z.strictObject({ paymentId: z.string().check(z.maxLength(40)) })])
const refundSchema = z.strictObject({ refundId: z.string().check(z.maxLength(40)) })
const refundDoneSchema = z.strictObject({
  refundId: z.string().check(z.maxLength(40)),
  bookingId,
  isDisputed: z._default(z.boolean(), false),
})

const refundReturnedSchema = z.strictObject({
  refundId: z.string().check(z.maxLength(40)),
  bookingId: z.nullable(bookingId),
})

export const orderRoutes = new Hono<EdgeEnv>()

orderRoutes.get('/orders', async (http) => http.json(await listOrders(openDatabase(http.env.DB), 50)))
orderRoutes.get('/orders/open', async (http) => http.json(await listOpen(http.env)))
orderRoutes.get('/orders/:reference{\\d{10}}', async (http) =>
  http.json(await showOrder(http.env, http.req.param('reference'))),
)
orderRoutes.post(
  '/orders/mark-paid',
  command(markPaidSchema, (receipt, { env, now }) => markPaidByBank(env, receipt, now)),
)
orderRoutes.post(
  '/orders/transfers',
  command(transfersSchema, (statement, { db }) => transfersOf(db, statement)),
)
orderRoutes.post(
  '/orders/complete',
  command(orderSchema, (order, { env, now }) => completeOrder(env, order.reference, now)),
)
orderRoutes.post(
  '/orders/cancel',
  command(orderSchema, (order, { env, now }) => cancelByOperator(env, order.reference, now)),
)
orderRoutes.post(
  '/orders/pack',
  command(parcelSchema, (parcel, { env, now }) => packByOperator(env, parcel, now)),
)
orderRoutes.post(
  '/orders/ship',
  command(shipmentSchema, ({ trackingNumber: number, trackingUrl: url, ...parcel }, { env, now }) =>
    shipByOperator(env, parcel, { number, url }, now),
  ),
)
orderRoutes.post(
  '/orders/delivered',
  command(orderSchema, (order, { env, now }) => deliveredByOperator(env, order.reference, now)),
)
orderRoutes.post(
  '/orders/goods-back',
  command(goodsSchema, (goods, { env, now }) => recordReturnedGoods(env, goods, now)),
)
orderRoutes.post(
  '/orders/return-tickets',
  command(ticketReturnSchema, (returned, { env, now }) => returnTicketsByOperator(env, returned, now)),
)
// The command contains personal data, so the operators' journal records only which ticket it concerns.
orderRoutes.post('/orders/rename-ticket', (http) => {
  http.set('journalNote', '{}')
  return command(renamingSchema, (renaming, { env, now }) => {
    http.set('journalNote', JSON.stringify({ reference: renaming.reference, code: renaming.code }))
    return renameTicketByOperator(env, renaming, now)
  })(http)
})
orderRoutes.post(
  '/orders/ask',
  command(inquirySchema, (subject, { env, now }) => askAboutOrder(env, subject, now)),
)
orderRoutes.post(
  '/refunds/done',
  command(refundDoneSchema, (refund, { env, now }) => finishRefundByHand(env, refund, now)),
)
orderRoutes.post(
  '/refunds/returned',
  command(refundReturnedSchema, (refund, { env, now }) => returnTransfer(env, refund, now)),
)
orderRoutes.post(
  '/refunds/retry',
  command(refundSchema, (refund, { env, now }) => repeatRefund(env, refund.refundId, now)),
)
