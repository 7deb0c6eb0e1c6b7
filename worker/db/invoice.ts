/** Issues invoices and corrections with numbers without gaps, each once. */
import { and, eq, type InferSelectModel, isNull, sql } from 'drizzle-orm'
import { type InvoiceContent, invoices } from '../../schema/tables/invoice.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

export type Invoice = InferSelectModel<typeof invoices>

type Issued = { orderId: string; refundId: string | null; year: number; content: InvoiceContent }

/**
 * Returns the document of the order or of its refund, and issues it if that has not happened. One statement takes the next
 * number of the year, so neither simultaneous calls nor a crash can skip or repeat a number.
 */
export async function issueInvoice(
  db: Database,
  { orderId, refundId, year, content }: Issued,
  now: number,
): Promise<Invoice> {
  const isOfRefund = refundId === null ? sql`refund_id is null` : sql`refund_id = ${refundId}`
  await runBatch(db, [
    sql`insert into invoices (number, year, sequence, order_id, refund_id, issued_at, content)
      select printf('%d-%06d', ${year}, next.sequence), ${year}, next.sequence, ${orderId}, ${refundId}, ${now},
        ${JSON.stringify(content)}
      from (select ifnull(max(sequence), 0) + 1 as sequence from invoices where year = ${year}) as next
      where not exists (select 1 from invoices where order_id = ${orderId} and ${isOfRefund})`,
  ])
  const issued = await findInvoice(db, orderId, refundId)
  if (!issued) throw new Error('the invoice of an order was not written')
  return issued
}

export async function findInvoice(db: Database, orderId: string, refundId: string | null): Promise<Invoice | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.orderId, orderId),
        refundId === null ? isNull(invoices.refundId) : eq(invoices.refundId, refundId),
      ),
    )
  return row ?? null
}
