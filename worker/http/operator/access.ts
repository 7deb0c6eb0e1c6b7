/**
 * Authorises operators. A token from the deployment's secrets opens the endpoints. Without that secret they do not exist,
 * nor on hosts other than OPERATOR_HOST if one is set (put Cloudflare Access in front of it). Wrong tokens are limited by
 * network and logged, and each command is written to the operators' journal.
 */
import { openDatabase } from '../../db/database.ts'
import { noteOperatorAction } from '../../db/operator-action.ts'
import { networksOf } from '../../services/client-network.ts'
import { log, reasonOf } from '../../services/log.ts'
import { readText } from '../body.ts'
import type { EdgeContext } from '../edge-context.ts'
import { noteSecurityEvent } from '../security-event.ts'
import { serveOperator } from './operator.ts'
import { isOperator } from './token.ts'

/** Bytes. */
const LARGEST_COMMAND = 64 * 1024
const LONGEST_NOTE = 2_000

/** The name that the operator's client sends, for the journal; it proves nothing. */
function actorOf(http: EdgeContext): string {
  const name = http.req.header('x-operator') ?? ''
  return /^[\w.-]{1,40}$/.test(name) ? name : 'unnamed'
}

export async function serveOperatorAddress(http: EdgeContext): Promise<Response> {
  const { env, req } = http
  const url = new URL(req.url)
  if (!env.OPERATOR_TOKEN || (env.OPERATOR_HOST && url.hostname !== env.OPERATOR_HOST)) return notFound(http)
  if (!isOperator(req.raw, env)) {
    const { network, wideNetwork } = networksOf(req.header('cf-connecting-ip'))
    const [own, all] = await Promise.all([
      env.WRONG_CODES_EXACT.limit({ key: `operator/${network}` }),
      env.WRONG_CODES_WIDE.limit({ key: `operator/${wideNetwork}` }),
    ])
    const success = own.success && all.success
    noteSecurityEvent('operator token refused', { path: url.pathname, limited: !success })
    return success ? notFound(http) : http.text('Too many requests', 429, { 'retry-after': '60' })
  }
  if (req.method === 'GET') {
    const answer = await serveOperator(http)
    log('info', 'operator read', { actor: actorOf(http), path: url.pathname, status: answer.status })
    return answer
  }
  const copy = req.raw.clone()
  let status = 500
  try {
    const answer = await serveOperator(http)
    status = answer.status
    return answer
  } finally {
    const command = ((await readText(copy, LARGEST_COMMAND)) ?? '').slice(0, LONGEST_NOTE)
    await keepJournal(http, { path: url.pathname, command, status })
  }
}

/** A completed command is answered as done even if the journal is unreachable: then only the log has it. */
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
