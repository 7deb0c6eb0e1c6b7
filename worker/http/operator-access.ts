/**
 * Who may act as an operator. A token that only the deployment's secrets hold opens the addresses; without that secret they
 * do not exist, nor on other hosts than OPERATOR_HOST where one is set (put Cloudflare Access before it). Wrong tokens are
 * limited by network and logged, and each command is written to the operators' journal.
 */
import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import { openDatabase } from '../db/database.ts'
import { noteOperatorAction } from '../db/operator-action.ts'
import { log } from '../services/log.ts'
import { readText } from './body.ts'
import { serveOperator } from './operator.ts'
import { noteSecurityEvent } from './security-event.ts'
import type { EdgeContext } from './shop-context.ts'

/** Bytes. */
const LARGEST_COMMAND = 64 * 1024
const LONGEST_NOTE = 2_000

/** The name that the operator's client gives, for the journal; it proves nothing. */
function actorOf(http: EdgeContext): string {
  const name = http.req.header('x-operator') ?? ''
  return /^[\w.-]{1,40}$/.test(name) ? name : 'unnamed'
}

function hasToken(http: EdgeContext, token: string): boolean {
  const given = Buffer.from(http.req.header('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

export async function serveOperatorAddress(http: EdgeContext): Promise<Response> {
  const { env, req } = http
  const url = new URL(req.url)
  if (!env.OPERATOR_TOKEN || (env.OPERATOR_HOST && url.hostname !== env.OPERATOR_HOST)) return notFound(http)
  const address = req.header('cf-connecting-ip') ?? ''
  if (!hasToken(http, env.OPERATOR_TOKEN)) {
    const { success } = await env.CODE_TRIES.limit({ key: `operator/${address}` })
    noteSecurityEvent('operator token refused', { path: url.pathname, limited: !success })
    return success ? notFound(http) : http.text('Too many requests', 429, { 'retry-after': '60' })
  }
  if (req.method === 'GET') {
    const answer = await serveOperator(http)
    log('info', 'operator read', { actor: actorOf(http), path: url.pathname, status: answer.status })
    return answer
  }
  const copy = req.raw.clone()
  const answer = await serveOperator(http)
  const command = (await readText(copy, LARGEST_COMMAND)) ?? ''
  await noteOperatorAction(openDatabase(env.DB), {
    happenedAt: Date.now(),
    actor: actorOf(http),
    path: url.pathname,
    command: command.slice(0, LONGEST_NOTE),
    status: answer.status,
  })
  log('info', 'operator command', { actor: actorOf(http), path: url.pathname, status: answer.status })
  return answer
}

function notFound(http: EdgeContext): Response {
  return http.text('Not found', 404)
}
