/** The operator's endpoints. `access.ts` has authorised the caller and writes the journal. */
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
import { latestOperatorActions } from '../../db/operator-action.ts'
import { countUnsettled, deadLetters, dropDeadLetter, reviveDeadLetters } from '../../db/outbox.ts'
import { loadCodeCheck } from '../../db/shop.ts'
import { startBudget } from '../../jobs/job-budget.ts'
import { auditBooks } from '../../services/book-audit.ts'
import { OperatorRefusal } from '../../services/operator-refusal.ts'
import { enqueueOutboxRows } from '../../services/outbox.ts'
import { claimsOfEvent, countSeats } from '../../services/seat-count.ts'
import { ShopError } from '../../services/shop-error.ts'
import { changeRoom, reportRooms } from '../../services/waiting-room/queue-controls.ts'
import { LARGEST_COMMAND, readJson } from '../body.ts'
import { codeSecretFaults, deploymentFaults } from '../deployment.ts'
import type { EdgeContext } from '../edge-context.ts'
import { edgeRequestOf } from '../shop-context.ts'
import { serveOperatorOrders } from './orders.ts'

const AUDIT_STATEMENTS = 400
const AUDIT_MS = 10_000
const REVIVED_AT_ONCE = 500

const rowSchema = z.strictObject({ id: z.string().check(z.maxLength(40)) })

const reviveSchema = z.strictObject({ kind: z.optional(z.enum(OUTBOX_KINDS)) })

const auditSchema = z.strictObject({ cursor: z.string().check(z.maxLength(80)), resting: z.optional(z.boolean()) })

const changeRoomSchema = z.strictObject({
  scope: z.enum(['shop', 'catalogue', 'event']),
  slug: z.string().check(z.maxLength(120)),
  mode: z.optional(z.enum(['off', 'on', 'scheduled', 'automatic', 'paused'])),
  opensAt: z.optional(z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))),
  targetActive: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  ratePerSecond: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  withoutTurnstile: z.optional(z.boolean()),
})

export async function serveOperator(http: EdgeContext): Promise<Response> {
  const path = new URL(http.req.url).pathname.replace('/operator', '')
  const db = openDatabase(http.env.DB)
  try {
    const ofOrders = await serveOperatorOrders(http, path)
    if (ofOrders) return ofOrders
    if (http.req.method === 'GET' && path === '/doctor') {
      return http.json([...deploymentFaults(http.env), ...codeSecretFaults(http.env, await loadCodeCheck(db))])
    }
    if (http.req.method === 'GET' && path === '/journal') return http.json(await latestOperatorActions(db, 200))
    if (http.req.method === 'GET' && path === '/outbox/dead') return http.json(await deadLetters(db, 200))
    if (http.req.method === 'GET' && path === '/incidents') return http.json(await openIncidents(db, 200))
    if (http.req.method === 'GET' && path === '/incidents/accepted') return http.json(await acceptedIncidents(db, 200))
    const [, incidentChange] = /^\/incidents\/(resolve|accept|reopen)$/.exec(path) ?? []
    if (http.req.method === 'POST' && incidentChange) return moveIncident(http, incidentChange as IncidentChange)
    if (http.req.method === 'POST' && path === '/outbox/retry-all') return reviveAll(http)
    const [, change] = /^\/outbox\/(retry|drop)$/.exec(path) ?? []
    if (http.req.method === 'POST' && change) return changeDeadLetter(http, change === 'retry')
    if (http.req.method === 'POST' && path === '/audit') return audit(http)
    const [, slug] = /^\/events\/([a-z0-9_-]+)\/seats$/.exec(path) ?? []
    if (http.req.method === 'GET' && slug) {
      const counted = await countSeats(http.env, db, slug, Date.now())
      return counted ? http.json(counted) : http.json({ code: 'NOT_FOUND' }, 404)
    }
    const [, claimed] = /^\/events\/([a-z0-9_-]+)\/claims$/.exec(path) ?? []
    if (http.req.method === 'GET' && claimed) {
      const claims = await claimsOfEvent(http.env, db, claimed, Date.now())
      return claims ? http.json(claims) : http.json({ code: 'NOT_FOUND' }, 404)
    }
    if (path === '/queue' && http.req.method === 'GET') return http.json(await reportRooms(edgeRequestOf(http), db))
    if (path === '/queue' && http.req.method === 'POST') {
      const change = changeRoomSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
      if (!change.success) return http.json({ code: 'BAD_INPUT' }, 400)
      return http.json(await changeRoom(http.env, db, change.data, Date.now()))
    }
    if (http.req.method === 'GET' && path === '/unsettled') return http.json(await countUnsettled(db))
  } catch (error) {
    if (error instanceof ShopError || error instanceof OperatorRefusal)
      return http.json({ code: error.code, params: error.params }, 409)
    throw error
  }
  return http.text('Not found', 404)
}

async function changeDeadLetter(http: EdgeContext, isRetry: boolean): Promise<Response> {
  const input = rowSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
  const { id } = input.data
  const db = openDatabase(http.env.DB)
  const now = Date.now()
  const changed = isRetry ? await reviveDeadLetters(db, { id }, 1, now) : await dropDeadLetter(db, id, now)
  if (changed.length === 0) return http.json({ code: 'NOT_FOUND' }, 404)
  await resolveIncidents(db, [{ kind: 'outbox_dead', subjectId: id }], now)
  if (isRetry) await enqueueOutboxRows(http.env, id)
  return http.json({ id, status: isRetry ? 'waiting' : 'dropped' })
}

/** Retries a bounded number of dead letters, of all kinds or one; the client repeats until none is left. */
async function reviveAll(http: EdgeContext): Promise<Response> {
  const input = reviveSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
  const db = openDatabase(http.env.DB)
  const now = Date.now()
  const ids = await reviveDeadLetters(db, input.data, REVIVED_AT_ONCE, now)
  await resolveIncidents(
    db,
    ids.map((subjectId) => ({ kind: 'outbox_dead', subjectId })),
    now,
  )
  await enqueueOutboxRows(http.env, ...ids)
  return http.json({ revived: ids.length })
}

async function moveIncident(http: EdgeContext, change: IncidentChange): Promise<Response> {
  const input = rowSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
  const isChanged = await changeIncident(openDatabase(http.env.DB), input.data.id, change, Date.now())
  const status = { resolve: 'resolved', accept: 'accepted', reopen: 'open' }[change]
  return isChanged ? http.json({ id: input.data.id, status }) : http.json({ code: 'NOT_FOUND' }, 404)
}

/** Audits one slice within the client's timeout; the client continues until the cursor is null. */
async function audit(http: EdgeContext): Promise<Response> {
  const input = auditSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
  const now = Date.now()
  const budget = startBudget(http.env, now, AUDIT_STATEMENTS, AUDIT_MS)
  return http.json(await auditBooks(budget.env, input.data.cursor, now, budget.hasLeft, input.data.resting))
}
