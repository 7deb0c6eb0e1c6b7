/** The invoice of a paid order and the corrections after its refunds, issued when somebody first asks for them. */

import { formatDate } from '../../schema/rules/date-format.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { Database } from '../db/database.ts'
import { findInvoice, type Invoice, issueInvoice } from '../db/invoice.ts'
import type { Order, OrderEvent, OrderItem, TicketedOrder } from '../db/order.ts'
import { type Refund, refundsOfOrder } from '../db/refund.ts'
import {
  correctionContent,
  hasInvoice,
  type InvoicedItem,
  invoiceContent,
  invoiceYear,
  needsCorrection,
} from '../domain/orders/invoice.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'

/** A document that the order has, issued or not. `refund` is null for the invoice. */
export type OrderDocument = { file: string; refund: Refund | null }

const INVOICE_FILE = 'invoice.pdf'

/** The documents of an order, first the invoice. The list is empty for an order without an invoice. */
export function documentsOf(order: Order, refunds: readonly Refund[]): OrderDocument[] {
  if (!hasInvoice(order)) return []
  const corrections = refunds
    .filter(needsCorrection)
    .map((refund) => ({ file: `correction-${refund.id.replaceAll('_', '-')}.pdf`, refund }))
  return [{ file: INVOICE_FILE, refund: null }, ...corrections]
}

/** What a document says. `mail/invoice-pdf` prints it. */
export type IssuedDocument = {
  order: Order
  shopName: string
  invoice: Invoice
  /** Set if the document corrects the invoice. */
  correction: { document: Invoice; reason: CorrectionReason } | null
}

type CorrectionReason = 'event' | 'order' | 'withdrawal' | 'other'

/** Returns the documents whose file names `isWanted` accepts, and issues those that have not been issued yet. */
export async function issueDocuments(
  db: Database,
  whole: TicketedOrder,
  shopName: string,
  now: number,
  isWanted: (file: string) => boolean = () => true,
): Promise<IssuedDocument[]> {
  const { order } = whole
  const wanted = documentsOf(order, await refundsOfOrder(db, order.id)).filter(({ file }) => isWanted(file))
  const issued: IssuedDocument[] = []
  // One after the other, so that a correction has a higher number than its invoice.
  for (const { refund } of wanted) {
    const invoice = await invoiceOf(db, whole, now)
    const reason: CorrectionReason = (refund && REASONS[refund.reason]) ?? 'other'
    const correction = refund && { document: await correctionOf(db, whole, refund, now), reason }
    issued.push({ order, shopName, invoice, correction })
  }
  return issued
}

const REASONS: Partial<Record<RefundReason, CorrectionReason>> = {
  cancelled_event: 'event',
  cancelled_order: 'order',
  withdrawal: 'withdrawal',
}

async function invoiceOf(db: Database, { order, items, events }: TicketedOrder, now: number): Promise<Invoice> {
  const issued = await findInvoice(db, order.id, null)
  if (issued) return issued
  const content = invoiceContent(order, invoicedItems(order, items, events), order.shippingName)
  return issueInvoice(db, { orderId: order.id, refundId: null, year: invoiceYear(now), content }, now)
}

async function correctionOf(db: Database, whole: TicketedOrder, refund: Refund, now: number): Promise<Invoice> {
  const { order, items, events } = whole
  const issued = await findInvoice(db, order.id, refund.id)
  if (issued) return issued
  const all = invoicedItems(order, items, events)
  const content = correctionContent(order, all, refundedItems(whole, all, refund), refund.amountCents)
  return issueInvoice(db, { orderId: order.id, refundId: refund.id, year: invoiceYear(now), content }, now)
}

/**
 * The items that the refund concerns: those of a cancelled event, which the refund names, or those whose tickets became void
 * in the transaction that recorded the refund (SUP-01). Other refunds concern no items in particular.
 */
function refundedItems(
  { tickets }: TicketedOrder,
  all: InvoicedItem[],
  { subject, createdAt }: Refund,
): InvoicedItem[] {
  const returned = new Set(
    tickets.filter(({ invalidatedAt }) => invalidatedAt === createdAt).map(({ orderItemId }) => orderItemId),
  )
  return all.filter(({ id, eventId }) => returned.has(id) || (eventId !== null && eventId === subject))
}

function invoicedItems({ locale }: Order, items: OrderItem[], events: ReadonlyMap<string, OrderEvent>): InvoicedItem[] {
  return items.map((item) => {
    const event = events.get(item.eventId ?? '')
    const day = event ? formatDate(event.happeningFromAt, event.venue.timeZone, locale) : ''
    return {
      id: item.id,
      text: [item.descriptiveName, item.variantName, seatPlace(item, locale), day].filter(Boolean).join(', '),
      amount: item.amount,
      unitCents: item.unitCents,
      totalCents: item.totalCents,
      vatBasisPoints: item.vatBasisPoints,
      physical: item.physical,
      eventId: item.eventId,
      placeCountryCode: event?.venue.countryCode ?? null,
    }
  })
}
