/** What the people who run the shop may do from a shell. `operator-access.ts` has checked who asks, and keeps the journal. */
import * as z from 'zod/mini'
import { openDatabase } from '../db/database.ts'
import { openIncidents, resolveIncident } from '../db/incident.ts'
import { latestOperatorActions } from '../db/operator-action.ts'
import { deadLetters, dropDeadLetter, reviveDeadLetter } from '../db/outbox.ts'
import { countUnsettled } from '../db/unsettled.ts'
import { deploymentFaults } from '../domain/deployment.ts'
import { startBudget } from '../jobs/job-budget.ts'
import { auditBooks } from '../services/book-audit.ts'
import { OperatorRefusal } from '../services/operator-refusal.ts'
import { ringOutbox } from '../services/outbox.ts'
import { changeRoom, reportRooms } from '../services/queue-controls.ts'
import { claimsOfEvent, countSeats } from '../services/seat-count.ts'
import { ShopError } from '../services/shop-error.ts'
import { LARGEST_COMMAND, readJson } from './body.ts'
import { serveOperatorOrders } from './operator-orders.ts'
import type { EdgeContext } from './shop-context.ts'

const AUDIT_STATEMENTS = 400
const AUDIT_MS = 10_000

const rowSchema = z.strictObject({ id: z.string().check(z.maxLength(40)) })

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
    if (http.req.method === 'GET' && path === '/doctor') return http.json(deploymentFaults(http.env))
    if (http.req.method === 'GET' && path === '/journal') return http.json(await latestOperatorActions(db, 200))
    if (http.req.method === 'GET' && path === '/outbox/dead') return http.json(await deadLetters(db, 200))
    if (http.req.method === 'GET' && path === '/incidents') return http.json(await openIncidents(db, 200))
    if (http.req.method === 'POST' && path === '/incidents/resolve') return closeIncident(http)
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
    if (path === '/queue' && http.req.method === 'GET') return http.json(await reportRooms(http.env, db, Date.now()))
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
  const isChanged = await (isRetry ? reviveDeadLetter(db, id, Date.now()) : dropDeadLetter(db, id, Date.now()))
  if (!isChanged) return http.json({ code: 'NOT_FOUND' }, 404)
  if (isRetry) await ringOutbox(http.env, id)
  return http.json({ id, status: isRetry ? 'waiting' : 'dropped' })
}

async function closeIncident(http: EdgeContext): Promise<Response> {
  const input = rowSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
  const isClosed = await resolveIncident(openDatabase(http.env.DB), input.data.id, Date.now())
  return isClosed ? http.json({ id: input.data.id, status: 'resolved' }) : http.json({ code: 'NOT_FOUND' }, 404)
}

/** A slice that answers within the client's patience; the client asks on until the cursor is null. */
async function audit(http: EdgeContext): Promise<Response> {
  const input = auditSchema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
  if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
  const now = Date.now()
  const budget = startBudget(http.env, now, AUDIT_STATEMENTS, AUDIT_MS)
  return http.json(await auditBooks(budget.env, input.data.cursor, now, budget.hasLeft, input.data.resting))
}
