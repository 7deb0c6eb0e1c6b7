/** Incidents as rows: faults that operators see until they resolve them. */
import { and, asc, eq, type InferSelectModel, isNotNull, isNull } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type IncidentDetails, incidents } from '../../schema/tables/incident.ts'
import type { Database } from './database.ts'

export type Incident = InferSelectModel<typeof incidents>

/**
 * Notes an incident once for each kind and subject. A fault that is still open keeps its first row; one that comes back
 * after it was resolved is open again, with the new details. True where the incident was not open before.
 */
export async function noteIncident(
  db: Database,
  incident: { kind: string; subjectId: string; details: IncidentDetails },
  now: number,
): Promise<boolean> {
  const written = await db
    .insert(incidents)
    .values({ id: newId('incident', now), ...incident, createdAt: now })
    .onConflictDoUpdate({
      target: [incidents.kind, incidents.subjectId],
      set: { details: incident.details, createdAt: now, resolvedAt: null },
      setWhere: isNotNull(incidents.resolvedAt),
    })
    .returning({ id: incidents.id })
  return written.length > 0
}

/** The open incidents, the oldest first. */
export function openIncidents(db: Database, limit: number): Promise<Incident[]> {
  return db.select().from(incidents).where(isNull(incidents.resolvedAt)).orderBy(asc(incidents.createdAt)).limit(limit)
}

/** True where the incident was open. */
export async function resolveIncident(db: Database, id: string, now: number): Promise<boolean> {
  const resolved = await db
    .update(incidents)
    .set({ resolvedAt: now })
    .where(and(eq(incidents.id, id), isNull(incidents.resolvedAt)))
    .returning({ id: incidents.id })
  return resolved.length > 0
}
