/** Incidents as rows: faults that operators see until they resolve them. */
import { and, asc, eq, type InferSelectModel, isNotNull, isNull, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type IncidentDetails, incidents } from '../../schema/tables/incident.ts'
import type { Database } from './database.ts'

export type Incident = InferSelectModel<typeof incidents>
type IncidentKey = Pick<Incident, 'kind' | 'subjectId'>

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

type Noted = { kind: string; subjectId: string; details: IncidentDetails }

/** D1 takes two megabytes in one parameter. */
const NOTED_AT_ONCE = 1_000

/** Notes many incidents, a thousand by one statement. Answers with those that were not open before. */
export async function noteIncidents(db: Database, noted: readonly Noted[], now: number): Promise<IncidentKey[]> {
  const written: IncidentKey[] = []
  for (let start = 0; start < noted.length; start += NOTED_AT_ONCE) {
    const part = noted.slice(start, start + NOTED_AT_ONCE)
    const rows = JSON.stringify(part.map((incident) => ({ id: newId('incident', now), ...incident })))
    const opened = await db.all<IncidentKey>(sql`
      insert into incidents (id, kind, subject_id, details, created_at)
      select value ->> 'id', value ->> 'kind', value ->> 'subjectId', value -> 'details', ${now}
        from json_each(${rows}) where true
      on conflict (kind, subject_id) do update set details = excluded.details, created_at = ${now}, resolved_at = null
        where resolved_at is not null
      returning kind, subject_id as subjectId`)
    written.push(...opened)
  }
  return written
}

/** Which of them are open. */
export function openAmong(db: Database, keys: readonly IncidentKey[]): Promise<IncidentKey[]> {
  const asked = JSON.stringify(keys.map(({ kind, subjectId }) => ({ kind, subjectId })))
  return db.all<IncidentKey>(sql`select kind, subject_id as subjectId from incidents where resolved_at is null
    and (kind, subject_id) in (select value ->> 'kind', value ->> 'subjectId' from json_each(${asked}))`)
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
