import { http } from './buyer.ts'

/** Sends a request as an operator, and throws if the answer is a 5xx status. */
export async function operator(base: string, method: 'GET' | 'POST', path: string, token: string, body?: unknown) {
  const answer = await http(`${base}/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: 60_000,
  })
  if (answer.status >= 500) throw new Error(`operator ${path}: ${answer.status}`)
  return answer
}
