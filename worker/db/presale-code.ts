/** Presale codes, with which fans buy an event's tickets before the public sale. The database contains only their hashes. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { pricingCategories } from '../../schema/tables/event.ts'
import { presaleCodes } from '../../schema/tables/presale-code.ts'
import type { PresaleCode } from '../domain/seats/seat-hold.ts'
import { type CodeSecrets, codeHashes } from '../domain/tickets/presale-voucher-hash.ts'
import type { Database } from './database.ts'
import { type EventIds, isOfEvents } from './event-details.ts'

/** `code` is the text that the fan typed. */
export function findPresaleCode(
  db: Database,
  secrets: CodeSecrets,
  eventId: string,
  code: string,
): Promise<PresaleCode | null> {
  return findCode(db, eventId, inArray(presaleCodes.codeHash, codeHashes(secrets, code)))
}

/** The code that admitted a ticket in a cart. */
export function findPresaleCodeById(db: Database, eventId: string, id: string): Promise<PresaleCode | null> {
  return findCode(db, eventId, eq(presaleCodes.id, id))
}

async function findCode(db: Database, eventId: string, isAsked: SQL): Promise<PresaleCode | null> {
  const [row] = await db
    .select({
      id: presaleCodes.id,
      category: sql<number | null>`${pricingCategories.number}`.as('category_number'),
      uses: presaleCodes.uses,
      validFromAt: presaleCodes.validFromAt,
    })
    .from(presaleCodes)
    .leftJoin(pricingCategories, eq(pricingCategories.id, presaleCodes.pricingCategoryId))
    .where(and(eq(presaleCodes.eventId, eventId), isAsked))
  return row ?? null
}

/** The first instant at which a code of the event becomes valid; no row if the event has no codes. */
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
