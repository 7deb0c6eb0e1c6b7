/** The operator's routes for dead letters (outbox rows that failed for good) and for incidents. */
import { Hono } from 'hono/tiny'
import * as z from 'zod/mini'
import { OUTBOX_KINDS } from '../../../schema/tables/outbox.ts'
import { openDatabase } from '../../db/database.ts'
import {
  acceptedIncidents,
  changeIncident,
  type IncidentChange,
  openIncidents,
  resolveIncidents,
} from '../../db/incident.ts'
import { deadLetters, dropDeadLetter, reviveDeadLetters } from '../../db/outbox.ts'
import { enqueueOutboxRows } from '../../services/outbox.ts'
import type { EdgeEnv } from '../edge-context.ts'
import { command } from './command.ts'

const REVIVED_AT_ONCE = 500

const rowSchema = z.strictObject({ id: z.string().check(z.maxLength(40)) })
const reviveSchema = z.strictObject({ kind: z.optional(z.enum(OUTBOX_KINDS)) })

export const deadLetterRoutes = new Hono<EdgeEnv>()

deadLetterRoutes.get('/outbox/dead', async (http) => http.json(await deadLetters(openDatabase(http.env.DB), 200)))
deadLetterRoutes.post(
  '/outbox/retry',
  command(rowSchema, async ({ id }, { env, db, now }) => {
    const revived = await reviveDeadLetters(db, { id }, 1, now)
    if (revived.length === 0) return null
    await resolveIncidents(db, [{ kind: 'outbox_dead', subjectId: id }], now)
    await enqueueOutboxRows(env, id)
    return { id, status: 'waiting' }
  }),
)
deadLetterRoutes.post(
  '/outbox/drop',
  command(rowSchema, async ({ id }, { db, now }) => {
    const dropped = await dropDeadLetter(db, id, now)
    if (dropped.length === 0) return null
    await resolveIncidents(db, [{ kind: 'outbox_dead', subjectId: id }], now)
    return { id, status: 'dropped' }
  }),
)
// Retries a limited number of dead letters, of all kinds or of one kind. The client repeats the command until none is
// left.
deadLetterRoutes.post(
  '/outbox/retry-all',
  command(reviveSchema, async (filter, { env, db, now }) => {
    const ids = await reviveDeadLetters(db, filter, REVIVED_AT_ONCE, now)
    await resolveIncidents(
      db,
      ids.map((subjectId) => ({ kind: 'outbox_dead', subjectId })),
      now,
    )
    await enqueueOutboxRows(env, ...ids)
    return { revived: ids.length }
  }),
)

const STATUS_AFTER = { resolve: 'resolved', accept: 'accepted', reopen: 'open' } satisfies Record<
  IncidentChange,
  string
>

deadLetterRoutes.get('/incidents', async (http) => http.json(await openIncidents(openDatabase(http.env.DB), 200)))
deadLetterRoutes.get('/incidents/accepted', async (http) =>
  http.json(await acceptedIncidents(openDatabase(http.env.DB), 200)),
)
for (const change of ['resolve', 'accept', 'reopen'] as const) {
  deadLetterRoutes.post(
    `/incidents/${change}`,
    command(rowSchema, async ({ id }, { db, now }) =>
      (await changeIncident(db, id, change, now)) ? { id, status: STATUS_AFTER[change] } : null,
    ),
  )
}
