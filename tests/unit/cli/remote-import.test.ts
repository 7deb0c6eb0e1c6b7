/** Tests `npm run import` with `--remote` and with `--dry-run`. A local server replaces Cloudflare's API. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { openLocalStores } from '../../../worker/cli/local-stores.ts'
import type { ImportTarget, Statement } from '../../../worker/import/target.ts'
import { importCommand } from '../../support/import-command.ts'
import { CODE_SECRET, newFolder, openStores, smallCatalogue, writeCatalogue } from '../import/catalogue-builder.ts'

const LACKS_MIGRATIONS = /the database lacks \d+ migrations \(0000_initial\.sql, .*a dry run applies none/

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Opens the local database and bucket in `stateDir`, and applies no migrations. */
async function openEmptyStores(stateDir: string) {
  const stores = await openLocalStores(stateDir, async () => undefined)
  closers.push(() => stores.dispose())
  return stores
}

/** Serves Cloudflare's API for `d1` and an empty bucket. Returns its address and the writes that it receives. */
async function serveApi(d1: ImportTarget['d1']) {
  const writes: string[] = []
  const server = createServer(async (request, response) => {
    if (!request.url?.endsWith('/query')) {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.url}`)
      response.writeHead(request.method === 'PUT' ? 200 : 404).end()
      return
    }
    const body = JSON.parse(await text(request)) as Statement | { batch: Statement[] }
    const statements = 'batch' in body ? body.batch : [body]
    writes.push(...statements.map(({ sql }) => sql).filter((sql) => !sql.startsWith('SELECT ')))
    if ('batch' in body) await d1.batch(body.batch)
    const results = 'batch' in body ? [] : await d1.query(body.sql, body.params)
    response.end(JSON.stringify({ success: true, result: [{ results }] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}`, writes }
}

async function importRemotely(api: string, ...options: string[]) {
  return importCommand([await writeCatalogue(smallCatalogue()), '--remote', ...options], {
    CODE_SECRET,
    STATE_DIR: await newFolder(),
    CLOUDFLARE_API_BASE_URL: api,
    CLOUDFLARE_ACCOUNT_ID: 'account',
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_D1_DATABASE_ID: '00000000-0000-0000-0000-000000000000',
  })
}

describe('import with --remote', () => {
  it('applies missing migrations and writes the catalogue to the deployed database and bucket', async () => {
    const { target } = await openEmptyStores(await newFolder())
    const { url, writes } = await serveApi(target.d1)
    const { code, stdout } = await importRemotely(url)
    expect(stdout).toContain('The catalogue is at version 1.')
    expect(code).toBe(0)
    expect(writes).toContainEqual(expect.stringMatching(/^PUT .*\/objects\/images\//))
    expect(await target.d1.query('SELECT slug FROM shops ORDER BY slug')).toEqual([
      { slug: 'nordlicht' },
      { slug: 'stagedoor' },
    ])
  })
})

describe('dry run with --remote', () => {
  it('stops if the deployed database lacks migrations, and writes nothing', async () => {
    const { target } = await openEmptyStores(await newFolder())
    const { url, writes } = await serveApi(target.d1)
    const { code, stderr } = await importRemotely(url, '--dry-run')
    expect(writes).toEqual([])
    expect(stderr).toMatch(LACKS_MIGRATIONS)
    expect(code).toBe(1)
  })

  it('compares the files with the deployed database, and writes nothing', async () => {
    const { target } = await openStores()
    const { url, writes } = await serveApi(target.d1)
    const { code, stdout } = await importRemotely(url, '--dry-run')
    expect(writes).toEqual([])
    expect(stdout).toContain('Dry run: nothing was written.')
    expect(code).toBe(0)
  })
})

describe('local dry run', () => {
  it('stops if the database lacks migrations, and creates no table', async () => {
    const stateDir = await newFolder()
    const { code, stderr } = await importCommand([await writeCatalogue(smallCatalogue()), '--dry-run'], {
      STATE_DIR: stateDir,
    })
    expect(stderr).toMatch(LACKS_MIGRATIONS)
    expect(code).toBe(1)
    const { target } = await openEmptyStores(stateDir)
    expect(await target.d1.query("SELECT name FROM sqlite_master WHERE name IN ('d1_migrations', 'shops')")).toEqual([])
  })
})
