/** Verifies the operator token in constant time. */
import { equalInConstantTime } from '../../domain/text/constant-time.ts'
import type { Env } from '../../env.ts'

/** Returns false if no token is configured, whatever the request contains. */
export function isOperator(request: Request, { OPERATOR_TOKEN: token }: Pick<Env, 'OPERATOR_TOKEN'>): boolean {
  return !!token && equalInConstantTime(request.headers.get('authorization') ?? '', `Bearer ${token}`)
}
