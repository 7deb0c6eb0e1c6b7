import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { applyMigrations, catalogueVersion, openLocalStores } from '../../../worker/cli/local-stores.ts'
import { remoteTarget } from '../../../worker/cli/remote-stores.ts'
import { runningServer, writeServerNote } from '../../../worker/cli/server-note.ts'
import { newFolder } from './catalogue-builder.ts'

describe('local stores', () => {
  it('keep written data, and record migrations as wrangler does', async () => {
    const stateDir = await newFolder()
    const first = await openLocalStores(stateDir)
    await first.target.bucket.put('a/b.json', Buffer.from('{}'), {
      contentType: 'application/json',
      cacheControl: 'no-store',
    })
    expect(await catalogueVersion(first.database)).toBe(0)
    await first.dispose()
    const second = await openLocalStores(stateDir)
    try {
      expect(await second.target.bucket.has('a/b.json')).toBe(true)
      expect(await second.target.bucket.has('a/c.json')).toBe(false)
      expect(await applyMigrations(second.database)).toEqual([])
      const [row] = await second.target.d1.query('SELECT id, name, applied_at FROM d1_migrations')
      expect(row).toEqual({ id: 1, name: '0000_initial.sql', applied_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) })
    } finally {
      await second.dispose()
    }
  })

  it('reject a database with unknown migrations and apply no migration', async () => {
    const { database, target, dispose } = await openLocalStores(await newFolder())
    try {
      const applied = () => target.d1.query('SELECT name FROM d1_migrations ORDER BY id')
      // This makes the last migration pending.
      await target.d1.query('DELETE FROM d1_migrations WHERE id = (SELECT max(id) FROM d1_migrations)')
      await target.d1.query("INSERT INTO d1_migrations (name) VALUES ('0022_code_check.sql')")
      const before = await applied()
      await expect(applyMigrations(database)).rejects.toThrow('0022_code_check.sql')
      expect(await applied()).toEqual(before)
    } finally {
      await dispose()
    }
  })

  it('find the server that uses them only if the server answers', async () => {
    const stateDir = await newFolder()
    expect(await runningServer(stateDir)).toBeNull()
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no address')
    const url = `http://127.0.0.1:${address.port}`
    const note = { url, controlUrl: `${url}/operator`, storesUrl: url, token: 'token', pid: process.pid }
    writeServerNote(stateDir, note)
    expect(await runningServer(stateDir)).toEqual(note)
    server.close()
    await once(server, 'close')
    expect(await runningServer(stateDir)).toBeNull()
  })
})

describe('remote stores', () => {
  it('send a batch as one request, find, read and put objects, and report errors of the API', async () => {
    const seen: string[] = []
    const body = async (request: IncomingMessage) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      return text
    }
    const server = createServer(async (request, response) => {
      const text = await body(request)
      seen.push(
        `${request.method} ${request.url} ${request.headers.authorization} ${request.headers['cf-r2-jurisdiction'] ?? '-'} ${text}`,
      )
      if (request.url?.endsWith('/absent.json')) response.writeHead(404).end()
      else if (text.includes('broken'))
        response.end(JSON.stringify({ success: false, errors: [{ message: 'no such table' }] }))
      else response.end(JSON.stringify({ success: true, result: [{ results: [{ version: 3 }] }] }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no address')
    const target = remoteTarget(
      {
        api: `http://127.0.0.1:${address.port}`,
        accountId: 'acc',
        token: 'tok',
        databaseId: 'db',
        bucket: 'bkt',
        jurisdiction: 'eu',
      },
      async () => [],
    )
    try {
      expect(await target.d1.query('SELECT 1', ['x'])).toEqual([{ version: 3 }])
      await target.d1.batch([
        { sql: 'A', params: ['1'] },
        { sql: 'B', params: [] },
      ])
      expect(await target.bucket.has('seat-maps/absent.json')).toBe(false)
      expect(await target.bucket.has('seat-maps/there.json')).toBe(true)
      expect(await target.bucket.read('seat-maps/absent.json')).toBeNull()
      expect(Buffer.from((await target.bucket.read('seat-maps/there.json')) ?? []).toString()).toContain('"version":3')
      await target.bucket.put('x.json', Buffer.from('{}'), {
        contentType: 'application/json',
        cacheControl: 'no-store',
      })
      await expect(target.d1.query('broken')).rejects.toThrow('D1: no such table')
      expect(seen.filter((request, index) => seen.indexOf(request) === index).slice(0, 5)).toEqual([
        'POST /accounts/acc/d1/database/db/query Bearer tok - {"sql":"SELECT 1","params":["x"]}',
        'POST /accounts/acc/d1/database/db/query Bearer tok - {"batch":[{"sql":"A","params":["1"]},{"sql":"B","params":[]}]}',
        'GET /accounts/acc/r2/buckets/bkt/objects/seat-maps/absent.json Bearer tok eu ',
        'GET /accounts/acc/r2/buckets/bkt/objects/seat-maps/there.json Bearer tok eu ',
        'PUT /accounts/acc/r2/buckets/bkt/objects/x.json Bearer tok eu {}',
      ])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
