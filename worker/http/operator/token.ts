/** Verifies the operator token in constant time. */
import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import type { Env } from '../../env.ts'

/** False without a configured token, whatever the request contains. */
export function isOperator(request: Request, { OPERATOR_TOKEN: token }: Pick<Env, 'OPERATOR_TOKEN'>): boolean {
  if (!token) return false
  const given = Buffer.from(request.headers.get('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
