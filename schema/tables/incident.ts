/**
 * Faults that a person must look at. The shop writes one row per kind and subject, however often the fault occurs. An
 * operator resolves or accepts an incident. The audit resolves its own incidents once it no longer finds the fault, and
 * the end of a dispute once later payments or refunds leave nothing to decide.
 */
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'

/** Ids, codes and numbers, but no personal data: no names, addresses or typed texts. */
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
    /** When the fault occurred last. */
    seenAt: instant('seen_at'),
    resolvedAt: instant('resolved_at'),
    /** When an operator accepted the fault. It counts as resolved until its details change. */
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    uniqueIndex('incidents_once').on(table.kind, table.subjectId),
    index('incidents_open').on(table.resolvedAt, table.createdAt),
  ],
)
