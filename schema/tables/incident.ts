/**
 * Faults that an operator must look at. A fault that occurs again updates the row of its kind and subject.
 *
 * Operators resolve or accept incidents. The shop resolves some incidents itself, for example if the audit no longer
 * finds the fault, if the shop has won the dispute, or if the order of a partly lost dispute has been refunded
 * completely.
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
    /**
     * Identifies the subject of the incident: an id, such as an order's, or ids joined by `/`, such as
     * `eventId/seatId`.
     */
    subjectId: text('subject_id').notNull(),
    details: json<IncidentDetails>('details').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last time at which the fault was found. */
    seenAt: instant('seen_at'),
    resolvedAt: instant('resolved_at'),
    /**
     * When an operator accepted the fault. The incident then counts as resolved, until the fault occurs with new
     * details.
     */
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    uniqueIndex('incidents_once').on(table.kind, table.subjectId),
    index('incidents_open').on(table.resolvedAt, table.createdAt),
  ],
)
