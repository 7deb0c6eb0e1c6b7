/** The invoice of a paid order and the corrections after its refunds, issued when somebody first asks for them. */

import type { Cents } from '../../schema/money.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { dateIsSecret } from '../../schema/rules/event-sale.ts'
import { variantBeside } from '../../schema/rules/item-facts.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { Database } from '../db/database.ts'
import { findInvoice, type Invoice, issueInvoice, venueCountries } from '../db/invoice.ts'
import type { Order, TicketedOrder } from '../db/order.ts'
import { type Refund, refundsOfOrder } from '../db/refund.ts'
import {
  correctionContent,
  hasInvoice,
  type InvoicedItem,
  invoiceContent,
  invoiceYear,
  needsCorrection,
  type VoucherReturn,
  voucherCorrection,
  voucherReturns,
} from '../domain/orders/invoice.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'

/** A document that the order has, issued or not. Of a correction, `returned` says what it is about. */
export type OrderDocument = { file: string; returned: Returned | null }

type Returned = { at: number; cents: Cents; source: { refund: Refund } | { voucher: VoucherReturn } }

const INVOICE_FILE = 'invoice.pdf'

/** The documents of an order, first the invoice. The list is empty for an order without an invoice. */
export function documentsOf(
  { order, items }: Pick<TicketedOrder, 'order' | 'items'>,
  refunds: readonly Refund[],
): OrderDocument[] {
  if (!hasInvoice(order)) return []
  const ofRefunds = refunds.filter(needsCorrection).map((refund) => ({
    file: `correction-${refund.id.replaceAll('_', '-')}.pdf`,
    returned: { at: refund.doneAt ?? refund.createdAt, cents: refund.amountCents, source: { refund } },
  }))
  const ofVoucher = voucherReturns(order, items).map((voucher) => ({
    file: `correction-voucher-${voucher.at}.pdf`,
    returned: { at: voucher.at, cents: voucher.cents, source: { voucher } },
  }))
  return [{ file: INVOICE_FILE, returned: null }, ...ofRefunds, ...ofVoucher]
}

/** What a document says. `mail/invoice-pdf` prints it. */
export type IssuedDocument = {
  order: Order
  shopName: string
  invoice: Invoice
  /** Set if the document corrects the invoice. */
  correction: { document: Invoice; reason: CorrectionReason } | null
}

type CorrectionReason = 'event' | 'order' | 'withdrawal' | 'voucher' | 'other'

/** Returns the documents whose file names `isWanted` accepts, and issues those that have not been issued yet. */
export async function issueDocuments(
  db: Database,
  whole: TicketedOrder,
  shopName: string,
  now: number,
  isWanted: (file: string) => boolean = () => true,
): Promise<IssuedDocument[]> {
  const { order } = whole
  const wanted = documentsOf(whole, await refundsOfOrder(db, order.id)).filter(({ file }) => isWanted(file))
  const issued: IssuedDocument[] = []
  // One after the other, so that a correction has a higher number than its invoice.
  for (const { returned } of wanted) {
    const invoice = await invoiceOf(db, whole, now)
    const correction = returned && {
      document: await correctionOf(db, whole, returned, now),
      reason: 'refund' in returned.source ? (REASONS[returned.source.refund.reason] ?? 'other') : ('voucher' as const),
    }
    issued.push({ order, shopName, invoice, correction })
  }
  return issued
}

const REASONS: Partial<Record<RefundReason, CorrectionReason>> = {
  cancelled_event: 'event',
  cancelled_order: 'order',
  withdrawal: 'withdrawal',
}

async function invoiceOf(db: Database, whole: TicketedOrder, now: number): Promise<Invoice> {
  const { order } = whole
  const subject = { orderId: order.id, refundId: null, voucherReturnedAt: null }
  const issued = await findInvoice(db, subject)
  if (issued) return issued
  const content = invoiceContent(order, await invoicedItems(db, whole), order.shippingName)
  return issueInvoice(db, { subject, year: invoiceYear(now), content }, now)
}

async function correctionOf(db: Database, whole: TicketedOrder, { source }: Returned, now: number): Promise<Invoice> {
  const { order } = whole
  const subject =
    'refund' in source
      ? { orderId: order.id, refundId: source.refund.id, voucherReturnedAt: null }
      : { orderId: order.id, refundId: null, voucherReturnedAt: source.voucher.at }
  const issued = await findInvoice(db, subject)
  if (issued) return issued
  const all = await invoicedItems(db, whole)
  const content =
    'refund' in source
      ? correctionContent(order, all, refundedItems(whole, all, source.refund), source.refund.amountCents)
      : voucherCorrection(order, all, source.voucher)
  return issueInvoice(db, { subject, year: invoiceYear(now), content }, now)
}

/**
 * The items that the refund concerns: those of a cancelled event, which the refund names, or those whose tickets or goods became
 * void in the transaction that recorded the refund (SUP-01, WDR-01). Other refunds concern no items in particular.
 */
function refundedItems(
  { tickets, items }: TicketedOrder,
  all: InvoicedItem[],
  { subject, createdAt, reason }: Refund,
): InvoicedItem[] {
  const isVoidSince = ({ invalidatedAt }: { invalidatedAt: number | null }) => invalidatedAt === createdAt
  const goods = reason === 'withdrawal' || reason === 'request' ? items.filter(isVoidSince).map(({ id }) => id) : []
  const returned = new Set([...goods, ...tickets.filter(isVoidSince).map(({ orderItemId }) => orderItemId)])
  return all.filter(({ id, eventId }) => returned.has(id) || (eventId !== null && eventId === subject))
}

async function invoicedItems(db: Database, { order, items, events }: TicketedOrder): Promise<InvoicedItem[]> {
  const { locale } = order
  const countries = await venueCountries(
    db,
    items.filter(({ eventId }) => eventId === null).map(({ variantId }) => variantId),
  )
  return items.map((item) => {
    const event = events.get(item.eventId ?? '')
    const day = event && !dateIsSecret(event) ? formatDate(event.happeningFromAt, event.venue.timeZone, locale) : ''
    const variant = variantBeside(item.descriptiveName, item.variantName)
    return {
      id: item.id,
      text: [item.descriptiveName, variant, seatPlace(item, locale), day].filter(Boolean).join(', '),
      amount: item.amount,
      unitCents: item.unitCents,
      totalCents: item.totalCents,
      voucherCents: item.voucherCents,
      vatBasisPoints: item.vatBasisPoints,
      physical: item.physical,
      eventId: item.eventId,
      placeCountryCode: event?.venue.countryCode ?? countries.get(item.variantId) ?? null,
    }
  })
}
