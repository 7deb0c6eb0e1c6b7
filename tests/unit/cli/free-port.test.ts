/** Tests the choice of the ports on which `npm start` and the built shop listen in tests. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../../worker/cli/root.ts'
import { freePort, KERNEL_RANGE, portsBeside } from '../../support/free-port.ts'

/** The ephemeral ports of systems without the file of Linux. The IANA defines this range. */
const EPHEMERAL = '49152 65535'

/** Listens on the port, unless another process already does. */
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

/** Returns the first free port of a new process. */
async function portOfProcess(): Promise<number> {
  const script = "import { freePort } from './tests/support/free-port.ts'\nconsole.log(await freePort())"
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(await text(child.stdout))
}

describe('a free port', () => {
  it('is different for each call in a process, also for simultaneous calls', async () => {
    const atOnce = await Promise.all(Array.from({ length: 50 }, freePort))
    const later = [await freePort(), await freePort()]
    expect(new Set([...atOnce, ...later]).size).toBe(52)
  })

  it('is not an ephemeral port of the system', async () => {
    const range = existsSync(KERNEL_RANGE) ? readFileSync(KERNEL_RANGE, 'utf8') : EPHEMERAL
    const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number)
    const ports = await Promise.all(Array.from({ length: 50 }, freePort))
    expect(ports.filter((port) => port >= first && port <= last)).toEqual([])
  })

  it.each([
    ['below the ephemeral ports of Linux', 32_768, 60_999, 10_081, 32_767],
    ['above ephemeral ports that begin low', 10_240, 59_999, 60_000, 65_535],
    ['among the usual ports if all ports are ephemeral', 1_024, 65_535, 20_000, 29_999],
  ])('lies %s', (_, first, last, from, to) => {
    expect(portsBeside({ first, last })).toEqual({ first: from, last: to })
  })

  it('is a port on which no server listens', async () => {
    const port = await freePort()
    const occupied = [port + 1, port + 2]
    await Promise.all(occupied.map(occupy))
    expect(occupied).not.toContain(await freePort())
  })

  it('is different in two processes that start at the same time', async () => {
    const [one, other] = await Promise.all([portOfProcess(), portOfProcess()])
    expect(one).toBeGreaterThan(0)
    expect(other).toBeGreaterThan(0)
    expect(one).not.toBe(other)
  })
})
