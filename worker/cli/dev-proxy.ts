/**
 * The address of `npm run dev`: what lies below `/@dev/` goes to Vite, all else to the worker with the browser's own Host, by
 * which the worker tells the shops apart. While the worker is built or restarted, requests wait for the new one.
 */
import { createServer, type IncomingMessage, request as open, type Server, type ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { messageOf } from '../domain/text/error-message.ts'
import { DEV_BASE } from './dev-web.ts'

/** Belong to one connection (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

export type Backend = {
  vite: Connect.Server
  /** The worker's port, once it answers. */
  worker(): Promise<number>
}

/** Not listening yet: Vite needs the server first. `backend` is asked at each request. */
export function devProxy(backend: () => Backend): Server {
  return createServer((request, response) => {
    if (request.url?.startsWith(DEV_BASE)) {
      backend().vite(request, response, () => response.writeHead(404).end())
      return
    }
    const mayRepeat = request.method === 'GET' || request.method === 'HEAD'
    forward(request, response, backend, mayRepeat).catch((error: unknown) => refuse(response, error))
  })
}

/** A worker that does not start says why on the terminal. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy()
  else {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
    response.end(`The worker did not answer: ${messageOf(error)}\n`)
  }
}

/** `mayRepeat`: a request that nothing depends on is asked again if the worker was restarted under it. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  backend: () => Backend,
  mayRepeat: boolean,
): Promise<void> {
  const port = await backend().worker()
  const onward = open({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_ONE_CONNECTION.has(name))),
    // The worker's connections end with each restart.
    agent: false,
  })
  onward.on('response', (answer) => {
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
      OF_ONE_CONNECTION.has(name) ? [] : (values ?? []).flatMap((value) => [name, value]),
    )
    response.writeHead(answer.statusCode ?? 502, headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', (error) => {
    if (!mayRepeat || response.headersSent) refuse(response, error)
    else forward(request, response, backend, false).catch((failure: unknown) => refuse(response, failure))
  })
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
