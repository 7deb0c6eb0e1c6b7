/** Work in progress: pending and dead outbox rows, and provider payments without a known outcome. */
import { and, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { OUTBOX_KINDS, outbox } from '../../schema/tables/outbox.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { Database } from './database.ts'

export async function countUnsettled(db: Database): Promise<{ outbox: number; dead: number; payments: number }> {
  const [waiting, dead, open] = await db.batch([
    db
      .select({ rows: count() })
      .from(outbox)
      .where(and(inArray(outbox.kind, [...OUTBOX_KINDS]), isNull(outbox.doneAt), isNull(outbox.deadAt))),
    db
      .select({ rows: count() })
      .from(outbox)
      .where(and(isNull(outbox.doneAt), isNotNull(outbox.deadAt))),
    db.select({ rows: count() }).from(payments).where(eq(payments.status, 'open')),
  ])
  return { outbox: waiting[0]?.rows ?? 0, dead: dead[0]?.rows ?? 0, payments: open[0]?.rows ?? 0 }
}
