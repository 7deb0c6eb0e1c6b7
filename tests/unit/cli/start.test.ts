/**
 * Runs the script of `npm start` as a process with an empty state folder. Checks the answers before and after the import of
 * the demo, and the message for a port in use.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ensureBuilt } from '../../../worker/cli/build.ts'
import { ROOT } from '../../../worker/cli/root.ts'
import { freePort } from '../../support/free-port.ts'

const PATIENCE_MS = 180_000

let stateDir: string
beforeAll(async () => {
  await ensureBuilt()
  stateDir = await mkdtemp(join(tmpdir(), 'stagedoor-start-'))
}, PATIENCE_MS)
afterAll(() => rm(stateDir, { recursive: true, force: true }))

function start(settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['worker/cli/bootstrap.mjs', 'worker/cli/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SKIP_INSTALL: '1', STATE_DIR: stateDir, ...settings },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves when the process prints `words`. Rejects with the whole output if the process ends without these words. */
function printed({ stdout }: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes(words)) resolve()
    })
    stdout?.once('end', () => reject(new Error(`"${words}" was not printed:\n${output}`)))
  })
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Uses node:http, because `fetch` cannot set the Host header. */
function ask(port: number, host = 'localhost'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, headers: { host: `${host}:${port}` }, timeout: 20_000 }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
    }).on('error', reject)
  })
}

describe('npm start', () => {
  it(
    'answers with a 503 page until the demo is imported, and serves the shops without a warning afterwards',
    async () => {
      const port = await freePort()
      const shop = start({ PORT: String(port), SANDBOX_PORT: String(await freePort()) })
      const errors = shop.stderr ? text(shop.stderr) : ''
      const open = printed(shop, 'Stagedoor is open')
      await printed(shop, 'Building the shop')
      const preparing = await ask(port)
      expect(preparing).toMatchObject({
        status: 503,
        headers: { 'cache-control': 'no-store', 'retry-after': '1', 'content-type': 'text/html; charset=utf-8' },
      })
      expect(preparing.body).toContain('<section lang="de"><h1>Stagedoor wird vorbereitet</h1>')
      expect(preparing.body).toContain('<section lang="en"><h1>Stagedoor is being prepared</h1>')
      expect(preparing.body).toContain('location.reload()')

      await open
      const page = await ask(port)
      expect(page.status).toBe(200)
      expect(page.body).toContain('/kiosk-kardinal')
      for (const host of ['kapelle-katapult.localhost', 'merch.aschenfirn.localhost']) {
        const own = await ask(port, host)
        expect(own.status).toBe(200)
        expect(own.body).toContain(`data-design="${host.split('.').at(-2)}"`)
      }
      const [path = ''] = /\/images\/[0-9a-z-]+\/\d+\.jpg/.exec(page.body) ?? []
      const image = await fetch(`http://127.0.0.1:${port}${path}`)
      expect(image.status).toBe(200)
      expect(image.headers.get('content-type')).toMatch(/^image\//)

      shop.kill('SIGTERM')
      const [code] = await once(shop, 'exit')
      expect(code).toBe(128 + constants.signals.SIGTERM)
      expect(await errors).toBe('')
      expect(existsSync(join(stateDir, 'server.json'))).toBe(false)
    },
    PATIENCE_MS,
  )

  it('prints a message and ends with status 1 if the port is in use', async () => {
    const port = await freePort()
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    const shop = start({ PORT: String(port) })
    const [[code], errors] = await Promise.all([once(shop, 'exit'), shop.stderr ? text(shop.stderr) : ''])
    server.close()
    expect(code).toBe(1)
    expect(errors).toBe(`Port ${port} is in use. Stop the program that listens there, or set PORT to another port.\n`)
  })
})
