/** Reads requests and builds and writes answers for the sandbox's node:http server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pagePolicy } from './page.ts'

const bodyLimit = 30 * 1024 * 1024

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer }

/** Reads the body as UTF-8. Rejects if it is larger than 30 MiB. */
export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyLimit) throw new Error('Body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const jsonAnswer = (value: object, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: `${JSON.stringify(value, null, 2)}\n`,
})

export const pageAnswer = (document: string, status = 200): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
  body: document,
})

/** Returns a redirect with 303, which makes the browser's next request a GET. */
export const seeOther = (location: string): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

export const writeAnswer = (response: ServerResponse, answer: Answer, withBody: boolean): void => {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.end(withBody ? body : undefined)
}
