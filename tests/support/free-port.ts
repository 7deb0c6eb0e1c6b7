/** Returns local ports on which nothing listens. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

type PortRange = { first: number; last: number }

/** The file in which Linux names its first and its last ephemeral port. */
export const KERNEL_RANGE = '/proc/sys/net/ipv4/ip_local_port_range'
/** Nearly all systems have their ephemeral ports above these. A system without a large enough gap has no better ports. */
const USUAL_PORTS = { first: 20_000, last: 29_999 }
/** Chromium blocks some ports below this one. */
const LOWEST = 10_081
const HIGHEST = 65_535
/** A smaller gap would have too few ports for all test files that run at the same time. */
const ENOUGH = 2_000
/** The distance between the first ports of two processes with consecutive ids. */
const PORTS_PER_PROCESS = 101

/**
 * Returns ports that are not ephemeral. The kernel gives an ephemeral port to any outgoing connection, so it could give a port
 * away between the check and the use of this port.
 */
export function portsBeside(ephemeral: PortRange): PortRange {
  const gaps = [
    { first: LOWEST, last: ephemeral.first - 1 },
    { first: Math.max(LOWEST, ephemeral.last + 1), last: HIGHEST },
  ]
  return gaps.find(({ first, last }) => last - first >= ENOUGH) ?? USUAL_PORTS
}

function usablePorts(): PortRange {
  if (!existsSync(KERNEL_RANGE)) return USUAL_PORTS
  const [first = LOWEST, last = HIGHEST] = readFileSync(KERNEL_RANGE, 'utf8').trim().split(/\s+/).map(Number)
  return portsBeside({ first, last })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

const { first, last } = usablePorts()
const count = last - first + 1
/** The number of ports that this process has tried. It prevents two calls from trying the same port. */
let tried = 0

/** Never returns a port twice in a process. Each process begins at another port. */
export async function freePort(): Promise<number> {
  while (tried < count) {
    const port = first + ((process.pid * PORTS_PER_PROCESS + tried++) % count)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${first} to ${last}`)
}
