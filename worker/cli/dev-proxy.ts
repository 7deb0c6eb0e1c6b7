/**
 * The proxy of `npm run dev`. Requests below `/@dev/` go to Vite. All others go to the worker, with the browser's Host
 * header, because the worker finds the shop by this header. While the worker is being built or restarted, they wait until
 * it is ready.
 */
import { createServer, type IncomingMessage, request as open, type Server, type ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { messageOf } from '../domain/text/error-message.ts'
import { DEV_BASE } from './dev-web.ts'

/** Headers that apply to one connection and must not be forwarded (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

export type Backend = {
  vite: Connect.Server
  /** The worker's port; resolves once the worker is ready. */
  worker(): Promise<number>
}

/** Returns a server that does not listen yet, because Vite needs it first. `backend` is called for each request. */
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

/** Answers 503, or ends a response that has begun. If the worker does not start, the terminal shows the reason. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy()
  else {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
    response.end(`The worker did not answer: ${messageOf(error)}\n`)
  }
}

/**
 * If `mayRepeat` is true, the request is repeated once if it fails before the response begins, for example because the
 * worker restarts.
 */
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
    // Connections are not reused, because each restart of the worker ends them.
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
