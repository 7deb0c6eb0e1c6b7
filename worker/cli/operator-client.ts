/**
 * Sends requests to the operator endpoints of the deployed shop if SHOP_URL and OPERATOR_TOKEN are set, else to those of the
 * local shop.
 */
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { rootMessageOf } from '../domain/text/error-message.ts'
import { ROOT } from './root.ts'
import { readServerNote, type ServerNote } from './server-note.ts'

type OperatorAddress = Pick<ServerNote, 'controlUrl' | 'token'>

function operatorAddress(): OperatorAddress {
  const { SHOP_URL, OPERATOR_TOKEN, STATE_DIR } = process.env
  if (Boolean(SHOP_URL) !== Boolean(OPERATOR_TOKEN))
    throw new Error('Set both SHOP_URL and OPERATOR_TOKEN for a deployed shop, or neither for the local one.')
  if (SHOP_URL && OPERATOR_TOKEN)
    return { controlUrl: `${SHOP_URL.replace(/\/$/, '')}/operator`, token: OPERATOR_TOKEN }
  const note = readServerNote(resolve(STATE_DIR ?? join(ROOT, '.state')))
  if (!note) throw new Error('No local shop is running. Run npm start, or set SHOP_URL and OPERATOR_TOKEN.')
  return note
}

/** Returns the name that the operators' journal records for the command. */
function operatorName(): string {
  return (process.env.OPERATOR_NAME ?? userInfo().username).replace(/[^\w.-]/g, '-').slice(0, 40)
}

/** Sends a request. If the shop refuses the request, the promise rejects with the reason. */
export function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  return askAt(operatorAddress(), method, path, body, headers)
}

/** Like `ask`, for a given shop. */
export async function askAt(
  { controlUrl, token }: OperatorAddress,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await reach(controlUrl + path, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-operator': operatorName(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`refused (${answer.status}): ${refusalIn(text, answer.status)}`)
  return JSON.parse(text)
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new Error(`${new URL(url).origin} does not answer: ${rootMessageOf(error)}`)
  }
}

/** Returns the shop's refusal as text. The shop answers both an unknown address and a wrong token with 404. */
function refusalIn(text: string, status: number): string {
  try {
    const { code, params = {} } = JSON.parse(text) as { code: string; params?: Record<string, unknown> }
    const details = Object.entries(params).map(([name, value]) => `${name}: ${String(value)}`)
    return [code, ...details].join(', ')
  } catch {
    return status === 404 ? 'no such address, or OPERATOR_TOKEN is wrong' : text
  }
}
