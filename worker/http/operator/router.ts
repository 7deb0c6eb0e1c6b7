/**
 * The operator's routes below /operator. Two middlewares run for each route: `requireOperator` authorises the caller, and
 * `recordAction` writes the log and the journal. A ShopError or an OperatorRefusal is answered with 409 and its code.
 */
import { Hono } from 'hono/tiny'
import * as z from 'zod/mini'
import { LAST_INSTANT, ROOM_NOTE_LENGTH } from '../../../schema/limits.ts'
import { openDatabase } from '../../db/database.ts'
import { latestOperatorActions } from '../../db/operator-action.ts'
import { countUnsettled } from '../../db/outbox.ts'
import { loadCodeCheck } from '../../db/shop.ts'
import { startBudget } from '../../jobs/job-budget.ts'
import { auditBooks } from '../../services/book-audit.ts'
import { OperatorRefusal } from '../../services/operator-refusal.ts'
import { ShopError } from '../../services/shop-error.ts'
import { changeRoom, changeRoomNote, reportRooms } from '../../services/waiting-room/queue-controls.ts'
import { codeSecretFaults, deploymentFaults } from '../deployment.ts'
import type { EdgeEnv } from '../edge-context.ts'
import { edgeRequestOf } from '../shop-context.ts'
import { recordAction, requireOperator } from './access.ts'
import { command } from './command.ts'
import { deadLetterRoutes } from './dead-letters.ts'
import { eventRoutes } from './events.ts'
import { orderRoutes } from './orders.ts'
import { submissionRoutes } from './submissions.ts'
import { voucherRoutes } from './vouchers.ts'

const AUDIT_STATEMENTS = 400
const AUDIT_MS = 10_000

const auditSchema = z.strictObject({ cursor: z.string().check(z.maxLength(80)), resting: z.optional(z.boolean()) })

const changeRoomSchema = z.strictObject({
  scope: z.enum(['shop', 'catalogue', 'event']),
  slug: z.string().check(z.maxLength(120)),
  mode: z.optional(z.enum(['off', 'on', 'scheduled', 'automatic', 'paused'])),
  opensAt: z.optional(z.int().check(z.minimum(0), z.maximum(LAST_INSTANT))),
  targetActive: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  ratePerSecond: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  withoutTurnstile: z.optional(z.boolean()),
})

const noteText = z.string().check(z.trim(), z.minLength(1), z.maxLength(ROOM_NOTE_LENGTH))

const changeNoteSchema = z.strictObject({
  scope: z.enum(['shop', 'catalogue', 'event']),
  slug: z.string().check(z.maxLength(120)),
  note: z.nullable(z.strictObject({ de: noteText, en: z.nullable(noteText) })),
})

export const operator = new Hono<EdgeEnv>()

operator.onError((error, http) => {
  if (!(error instanceof ShopError || error instanceof OperatorRefusal)) throw error
  return http.json({ code: error.code, params: error.params }, 409)
})

operator.on(['GET', 'POST'], '*', requireOperator, recordAction)

operator.get('/doctor', async (http) => {
  const codeCheck = await loadCodeCheck(openDatabase(http.env.DB))
  return http.json([...deploymentFaults(http.env), ...codeSecretFaults(http.env, codeCheck)])
})
operator.get('/journal', async (http) => http.json(await latestOperatorActions(openDatabase(http.env.DB), 200)))
operator.get('/unsettled', async (http) => http.json(await countUnsettled(openDatabase(http.env.DB))))

operator.get('/queue', async (http) =>
  http.json(await reportRooms(edgeRequestOf(http), openDatabase(http.env.DB), Date.now())),
)
operator.post(
  '/queue',
  command(changeRoomSchema, (change, { env, db, now }) => changeRoom(env, db, change, now)),
)
operator.post('/queue/note', (http) =>
  command(changeNoteSchema, (change, { db, now }) => changeRoomNote(edgeRequestOf(http), db, change, now))(http),
)

// Audits a part of the books, because the answer must come within the client's timeout. The client sends the answer's
// cursor with its next request, until the cursor is null.
operator.post(
  '/audit',
  command(auditSchema, ({ cursor, resting }, { env, now }) => {
    const budget = startBudget(env, now, AUDIT_STATEMENTS, AUDIT_MS)
    return auditBooks(budget.env, cursor, now, budget.hasLeft, resting)
  }),
)

operator.route('/', orderRoutes)
operator.route('/', eventRoutes)
operator.route('/', deadLetterRoutes)
operator.route('/', voucherRoutes)
operator.route('/', submissionRoutes)

// An unknown path below /operator must not reach the shop's pages.
operator.on(['GET', 'POST'], '*', (http) => http.text('Not found', 404))
