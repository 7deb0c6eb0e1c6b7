/** What is still under way: outbox rows not done and provider payments whose outcome is not known. */
import { count, eq, isNull } from 'drizzle-orm'
import { outbox } from '../../schema/tables/outbox.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { Database } from './database.ts'

export async function countUnsettled(db: Database): Promise<{ outbox: number; payments: number }> {
  const [waiting, open] = await db.batch([
    db.select({ rows: count() }).from(outbox).where(isNull(outbox.doneAt)),
    db.select({ rows: count() }).from(payments).where(eq(payments.status, 'open')),
  ])
  return { outbox: waiting[0]?.rows ?? 0, payments: open[0]?.rows ?? 0 }
}
