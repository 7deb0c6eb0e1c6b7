/** Codes that open an event's tickets before their public sale. Only their sha256 is known here. */
import { and, eq, sql } from 'drizzle-orm'
import { normaliseCode } from '../../schema/codes.ts'
import { presaleCodes, pricingCategories } from '../../schema/tables/event.ts'
import type { PresaleCode } from '../domain/seat-hold.ts'
import type { Database } from './database.ts'

/** `code` as a fan typed it. */
export async function findPresaleCode(db: Database, eventId: string, code: string): Promise<PresaleCode | null> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normaliseCode(code)))
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const [row] = await db
    .select({
      id: presaleCodes.id,
      category: sql<number | null>`${pricingCategories.number}`.as('category_number'),
      uses: presaleCodes.uses,
      validFromAt: presaleCodes.validFromAt,
    })
    .from(presaleCodes)
    .leftJoin(pricingCategories, eq(pricingCategories.id, presaleCodes.pricingCategoryId))
    .where(and(eq(presaleCodes.eventId, eventId), eq(presaleCodes.codeHash, hash)))
  return row ?? null
}

/** The first instant from which any of the event's codes opens anything; null where it has none. */
export function presaleCodesFrom(db: Database, eventId: string) {
  return db
    .select({ from: sql<number | null>`min(${presaleCodes.validFromAt})`.as('codes_from') })
    .from(presaleCodes)
    .where(eq(presaleCodes.eventId, eventId))
}
