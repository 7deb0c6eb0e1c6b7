/** Incidents: faults that operators see until they are resolved. */
import { and, asc, desc, eq, type InferSelectModel, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type IncidentDetails, incidents } from '../../schema/tables/incident.ts'
import type { Database } from './database.ts'

export type Incident = InferSelectModel<typeof incidents>
export type IncidentKey = Pick<Incident, 'kind' | 'subjectId'>
type Noted = IncidentKey & { details: IncidentDetails }

/** The number of keys per statement. D1 accepts at most two megabytes in one parameter. */
const KEYS_AT_ONCE = 1_000

/**
 * Records an incident once per kind and subject, with its latest details. A resolved incident that recurs is reopened. An
 * accepted incident is reopened only if its details differ. Returns whether the incident is new or was reopened.
 */
export async function noteIncident(db: Database, incident: Noted, now: number): Promise<boolean> {
  const [noted] = await noteIncidents(db, [incident], now)
  return noted?.isNew ?? false
}

/** Records many incidents, up to a thousand per statement. `isOpen` is false if an operator has accepted the incident. */
export async function noteIncidents(
  db: Database,
  noted: readonly Noted[],
  now: number,
): Promise<(IncidentKey & { isNew: boolean; isOpen: boolean })[]> {
  const comesBack = sql`resolved_at is not null and (accepted_at is null or details is not excluded.details)`
  const written = await inParts(noted, (part) => {
    const rows = JSON.stringify(part.map((incident) => ({ id: newId('incident', now), ...incident })))
    return db.all<IncidentKey & { isNew: number; isOpen: number }>(sql`
      insert into incidents (id, kind, subject_id, details, created_at, seen_at)
      select value ->> 'id', value ->> 'kind', value ->> 'subjectId', value -> 'details', ${now}, ${now}
        from json_each(${rows}) where true
      on conflict (kind, subject_id) do update set details = excluded.details, seen_at = ${now},
        created_at = iif(${comesBack}, ${now}, created_at),
        accepted_at = iif(${comesBack}, null, accepted_at),
        resolved_at = iif(${comesBack}, null, resolved_at)
      returning kind, subject_id as subjectId, resolved_at is null and created_at = ${now} as isNew,
        resolved_at is null as isOpen`)
  })
  return written.map(({ isNew, isOpen, ...key }) => ({ ...key, isNew: isNew === 1, isOpen: isOpen === 1 }))
}

/** The incidents among `keys` that are open or accepted. */
export function openOrAcceptedAmong(
  db: Database,
  keys: readonly IncidentKey[],
): Promise<(IncidentKey & { isAccepted: number })[]> {
  return inParts(keys, (part) =>
    db.all(sql`select kind, subject_id as subjectId, accepted_at is not null as isAccepted from incidents
      where (resolved_at is null or accepted_at is not null) and ${isAmong(part)}`),
  )
}

/** Resolves the incidents of faults that have been fixed. Incidents that are not open stay as they are. */
export async function resolveIncidents(db: Database, keys: readonly IncidentKey[], now: number): Promise<void> {
  await inParts(keys, (part) =>
    db.all(sql`update incidents set resolved_at = ${now} where resolved_at is null and ${isAmong(part)}`),
  )
}

/** Resolves the open incidents among `which` that were created before `since` and not found again since. Returns them. */
export async function resolveUnseen(db: Database, which: SQL, since: number, now: number): Promise<IncidentKey[]> {
  return db.all(sql`update incidents set resolved_at = ${now} where resolved_at is null and created_at < ${since}
    and ifnull(seen_at, 0) < ${since} and ${which}
    returning kind, subject_id as subjectId`)
}

/** Whether an incident of that kind has been found since that instant. */
export async function wasSeenSince(db: Database, kind: string, since: number): Promise<boolean> {
  return (await db.all(sql`select 1 from incidents where kind = ${kind} and seen_at >= ${since} limit 1`)).length > 0
}

function isAmong(keys: readonly IncidentKey[]): SQL {
  const asked = JSON.stringify(keys.map(({ kind, subjectId }) => ({ kind, subjectId })))
  return sql`(kind, subject_id) in (select value ->> 'kind', value ->> 'subjectId' from json_each(${asked}))`
}

async function inParts<Thing, Row>(
  things: readonly Thing[],
  ask: (part: readonly Thing[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < things.length; start += KEYS_AT_ONCE)
    rows.push(...(await ask(things.slice(start, start + KEYS_AT_ONCE))))
  return rows
}

/** Open incidents, oldest first. */
export function openIncidents(db: Database, limit: number): Promise<Incident[]> {
  return db.select().from(incidents).where(isNull(incidents.resolvedAt)).orderBy(asc(incidents.createdAt)).limit(limit)
}

/** Accepted incidents, latest first. */
export function acceptedIncidents(db: Database, limit: number): Promise<Incident[]> {
  return db
    .select()
    .from(incidents)
    .where(isNotNull(incidents.acceptedAt))
    .orderBy(desc(incidents.acceptedAt))
    .limit(limit)
}

const CHANGES = {
  resolve: (now: number) => ({ set: { resolvedAt: now }, from: isNull(incidents.resolvedAt) }),
  accept: (now: number) => ({ set: { resolvedAt: now, acceptedAt: now }, from: isNull(incidents.resolvedAt) }),
  reopen: () => ({ set: { resolvedAt: null, acceptedAt: null }, from: isNotNull(incidents.resolvedAt) }),
} as const
export type IncidentChange = keyof typeof CHANGES

/** Returns false if there is no such incident or its state does not allow the change. */
export async function changeIncident(db: Database, id: string, change: IncidentChange, now: number): Promise<boolean> {
  const { set, from } = CHANGES[change](now)
  const changed = await db
    .update(incidents)
    .set(set)
    .where(and(eq(incidents.id, id), from))
    .returning({ id: incidents.id })
  return changed.length > 0
}
