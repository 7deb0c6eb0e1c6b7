/**
 * Gives other processes of this machine, such as an import, access to the database and bucket of a running local server. It
 * listens only on the loopback interface and requires the operator's token. For a deployed shop, Cloudflare's API does the
 * same (`remote-stores.ts`).
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { equalInConstantTime } from '../domain/text/constant-time.ts'
import { messageOf } from '../domain/text/error-message.ts'
import type { AskClaims, ImportTarget, Row, Statement } from '../import/target.ts'

type Stores = Pick<ImportTarget, 'd1' | 'bucket'>
type Answer = { status: number; body?: Uint8Array | string }

export type StoreServer = { url: string; close(): Promise<void> }

const CONTENT_TYPE = 'content-type'
const CACHE_CONTROL = 'cache-control'

/** Runs a task on the stores. A development server replaces the stores between two tasks when its worker restarts. */
type UseStores = (task: (stores: Stores) => Promise<Answer>) => Promise<Answer>

export async function serveStores(token: string, use: UseStores): Promise<StoreServer> {
  const server = createServer((request, response) => {
    void answer(request, token, use)
      .catch((error: unknown): Answer => ({ status: 500, body: messageOf(error) }))
      .then(({ status, body }) => send(response, status, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the store server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, status: number, body?: Uint8Array | string): void {
  response.writeHead(status).end(body)
}

async function answer(request: IncomingMessage, token: string, use: UseStores): Promise<Answer> {
  if (!equalInConstantTime(request.headers.authorization ?? '', `Bearer ${token}`)) return { status: 404 }
  const body = await buffer(request)
  return use((stores) => answerFrom(stores, request, body))
}

async function answerFrom({ d1, bucket }: Stores, request: IncomingMessage, sent: Buffer): Promise<Answer> {
  const { method, url = '/' } = request
  if (method === 'POST' && url === '/query') {
    const { sql, params } = JSON.parse(sent.toString()) as Statement
    return { status: 200, body: JSON.stringify(await d1.query(sql, params)) }
  }
  if (method === 'POST' && url === '/batch') {
    await d1.batch(JSON.parse(sent.toString()) as Statement[])
    return { status: 204 }
  }
  const key = /^\/objects\/(.+)$/.exec(url)?.[1]
  if (key === undefined) return { status: 404 }
  if (method === 'HEAD') return { status: (await bucket.has(key)) ? 204 : 404 }
  if (method === 'GET') {
    const body = await bucket.read(key)
    return body === null ? { status: 404 } : { status: 200, body }
  }
  if (method !== 'PUT') return { status: 405 }
  const contentType = request.headers[CONTENT_TYPE] ?? ''
  const cacheControl = request.headers[CACHE_CONTROL] ?? ''
  await bucket.put(key, sent, { contentType, cacheControl })
  return { status: 204 }
}

/** Returns the stores of a running local server as the target of an import. */
export function runningTarget(
  { storesUrl, token }: { storesUrl: string; token: string },
  claims: AskClaims,
): ImportTarget {
  const reach = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    const response = await fetch(storesUrl + path, { ...init, headers })
    if (response.status >= 400 && response.status !== 404)
      throw new Error((await response.text()) || `the running shop answered ${response.status}`)
    return response
  }
  const post = (path: string, body: unknown) => reach(path, { method: 'POST', body: JSON.stringify(body) })
  return {
    d1: {
      query: async (sql, params = []) => (await (await post('/query', { sql, params })).json()) as Row[],
      batch: async (statements) => void (await post('/batch', statements)),
    },
    bucket: {
      has: async (key) => (await reach(`/objects/${key}`, { method: 'HEAD' })).status !== 404,
      async read(key) {
        const response = await reach(`/objects/${key}`, { method: 'GET' })
        const bytes = new Uint8Array(await response.arrayBuffer())
        return response.status === 404 ? null : bytes
      },
      async put(key, bytes, { contentType, cacheControl }) {
        await reach(`/objects/${key}`, {
          method: 'PUT',
          body: new Uint8Array(bytes),
          headers: { [CONTENT_TYPE]: contentType, [CACHE_CONTROL]: cacheControl },
        })
      },
    },
    claims,
  }
}
