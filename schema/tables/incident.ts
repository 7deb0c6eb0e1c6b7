/**
 * Faults that a person must look at. The shop writes one row for each kind and subject, however often it meets the fault.
 * Operators resolve or accept it; the audit resolves its own once it no longer finds them, and a dispute's end where later
 * facts leave nothing to decide.
 */
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'

/** Ids, codes, numbers: never names, addresses or what a visitor typed. */
export type IncidentDetails = Record<string, string | number | boolean | null>

export const incidents = sqliteTable(
  'incidents',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** The order, cart, event or payment that the incident is about. */
    subjectId: text('subject_id').notNull(),
    details: json<IncidentDetails>('details').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the shop met the fault last. */
    seenAt: instant('seen_at'),
    resolvedAt: instant('resolved_at'),
    /** An operator has resolved it for as long as its details stay the same. */
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    uniqueIndex('incidents_once').on(table.kind, table.subjectId),
    index('incidents_open').on(table.resolvedAt, table.createdAt),
  ],
)
