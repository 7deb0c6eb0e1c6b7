/** The ports that the tests of `npm start` and of the built shop listen on. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../../worker/cli/root.ts'
import { freePort, KERNEL_RANGE, portsBeside } from '../../support/free-port.ts'

/** Those of systems without Linux's file: the range of the IANA. */
const EPHEMERAL = '49152 65535'

/** Resolves when this process or another one listens on the port. */
function occupy(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve()
      else reject(error)
    })
    server.listen(port, '127.0.0.1', resolve)
    onTestFinished(() => void server.close())
  })
}

/** The port that another process gets first. */
async function portOfProcess(): Promise<number> {
  const script = "import { freePort } from './tests/support/free-port.ts'\nconsole.log(await freePort())"
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(await text(child.stdout))
}

describe('a free port', () => {
  it('is never given twice in a process, also to calls at the same time', async () => {
    const atOnce = await Promise.all(Array.from({ length: 50 }, freePort))
    const later = [await freePort(), await freePort()]
    expect(new Set([...atOnce, ...later]).size).toBe(52)
  })

  it('lies outside of the ports that the system gives to connections', async () => {
    const range = existsSync(KERNEL_RANGE) ? readFileSync(KERNEL_RANGE, 'utf8') : EPHEMERAL
    const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number)
    const ports = await Promise.all(Array.from({ length: 50 }, freePort))
    expect(ports.filter((port) => port >= first && port <= last)).toEqual([])
  })

  it.each([
    ['below those of Linux', 32_768, 60_999, 10_081, 32_767],
    ['above those of a host that begins with low ports', 10_240, 59_999, 60_000, 65_535],
    ['among the usual ports if the host gives all away', 1_024, 65_535, 20_000, 29_999],
  ])('lies %s', (_, first, last, from, to) => {
    expect(portsBeside({ first, last })).toEqual({ first: from, last: to })
  })

  it('is none on which a server listens', async () => {
    const port = await freePort()
    const occupied = [port + 1, port + 2]
    await Promise.all(occupied.map(occupy))
    expect(occupied).not.toContain(await freePort())
  })

  it('is a different one in each of two processes that start at the same time', async () => {
    const [one, other] = await Promise.all([portOfProcess(), portOfProcess()])
    expect(one).toBeGreaterThan(0)
    expect(other).toBeGreaterThan(0)
    expect(one).not.toBe(other)
  })
})
