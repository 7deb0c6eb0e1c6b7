/** Codes that open an event's tickets before their public sale. Only their hash is known here. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { presaleCodes, pricingCategories } from '../../schema/tables/event.ts'
import type { PresaleCode } from '../domain/seats/seat-hold.ts'
import { type CodeSecrets, codeHashes } from '../domain/tickets/presale-voucher-hash.ts'
import type { Database } from './database.ts'
import { type EventIds, isOfEvents } from './event.ts'

/** `code` as a fan typed it. */
export async function findPresaleCode(
  db: Database,
  secrets: CodeSecrets,
  eventId: string,
  code: string,
): Promise<PresaleCode | null> {
  const [row] = await db
    .select({
      id: presaleCodes.id,
      category: sql<number | null>`${pricingCategories.number}`.as('category_number'),
      uses: presaleCodes.uses,
      validFromAt: presaleCodes.validFromAt,
    })
    .from(presaleCodes)
    .leftJoin(pricingCategories, eq(pricingCategories.id, presaleCodes.pricingCategoryId))
    .where(and(eq(presaleCodes.eventId, eventId), inArray(presaleCodes.codeHash, codeHashes(secrets, code))))
  return row ?? null
}

/** The first instant from which any code of an event opens anything; no row where it has none. */
export function presaleCodesFrom(db: Database, events: EventIds) {
  return db
    .select({
      eventId: presaleCodes.eventId,
      from: sql<number | null>`min(${presaleCodes.validFromAt})`.as('codes_from'),
    })
    .from(presaleCodes)
    .where(isOfEvents(presaleCodes.eventId, events))
    .groupBy(presaleCodes.eventId)
}
