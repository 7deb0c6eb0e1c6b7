/**
 * Authorises operators. Requests must contain the token from the deployment's secret OPERATOR_TOKEN. Without that secret,
 * the endpoints answer 404. If OPERATOR_HOST is set, they also answer 404 on every other host. Put Cloudflare Access in
 * front of that host. Wrong tokens are limited per network and logged, and each command is written to the operators'
 * journal.
 */
import type { Next } from 'hono'
import { openDatabase } from '../../db/database.ts'
import { noteOperatorAction } from '../../db/operator-action.ts'
import { networksOf } from '../../services/client-network.ts'
import { log, reasonOf } from '../../services/log.ts'
import { isWithinBoth } from '../../services/rate-limit.ts'
import { LARGEST_COMMAND, readText } from '../body.ts'
import type { EdgeContext } from '../edge-context.ts'
import { noteSecurityEvent } from '../security-event.ts'
import { isOperator } from './token.ts'

/** The journal stores at most this many characters of a command. */
const LONGEST_NOTE = 2_000

/** The name that the operator's client sends, for the journal. The name is not verified. */
function actorOf(http: EdgeContext): string {
  const name = http.req.header('x-operator') ?? ''
  return /^[\w.-]{1,40}$/.test(name) ? name : 'unnamed'
}

/**
 * Runs before every operator route. Callers without the right token get 404, as if the route did not exist, or 429 after
 * too many attempts.
 */
export async function requireOperator(http: EdgeContext, next: Next): Promise<Response | undefined> {
  const { env, req } = http
  const url = new URL(req.url)
  if (!env.OPERATOR_TOKEN || (env.OPERATOR_HOST && url.hostname !== env.OPERATOR_HOST)) return notFound(http)
  if (!isOperator(req.raw, env)) {
    const networks = networksOf(req.header('cf-connecting-ip'))
    const isWithin = await isWithinBoth(env.WRONG_CODES_EXACT, env.WRONG_CODES_WIDE, networks, 'operator/')
    noteSecurityEvent('operator token refused', { path: url.pathname, limited: !isWithin })
    return isWithin ? notFound(http) : http.text('Too many requests', 429, { 'retry-after': '60' })
  }
  await next()
  return undefined
}

/** Logs every action of an operator once it is answered, and writes commands to the journal. */
export async function recordAction(http: EdgeContext, next: Next): Promise<void> {
  const path = new URL(http.req.url).pathname
  if (http.req.method !== 'POST') {
    await next()
    log('info', 'operator read', { actor: actorOf(http), path, status: http.res.status })
    return
  }
  const copy = http.req.raw.clone()
  await next()
  const note = http.get('journalNote') ?? (await readText(copy, LARGEST_COMMAND)) ?? ''
  const command = note.slice(0, LONGEST_NOTE)
  await keepJournal(http, { path, command, status: http.res.status })
}

/** If the journal is unreachable, a completed command still gets its answer, and only the log records it. */
async function keepJournal(http: EdgeContext, entry: { path: string; command: string; status: number }): Promise<void> {
  const actor = actorOf(http)
  log('info', 'operator command', { actor, path: entry.path, status: entry.status })
  try {
    await noteOperatorAction(openDatabase(http.env.DB), { happenedAt: Date.now(), actor, ...entry })
  } catch (error) {
    log('error', 'operator journal not written', { actor, path: entry.path, error: reasonOf(error) })
  }
}

function notFound(http: EdgeContext): Response {
  return http.text('Not found', 404)
}
