/** Checks that `npm run import` writes through the server of a running shop, which shows the result without a restart. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../../schema/catalogue-file.ts'
import { ensureBuilt } from '../../../worker/cli/build.ts'
import { type Server, startServer } from '../../../worker/cli/server.ts'
import { readServerNote } from '../../../worker/cli/server-note.ts'
import { terminalProgress } from '../../../worker/cli/terminal-progress.ts'
import { importCommand } from '../../support/import-command.ts'
import { clubNight, shirt, smallCatalogue, writeCatalogue } from '../import/catalogue-builder.ts'

let stateDir: string
let server: Server
beforeAll(async () => {
  await ensureBuilt()
  stateDir = await mkdtemp(join(tmpdir(), 'stagedoor-running-'))
  server = await startServer({ port: 0, stateDir, cronSeconds: 0 })
})
afterAll(async () => {
  await server.close()
  await rm(stateDir, { recursive: true, force: true })
})

const shops = [{ slug: 'nordlicht', name: 'Nordlicht', artist: 'nordlicht' }]

async function runImport(catalogue: Partial<CatalogueFileInput>) {
  const folder = await writeCatalogue(smallCatalogue({ shops, bundles: [], ...catalogue }))
  return importCommand([folder], { STATE_DIR: stateDir })
}

async function titleOf(path: string): Promise<string | undefined> {
  const page = await (await fetch(server.url + path, { signal: AbortSignal.timeout(10_000) })).text()
  return /<title>([^<]*)/.exec(page)?.[1]
}

/** Returns the number of tickets left in each standing area of the event, by section id. */
async function ticketsLeft(slug: string): Promise<unknown> {
  const signal = AbortSignal.timeout(10_000)
  const page = await (await fetch(`${server.url}/events/${slug}`, { signal })).text()
  const id = /evt_[0-9a-z]{26}/.exec(page)?.[0] ?? ''
  const answer: { areas?: unknown } = await (await fetch(`${server.url}/availability/${id}`, { signal })).json()
  return answer.areas
}

describe('import next to a running shop', () => {
  it('changes the pages and the size of an area without a restart', async () => {
    expect(await runImport({})).toMatchObject({ code: 0, stdout: expect.stringContaining('at version 1') })
    await expect.poll(() => titleOf('/products/fjord-shirt')).toContain('Fjord')
    await expect.poll(() => ticketsLeft('club-night')).toEqual({ floor: 400 })
    const smaller = clubNight.allotments?.map((area) => ({ ...area, capacity: 300 }))
    const changed = await runImport({
      events: [{ ...clubNight, ...(smaller && { allotments: smaller }) }],
      products: [{ ...shirt, name: 'Polarnacht' }],
    })
    expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('at version 2') })
    await expect.poll(() => titleOf('/products/fjord-shirt')).toContain('Polarnacht')
    await expect.poll(() => ticketsLeft('club-night')).toEqual({ floor: 300 })
    // The output is piped, so the import shows no progress.
    expect(changed.stderr).toBe('')
  })

  it('needs the token of the server for requests to the stores', async () => {
    const note = readServerNote(stateDir)
    for (const authorization of ['', 'Bearer', `Bearer ${'0'.repeat(note?.token.length ?? 0)}`]) {
      const body = JSON.stringify({ sql: 'SELECT 1', params: [] })
      const answer = await fetch(`${note?.storesUrl}/query`, { method: 'POST', body, headers: { authorization } })
      expect(answer.status).toBe(404)
    }
  })
})

describe('terminalProgress', () => {
  const linesOn = (terminal: { isTTY: boolean; columns: number }) => {
    const written: string[] = []
    const progress = terminalProgress({ ...terminal, write: (text) => written.push(text) })
    progress.show('Images: 1 of 200')
    progress.clear()
    return written
  }

  it('rewrites one line on a terminal and cuts the text to the width of the terminal', () => {
    expect(linesOn({ isTTY: true, columns: 10 })).toEqual(['\r\u001b[2KImages: 1', '\r\u001b[2K'])
  })

  it('prints nothing when the output is piped', () => {
    expect(linesOn({ isTTY: false, columns: 80 })).toEqual([])
  })
})
