/**
 * Faults that a person must look at. The shop writes one row for each kind and subject, however often it meets the fault,
 * and operators resolve it.
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
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    uniqueIndex('incidents_once').on(table.kind, table.subjectId),
    index('incidents_open').on(table.resolvedAt, table.createdAt),
  ],
)
