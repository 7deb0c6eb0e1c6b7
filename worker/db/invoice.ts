/** Issues invoices and corrections with numbers without gaps, each once. */
import { eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm'
import { variants } from '../../schema/tables/catalogue.ts'
import { events, venues } from '../../schema/tables/event.ts'
import { type InvoiceContent, invoices } from '../../schema/tables/invoice.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

export type Invoice = InferSelectModel<typeof invoices>

/** What a document is about. The invoice itself has neither a refund nor a return to a voucher. */
export type DocumentSubject = { orderId: string; refundId: string | null; voucherReturnedAt: number | null }

type Issued = { subject: DocumentSubject; year: number; content: InvoiceContent }

/**
 * Returns the document, and issues it if that has not happened. One statement takes the next
 * number of the year, so neither simultaneous calls nor a crash can skip or repeat a number.
 */
export async function issueInvoice(db: Database, { subject, year, content }: Issued, now: number): Promise<Invoice> {
  const { orderId, refundId, voucherReturnedAt } = subject
  await runBatch(db, [
    sql`insert into invoices (number, year, sequence, order_id, refund_id, voucher_returned_at, issued_at, content)
      select printf('%d-%06d', ${year}, next.sequence), ${year}, next.sequence, ${orderId}, ${refundId}, ${voucherReturnedAt}, ${now},
        ${JSON.stringify(content)}
      from (select ifnull(max(sequence), 0) + 1 as sequence from invoices where year = ${year}) as next
      where not exists (select 1 from invoices where ${isAbout(subject)})`,
  ])
  const issued = await findInvoice(db, subject)
  if (!issued) throw new Error('the invoice of an order was not written')
  return issued
}

const isAbout = ({ orderId, refundId, voucherReturnedAt }: DocumentSubject): SQL =>
  sql`order_id = ${orderId} and refund_id is ${refundId} and voucher_returned_at is ${voucherReturnedAt}`

export async function findInvoice(db: Database, subject: DocumentSubject): Promise<Invoice | null> {
  const [row] = await db.select().from(invoices).where(isAbout(subject))
  return row ?? null
}

/**
 * The countries of the venues by ticket variant. The fee of a name change has the variant of its ticket, but no event, so that
 * it brings no ticket.
 */
export async function venueCountries(db: Database, variantIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ variantId: variants.id, countryCode: venues.countryCode })
    .from(variants)
    .innerJoin(events, eq(events.id, variants.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(inArray(variants.id, variantIds))
  return new Map(rows.map(({ variantId, countryCode }) => [variantId, countryCode]))
}
